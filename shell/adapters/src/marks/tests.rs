#![allow(clippy::unwrap_used)]

use super::*;
use image::Rgb;
use screen_agent_page::Rect;

const PAPER: Rgb<u8> = Rgb([255, 255, 255]);

fn rect(x: f64, y: f64, w: f64, h: f64) -> Rect {
    Rect { x, y, w, h }
}

/// A white picture, and how wide the page in it is.
fn picture(pixels: (u32, u32), width: f64, marks: Vec<(String, Rect)>) -> Picture {
    let canvas = RgbImage::from_pixel(pixels.0, pixels.1, PAPER);
    let mut bytes = Cursor::new(Vec::new());
    canvas.write_to(&mut bytes, ImageFormat::Png).unwrap();
    Picture {
        image: STANDARD.encode(bytes.into_inner()).into(),
        width,
        marks,
    }
}

fn drawn(picture: &Picture) -> RgbImage {
    let marked = marked(picture).unwrap();
    let encoded = marked.strip_prefix("data:image/jpeg;base64,").unwrap();
    image::load_from_memory(&STANDARD.decode(encoded).unwrap())
        .unwrap()
        .to_rgb8()
}

fn is_paper(canvas: &RgbImage, x: u32, y: u32) -> bool {
    canvas.get_pixel(x, y).0.iter().all(|&part| part > 200)
}

#[test]
fn a_box_stands_where_the_control_is_at_any_scale() {
    for scale in [1_u32, 2] {
        let marks = vec![("7".to_owned(), rect(50.0, 50.0, 80.0, 20.0))];
        let canvas = drawn(&picture((200 * scale, 100 * scale), 200.0, marks));
        assert_eq!(canvas.dimensions(), (200 * scale, 100 * scale));
        assert!(!is_paper(&canvas, 50 * scale, 60 * scale), "left side");
        assert!(
            !is_paper(&canvas, 130 * scale - 1, 60 * scale),
            "right side"
        );
        assert!(!is_paper(&canvas, 90 * scale, 70 * scale - 1), "lower side");
        assert!(
            is_paper(&canvas, 90 * scale, 62 * scale),
            "what is inside stays to be seen"
        );
        assert!(
            is_paper(&canvas, 160 * scale, 60 * scale),
            "what is beside it stays"
        );
    }
}

#[test]
fn an_id_is_written_above_its_box_and_two_ids_differ() {
    let plate = |id: &str| {
        let marks = vec![(id.to_owned(), rect(40.0, 60.0, 60.0, 20.0))];
        let canvas = drawn(&picture((200, 100), 200.0, marks));
        let mut ink = 0;
        for x in 40..60 {
            for y in 43..59 {
                ink += u32::from(is_paper(&canvas, x, y));
            }
        }
        ink
    };
    assert!(plate("1") > 0);
    assert_ne!(plate("1"), plate("8"));
}

#[test]
fn a_large_picture_is_sent_smaller() {
    let marks = vec![("1".to_owned(), rect(1000.0, 10.0, 100.0, 100.0))];
    let canvas = drawn(&picture((3200, 800), 1600.0, marks));
    assert_eq!(canvas.dimensions(), (1600, 400));
    assert!(!is_paper(&canvas, 1000, 60));
}

#[test]
fn boxes_from_nowhere_draw_nothing() {
    let marks = [
        rect(f64::NAN, 0.0, 10.0, 10.0),
        rect(0.0, 0.0, f64::INFINITY, 10.0),
        rect(-50.0, -50.0, 10.0, 10.0),
        rect(500.0, 10.0, 10.0, 10.0),
        rect(10.0, 10.0, 0.0, 0.0),
        rect(10.0, 10.0, -5.0, -5.0),
    ];
    let marks = marks.map(|place| ("9".repeat(500), place)).to_vec();
    let canvas = drawn(&picture((100, 100), 100.0, marks));
    assert!(
        canvas
            .pixels()
            .all(|pixel| pixel.0.iter().all(|&part| part > 250))
    );
    let flat = picture((10, 10), 0.0, vec![("1".into(), rect(0.0, 0.0, 5.0, 5.0))]);
    assert!(drawn(&flat).pixels().all(|pixel| pixel.0[0] > 250));
}

#[test]
fn what_is_no_picture_or_too_large_is_told() {
    let of = |image: String| Picture {
        image: image.into(),
        width: 100.0,
        marks: Vec::new(),
    };
    let mut header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    let mut chunk = b"IHDR".to_vec();
    chunk.extend([0, 0, 0x40, 0, 0, 0, 0x40, 0, 8, 2, 0, 0, 0]);
    header.extend(&chunk[4..]);
    header.extend(crc(&chunk).to_be_bytes());
    header.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    let cases = [
        ("not base64!".to_owned(), PictureError::Unreadable),
        (STANDARD.encode("GIF89a"), PictureError::Unreadable),
        (STANDARD.encode(&header[..20]), PictureError::Unreadable),
        (STANDARD.encode(&header), PictureError::TooLarge),
        ("A".repeat(ENCODED + 1), PictureError::TooLarge),
    ];
    for (image, expected) in cases {
        let start: String = image.chars().take(20).collect();
        assert_eq!(marked(&of(image)), Err(expected), "{start}");
    }
}

/// The checksum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            let carry = if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
            crc >> 1 ^ carry
        })
    })
}
