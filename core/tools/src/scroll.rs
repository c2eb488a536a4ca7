//! `browser.scroll`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Farthest that is scrolled at once, in pixels.
const FARTHEST: f64 = 20_000.0;
/// Height of a view of a page, where it is not known; scrolling is told in views.
const VIEW: f64 = 800.0;

/// Scroll the page.
#[contract(camel, strict)]
pub struct Scroll {
    /// Pixels down; up when negative.
    pub delta_y: f64,
}

tool! {
    Scroll = "browser.scroll", "Scroll the page": Client, Browser;
    takes "{\"deltaY\": pixels down}";
    narrow |_| [("deltaY", whole(-10_000, 10_000))]
}

impl Described for Scroll {
    fn check(&self) -> Result<(), Invalid> {
        finite("deltaY", [self.delta_y])?;
        match self.delta_y.abs() <= FARTHEST {
            true => Ok(()),
            false => Err(Invalid::new(
                "deltaY",
                format!("expected -{FARTHEST} to {FARTHEST}"),
            )),
        }
    }

    fn action(&self) -> Option<Action> {
        Some(Action::Scroll {
            down: self.delta_y >= 0.0,
            pages: (self.delta_y.abs() / VIEW).clamp(0.1, 10.0),
            id: None,
        })
    }

    fn needs_page(&self) -> bool {
        true
    }
}
