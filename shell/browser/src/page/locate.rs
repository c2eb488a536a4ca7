//! Finding the element that a decision was about, and the point to aim at.

use serde::Deserialize;
use serde_json::{Value, json};

use super::BrowserPage;
use super::bundle::call;
use super::frames::Placed;
use crate::outcome::{PerformRefusal, Trouble};
use crate::point::At;
use crate::target::Target;
use crate::world::Realm;

/// An element and the document that it is in.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Where our code runs in that document.
    pub world: Realm,
    /// Its id there, without the frame.
    pub local: String,
    /// The frame elements around it; `None` in the top document.
    pub within: Option<Placed>,
}

/// An element that is ready for input.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The point to aim at, in the top viewport.
    pub at: At,
    /// Its box in the top viewport.
    pub area: [f64; 4],
    /// Another element than the one that was numbered, but the same control.
    pub healed: bool,
}

#[derive(Deserialize)]
struct Located {
    ok: bool,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default, rename = "box")]
    area: [f64; 4],
    #[serde(default)]
    healed: bool,
    refusal: Option<PerformRefusal>,
    #[serde(default)]
    message: String,
}

impl BrowserPage {
    /// Which document an id belongs to.
    pub(crate) async fn place(&self, id: &str) -> Result<Place, Trouble> {
        let (frame, local) = split(id);
        if frame == 0 {
            let world = self.top_world().await?;
            return Ok(Place {
                world,
                local: local.to_owned(),
                within: None,
            });
        }
        let placed = self.placed(frame).ok_or_else(|| not_there(id))?;
        let world = self.world_of(&placed.frame).await?;
        Ok(Place {
            world,
            local: local.to_owned(),
            within: Some(placed),
        })
    }

    /// Finds an element that is to get real input: in view, uncovered, enabled, and still what the
    /// decision took it for. Nothing was sent to the page when this refuses.
    pub(crate) async fn locate(&self, target: &Target, options: Value) -> Result<Found, Trouble> {
        let place = self.place(&target.id).await?;
        if let Some(basis) = target.basis.as_ref().filter(|_| place.within.is_some()) {
            // Of the page around it a frame knows no more than the origin.
            self.same_document(&basis.without_target()).await?;
        }
        let code = call("locate", &[json!(place.local), target.to_json(), options]);
        let located: Located = self.run(&place.world, &code).await?;
        if !located.ok {
            let refusal = located.refusal.unwrap_or(PerformRefusal::NotFound);
            return Err(Trouble::Refused(refusal, located.message));
        }
        let at = At {
            x: located.x,
            y: located.y,
        };
        let corner = self.corner_uncovered(&place, at).await?;
        let [x, y, width, height] = located.area;
        Ok(Found {
            at: At {
                x: at.x + corner.x,
                y: at.y + corner.y,
            },
            area: [x + corner.x, y + corner.y, width, height],
            healed: located.healed,
        })
    }
}

/// Frame and id within it: `f3_12` is 12 in frame 3.
fn split(id: &str) -> (u32, &str) {
    let framed = id.strip_prefix('f').and_then(|rest| {
        let (frame, local) = rest.split_once('_')?;
        Some((frame.parse().ok()?, local))
    });
    framed.unwrap_or((0, id))
}

fn not_there(id: &str) -> Trouble {
    Trouble::Refused(
        PerformRefusal::NotFound,
        format!("no element {id} on the page"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_names_its_frame() {
        for (id, expected) in [
            ("12", (0, "12")),
            ("f3_12", (3, "12")),
            ("f1_f2_3", (1, "f2_3")),
            ("lr-1", (0, "lr-1")),
            ("fx_1", (0, "fx_1")),
            ("", (0, "")),
        ] {
            assert_eq!(split(id), expected);
        }
    }
}
