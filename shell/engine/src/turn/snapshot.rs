//! The picture that a client sent with its look.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use screen_agent_store::StoreError;
use screen_agent_store::task::StepPicture;
use screen_agent_turn::event::Seen;
use screen_agent_turn::task::Task;

use super::draft::Draft;
use super::held::Held;

/// Largest picture that is kept, in bytes.
const LARGEST: usize = 2_000_000;

/// The picture of the page as it was before the step that this turn ends with. Without a step
/// there is nothing to hang it on; a picture that cannot be read is left out.
pub(super) fn before_last_step(draft: &Draft) -> Option<(u16, StepPicture)> {
    let step = draft.steps.last()?;
    let screen = draft.screen.as_ref()?;
    let picture = read(screen.heavy.screenshot.as_deref()?)?;
    Some((step.index, picture))
}

/// A picture that has not changed is not sent again: its hash is, and the picture is the one that was kept. One that is
/// kept no longer is missing, as if the client had none.
pub(super) async fn unchanged(held: &Held, task: &Task, seen: &mut Seen) -> Result<(), StoreError> {
    let heavy = &seen.screen.heavy;
    let known = task.pictured.as_ref().filter(|known| {
        heavy.screenshot.is_none() && heavy.screenshot_hash.as_ref() == Some(&known.hash)
    });
    let Some(known) = known else { return Ok(()) };
    let kept = held
        .rows()
        .find::<StepPicture>((task.id, known.step))
        .await?;
    if let Some(picture) = kept {
        let screen = Arc::make_mut(&mut seen.screen);
        screen.heavy.screenshot = Some(STANDARD.encode(picture.image).into());
    }
    Ok(())
}

/// Reads base64, with or without the head of a data URL.
fn read(text: &str) -> Option<StepPicture> {
    let body = match text.strip_prefix("data:") {
        Some(url) => url.split_once(";base64,")?.1,
        None => text,
    };
    let image = STANDARD.decode(body.trim()).ok()?;
    let mime = mime(&image)?.to_owned();
    (image.len() <= LARGEST).then_some(StepPicture { mime, image })
}

/// Told by the first bytes, not by the client: the console will show it as this.
fn mime(image: &[u8]) -> Option<&'static str> {
    if image.starts_with(&[0xff, 0xd8, 0xff]) {
        Some("image/jpeg")
    } else if image.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_by_their_bytes() {
        let jpeg = StepPicture {
            mime: "image/jpeg".to_owned(),
            image: vec![0xff, 0xd8, 0xff, 0xe0],
        };
        let png = StepPicture {
            mime: "image/png".to_owned(),
            image: b"\x89PNG\r\n\x1a\n".to_vec(),
        };
        for (text, expected) in [
            ("/9j/4A==", Some(jpeg.clone())),
            ("data:image/jpeg;base64,/9j/4A==", Some(jpeg.clone())),
            ("data:text/html;base64,/9j/4A==", Some(jpeg)),
            ("iVBORw0KGgo=", Some(png)),
            ("PHNjcmlwdD4=", None),
            ("data:image/jpeg,/9j/4A==", None),
            ("not base64!", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }
}
