//! Draws the id of each control into a picture of the screen, so that a model that sees can name it.

mod draw;

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{ImageFormat, ImageReader, Limits, RgbImage};
use screen_agent_think::Picture;

use draw::Canvas;

/// Most pixels of a picture that is opened.
const PIXELS: u64 = 25_000_000;
/// Most characters of an encoded picture.
const ENCODED: usize = 32 * 1024 * 1024;
/// Longest side of a picture that is sent: more costs tokens and tells no more.
const LONGEST: u32 = 1_600;
/// JPEG quality out of 100.
const QUALITY: u8 = 70;
/// Most marks on a picture.
const MARKS: usize = 300;

/// Why a picture is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PictureError {
    /// Not base64, or neither JPEG nor PNG.
    #[error("the picture cannot be read")]
    Unreadable,
    /// More than is opened.
    #[error("the picture is too large")]
    TooLarge,
}

/// The picture with its marks, as a `data:` address.
pub(crate) fn marked(picture: &Picture) -> Result<String, PictureError> {
    let mut canvas = Canvas(open(&picture.image)?);
    let scale = f64::from(canvas.0.width()) / picture.width;
    if scale.is_finite() && scale > 0.0 {
        for (index, (id, place)) in picture.marks.iter().take(MARKS).enumerate() {
            let Ok(()) = draw::mark(&mut canvas, index, id, place, scale);
        }
    }
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode_image(&canvas.0)
        .map_err(|_| PictureError::Unreadable)?;
    Ok(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)))
}

/// Opens a picture no larger than it has to be. Its size is looked at before it is unpacked.
fn open(encoded: &str) -> Result<RgbImage, PictureError> {
    let encoded = match encoded.split_once(";base64,") {
        Some((kind, encoded)) if kind.starts_with("data:") => encoded,
        _ => encoded,
    };
    if encoded.len() > ENCODED {
        return Err(PictureError::TooLarge);
    }
    let bytes = STANDARD
        .decode(encoded.trim())
        .map_err(|_| PictureError::Unreadable)?;
    let (width, height) = reader(&bytes)?
        .into_dimensions()
        .map_err(|_| PictureError::Unreadable)?;
    if u64::from(width) * u64::from(height) > PIXELS {
        return Err(PictureError::TooLarge);
    }
    let mut reader = reader(&bytes)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(PIXELS * 8);
    reader.limits(limits);
    let opened = reader.decode().map_err(|_| PictureError::Unreadable)?;
    Ok(match width.max(height) > LONGEST {
        true => opened
            .resize(LONGEST, LONGEST, FilterType::Triangle)
            .to_rgb8(),
        false => opened.to_rgb8(),
    })
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, PictureError> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| PictureError::Unreadable)?;
    match reader.format() {
        Some(ImageFormat::Png | ImageFormat::Jpeg) => Ok(reader),
        _ => Err(PictureError::Unreadable),
    }
}

#[cfg(test)]
mod tests;
