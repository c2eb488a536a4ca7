//! A box and a label.

use image::{Rgb, RgbImage};
use screen_agent_page::Rect;

use super::font::{HEIGHT, WIDTH, glyph};

/// Neighbours differ, and white letters can be read on each.
const COLOURS: [Rgb<u8>; 6] = [
    Rgb([200, 0, 0]),
    Rgb([0, 80, 200]),
    Rgb([0, 110, 40]),
    Rgb([140, 0, 160]),
    Rgb([170, 80, 0]),
    Rgb([0, 105, 115]),
];
const INK: Rgb<u8> = Rgb([255, 255, 255]);
/// Pixels of a box's line.
const LINE: i64 = 2;
/// Pixels of a letter's dot.
const DOT: i64 = 2;
/// Most letters of an id.
const LETTERS: usize = 12;

/// A box in pixels, within the picture.
#[derive(Clone, Copy)]
struct Place {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

/// Draws the box of a control and its id. What lies outside of the picture is not drawn.
pub(super) fn mark(canvas: &mut RgbImage, index: usize, id: &str, at: &Rect, scale: f64) {
    let Some(place) = place(canvas, at, scale) else {
        return;
    };
    let colour = COLOURS[index % COLOURS.len()];
    outline(canvas, place, colour);
    label(canvas, place, id, colour);
}

fn place(canvas: &RgbImage, at: &Rect, scale: f64) -> Option<Place> {
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    let sides = [at.x, at.y, at.x + at.w, at.y + at.h].map(|side| side * scale);
    if sides.iter().any(|side| !side.is_finite()) {
        return None;
    }
    let [left, top, right, bottom] = sides;
    if right <= 0.0 || bottom <= 0.0 || left >= width || top >= height {
        return None;
    }
    let pixel = |side: f64, most: f64| side.clamp(0.0, most).round() as i64;
    let place = Place {
        left: pixel(left, width),
        top: pixel(top, height),
        right: pixel(right, width),
        bottom: pixel(bottom, height),
    };
    (place.left < place.right && place.top < place.bottom).then_some(place)
}

fn outline(canvas: &mut RgbImage, place: Place, colour: Rgb<u8>) {
    let Place {
        left,
        top,
        right,
        bottom,
    } = place;
    fill(
        canvas,
        Place {
            bottom: top + LINE,
            ..place
        },
        colour,
    );
    fill(
        canvas,
        Place {
            top: bottom - LINE,
            ..place
        },
        colour,
    );
    fill(
        canvas,
        Place {
            right: left + LINE,
            ..place
        },
        colour,
    );
    fill(
        canvas,
        Place {
            left: right - LINE,
            ..place
        },
        colour,
    );
}

/// Above the box where there is room, so that it hides little of the control; else in its corner.
fn label(canvas: &mut RgbImage, place: Place, id: &str, colour: Rgb<u8>) {
    let letters: Vec<char> = id.chars().take(LETTERS).collect();
    let step = (WIDTH + 1) * DOT;
    let count = i64::try_from(letters.len()).unwrap_or(0);
    let (width, height) = (count * step + DOT, (HEIGHT + 2) * DOT);
    let right_most = i64::from(canvas.width()) - width;
    let left = place.left.min(right_most).max(0);
    let top = match place.top >= height {
        true => place.top - height,
        false => place.top,
    };
    let plate = Place {
        left,
        top,
        right: left + width,
        bottom: top + height,
    };
    fill(canvas, plate, colour);
    for (nth, letter) in (0..).zip(letters) {
        write(canvas, left + DOT + nth * step, top + DOT, letter);
    }
}

fn write(canvas: &mut RgbImage, left: i64, top: i64, letter: char) {
    for (row, bits) in (0..).zip(glyph(letter)) {
        for column in (0..WIDTH).filter(|column| bits >> (WIDTH - 1 - column) & 1 == 1) {
            let (x, y) = (left + column * DOT, top + row * DOT);
            fill(
                canvas,
                Place {
                    left: x,
                    top: y,
                    right: x + DOT,
                    bottom: y + DOT,
                },
                INK,
            );
        }
    }
}

fn fill(canvas: &mut RgbImage, place: Place, colour: Rgb<u8>) {
    for y in place.top..place.bottom {
        for x in place.left..place.right {
            let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
                continue;
            };
            if let Some(pixel) = canvas.get_pixel_mut_checked(x, y) {
                *pixel = colour;
            }
        }
    }
}
