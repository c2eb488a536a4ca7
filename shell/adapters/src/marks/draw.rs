//! A box and a label.

use std::convert::Infallible;

use embedded_graphics::mono_font::{MonoTextStyleBuilder, ascii::FONT_9X18_BOLD};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{PrimitiveStyleBuilder, Rectangle, StrokeAlignment};
use embedded_graphics::text::{Baseline, Text};
use image::{Rgb, RgbImage};
use screen_agent_page::Rect;

/// Neighbours differ, and white letters can be read on each.
const COLOURS: [Rgb888; 6] = [
    Rgb888::new(200, 0, 0),
    Rgb888::new(0, 80, 200),
    Rgb888::new(0, 110, 40),
    Rgb888::new(140, 0, 160),
    Rgb888::new(170, 80, 0),
    Rgb888::new(0, 105, 115),
];

/// Pixels of a box's line.
const LINE: u32 = 2;

/// Most letters of an id.
const LETTERS: usize = 12;

/// A picture that is drawn upon. What lies outside of it is not drawn.
pub(super) struct Canvas(pub(super) RgbImage);

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.0.width(), self.0.height())
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(at, colour) in pixels {
            let place = u32::try_from(at.x).ok().zip(u32::try_from(at.y).ok());
            if let Some((x, y)) = place
                && let Some(pixel) = self.0.get_pixel_mut_checked(x, y)
            {
                *pixel = Rgb([colour.r(), colour.g(), colour.b()]);
            }
        }
        Ok(())
    }
}

/// Draws the box of a control and its id.
pub(super) fn mark(
    canvas: &mut Canvas,
    index: usize,
    id: &str,
    at: &Rect,
    scale: f64,
) -> Result<(), Infallible> {
    let Some(place) = place(canvas.size(), at, scale) else {
        return Ok(());
    };
    let colour = COLOURS[index % COLOURS.len()];
    let line = PrimitiveStyleBuilder::new()
        .stroke_color(colour)
        .stroke_width(LINE)
        .stroke_alignment(StrokeAlignment::Inside)
        .build();
    place.into_styled(line).draw(canvas)?;
    let letters: String = id.chars().take(LETTERS).collect();
    let style = MonoTextStyleBuilder::new()
        .font(&FONT_9X18_BOLD)
        .text_color(Rgb888::WHITE)
        .background_color(colour)
        .build();
    let mut label = Text::with_baseline(&letters, place.top_left, style, Baseline::Top);
    let plate = label.bounding_box().size;
    // Above the box where there is room, so that it hides little of the control; else in its corner.
    if label.position.y >= plate.height.cast_signed() {
        label.position.y -= plate.height.cast_signed();
    }
    let right_most = canvas.size().width.saturating_sub(plate.width);
    label.position.x = label.position.x.min(right_most.cast_signed());
    label.draw(canvas).map(drop)
}

/// A control's box in pixels, within the picture.
fn place(picture: Size, at: &Rect, scale: f64) -> Option<Rectangle> {
    let (width, height) = (f64::from(picture.width), f64::from(picture.height));
    let sides = [at.x, at.y, at.x + at.w, at.y + at.h].map(|side| side * scale);
    if sides.iter().any(|side| !side.is_finite()) {
        return None;
    }
    let [left, top, right, bottom] = sides;
    if right <= 0.0 || bottom <= 0.0 || left >= width || top >= height {
        return None;
    }
    let pixel = |side: f64, most: f64| side.clamp(0.0, most).round() as i32;
    let (left, top) = (pixel(left, width), pixel(top, height));
    let (across, down) = (pixel(right, width) - left, pixel(bottom, height) - top);
    let size = Size::new(u32::try_from(across).ok()?, u32::try_from(down).ok()?);
    (across > 0 && down > 0).then(|| Rectangle::new(Point::new(left, top), size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(letter: char) -> RgbImage {
        let mut canvas = Canvas(RgbImage::new(30, 50));
        let place = Rect {
            x: 5.0,
            y: 25.0,
            w: 20.0,
            h: 20.0,
        };
        assert_eq!(
            mark(&mut canvas, 0, &letter.to_string(), &place, 1.0),
            Ok(())
        );
        canvas.0
    }

    #[test]
    fn no_two_letters_look_alike() {
        let all: Vec<char> = ('0'..='9')
            .chain('a'..='z')
            .chain('A'..='Z')
            .chain("-_.:".chars())
            .collect();
        for (index, one) in all.iter().enumerate() {
            assert_ne!(letter(*one), letter('é'), "{one}");
            for other in &all[..index] {
                assert_ne!(letter(*one), letter(*other), "{one} {other}");
            }
        }
    }
}
