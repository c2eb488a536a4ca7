//! The trifles that are asked, and what their answers show.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use serde_json::{Value, json};

use super::{NAME, NAMES};

/// A small question.
#[derive(Clone, Copy)]
pub(super) struct Small<'a> {
    pub(super) system: &'a str,
    pub(super) user: &'a str,
    pub(super) picture: Option<&'a str>,
}

const fn small(system: &'static str, user: &'static str) -> Small<'static> {
    Small {
        system,
        user,
        picture: None,
    }
}

const ONE_WORD: &str = "You answer with one word.";
pub(super) const YES: Small<'_> = small(ONE_WORD, "Say yes.");
pub(super) const BIRD: Small<'_> = small(
    "You answer with one JSON object.",
    "Name a bird in the field \"word\".",
);
pub(super) const COLOUR: Small<'_> = small(ONE_WORD, "Which colour is the picture?");
pub(super) const COUNT: Small<'_> = small(
    "You do as you are told.",
    "Count from one to thirty in words.",
);

/// A bird that nobody names who is not held to it.
const HOATZIN: &str = "hoatzin";

/// The schema of an answer that can only be the one bird.
pub(super) fn bird() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": { "word": { "type": "string", "enum": [HOATZIN] } },
        "required": ["word"],
    })
}

pub(super) fn is_bird(answer: &str) -> bool {
    serde_json::from_str::<Value>(answer).is_ok_and(|answer| answer == json!({ "word": HOATZIN }))
}

pub(super) fn is_object(answer: &str) -> bool {
    serde_json::from_str::<Value>(answer).is_ok_and(|answer| answer.is_object())
}

/// A red picture.
pub(super) fn red() -> String {
    let canvas = RgbImage::from_pixel(64, 64, Rgb([230, 0, 0]));
    let mut bytes = Vec::new();
    // A picture in memory is encoded whatever happens; without one the check fails, as it should.
    let _ = JpegEncoder::new_with_quality(&mut bytes, 80).encode_image(&canvas);
    format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes))
}

/// Names of the models that a server lists, fit to be shown.
pub(super) fn names(models: &[Value]) -> Vec<String> {
    let names = models.iter().filter_map(|model| model["id"].as_str());
    let shown = names.map(|name| {
        name.chars()
            .filter(|c| !c.is_control())
            .take(NAME)
            .collect()
    });
    shown.take(NAMES).collect()
}

/// Where servers write how much a model can take.
const WINDOWS: [&str; 6] = [
    "/meta/n_ctx",
    "/max_model_len",
    "/context_length",
    "/context_window",
    "/max_context_length",
    "/meta/n_ctx_train",
];

/// The window that a list tells of this model, or of the only one.
pub(super) fn window(models: &[Value], name: &str) -> Option<u32> {
    let model = models
        .iter()
        .find(|model| model["id"] == name)
        .or_else(|| models.first().filter(|_| models.len() == 1))?;
    let told = WINDOWS
        .iter()
        .find_map(|place| model.pointer(place)?.as_u64());
    told.and_then(|told| u32::try_from(told).ok())
}
