//! Pictures and documents of a page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::BrowserError;
use crate::outcome::{ActionFile, Trouble};
use crate::page::BrowserPage;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shot {
    /// What is in view.
    View,
    /// The whole page, as far as [`TALLEST`] allows.
    Page,
    /// A box of the top viewport: x, y, width, height.
    Box([f64; 4]),
}

/// How a picture is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Exact.
    Png,
    /// Small: quality in percent; scaled to at most 1,024 pixels wide.
    Jpeg(u8),
}

/// Widest JPEG, as models read them.
const WIDEST: f64 = 1024.0;

/// Tallest picture of a whole page; taller ones take the browser down.
const TALLEST: f64 = 12_000.0;

#[derive(Deserialize)]
struct Data {
    data: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    css_layout_viewport: View,
    css_content_size: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    page_x: f64,
    page_y: f64,
    client_width: f64,
    client_height: f64,
}

#[derive(Deserialize)]
struct Content {
    width: f64,
    height: f64,
}

impl BrowserPage {
    /// Takes a picture.
    ///
    /// # Errors
    /// When the tab is gone or the box is empty.
    pub async fn picture(&self, shot: &Shot, format: Format) -> Result<ActionFile, BrowserError> {
        let metrics: Metrics = self
            .unless_dialog(self.call("Page.getLayoutMetrics", json!({})))
            .await?;
        let mut params = json!({
            "clip": clip(shot, &metrics, format),
            "captureBeyondViewport": *shot != Shot::View,
            "optimizeForSpeed": true,
        });
        let mime = match format {
            Format::Png => "image/png",
            Format::Jpeg(quality) => {
                params["quality"] = json!(quality.clamp(1, 100));
                "image/jpeg"
            }
        };
        params["format"] = json!(mime.trim_start_matches("image/"));
        let data: Data = self
            .unless_dialog(self.call("Page.captureScreenshot", params))
            .await?;
        decoded(&data.data, mime, "Page.captureScreenshot")
    }

    /// Shows HTML of the caller's instead of a page. It bears no address, and belongs to no site.
    ///
    /// # Errors
    /// When the tab is gone.
    pub async fn show(&self, html: &str) -> Result<(), BrowserError> {
        let frame = self.main_frame()?;
        let params = json!({ "frameId": &*frame, "html": html });
        self.unless_dialog(self.call_done("Page.setDocumentContent", params))
            .await
    }

    /// Prints the page as PDF.
    ///
    /// # Errors
    /// When the tab is gone or cannot be printed.
    pub async fn pdf(&self) -> Result<ActionFile, BrowserError> {
        let params = json!({ "printBackground": true });
        let data: Data = self
            .unless_dialog(self.call("Page.printToPDF", params))
            .await?;
        decoded(&data.data, "application/pdf", "Page.printToPDF")
    }
}

/// The part of the page that is taken, and how much it is scaled.
fn clip(shot: &Shot, metrics: &Metrics, format: Format) -> Value {
    let view = &metrics.css_layout_viewport;
    let [x, y, width, height] = match shot {
        Shot::View => [
            view.page_x,
            view.page_y,
            view.client_width,
            view.client_height,
        ],
        Shot::Page => {
            let content = &metrics.css_content_size;
            [0.0, 0.0, content.width, content.height.min(TALLEST)]
        }
        Shot::Box([x, y, width, height]) => [x + view.page_x, y + view.page_y, *width, *height],
    };
    let scale = match format {
        Format::Jpeg(_) if width > WIDEST => WIDEST / width,
        Format::Jpeg(_) | Format::Png => 1.0,
    };
    json!({ "x": x, "y": y, "width": width.max(1.0), "height": height.max(1.0), "scale": scale })
}

/// The format that an action names. JPEG of quality 70 is what the contract expects of pictures.
pub(crate) fn format(name: Option<&str>, quality: Option<u8>) -> Result<Format, Trouble> {
    match name.map(str::to_ascii_lowercase).as_deref() {
        Some("png") => Ok(Format::Png),
        None | Some("jpeg" | "jpg") => Ok(Format::Jpeg(quality.unwrap_or(70))),
        Some(_) => Err(Trouble::invalid("a picture is png or jpeg")),
    }
}

fn decoded(data: &str, mime: &'static str, method: &str) -> Result<ActionFile, BrowserError> {
    let bytes = BASE64.decode(data);
    let bytes = bytes.map_err(|_| BrowserError::Unreadable {
        method: method.to_owned(),
    })?;
    Ok(ActionFile { mime, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics() -> Metrics {
        Metrics {
            css_layout_viewport: View {
                page_x: 0.0,
                page_y: 300.0,
                client_width: 1280.0,
                client_height: 800.0,
            },
            css_content_size: Content {
                width: 1280.0,
                height: 90_000.0,
            },
        }
    }

    #[test]
    fn pictures_for_models_are_narrow_and_exact_ones_are_not() {
        let view = |format| clip(&Shot::View, &metrics(), format);
        assert_eq!(
            view(Format::Jpeg(70)),
            json!({ "x": 0.0, "y": 300.0, "width": 1280.0, "height": 800.0, "scale": 0.8 })
        );
        assert_eq!(view(Format::Png)["scale"], json!(1.0));
    }

    #[test]
    fn an_endless_page_is_cut() {
        assert_eq!(
            clip(&Shot::Page, &metrics(), Format::Png)["height"],
            json!(TALLEST)
        );
        let part = clip(&Shot::Box([10.0, 20.0, 30.0, 0.0]), &metrics(), Format::Png);
        assert_eq!(
            part,
            json!({ "x": 10.0, "y": 320.0, "width": 30.0, "height": 1.0, "scale": 1.0 })
        );
    }
}
