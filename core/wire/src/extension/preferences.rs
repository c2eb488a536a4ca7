//! What a person prefers, on every device.

use crate::derives::*;

/// Light or dark.
#[contract(Copy, Default, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the device says.
    #[default]
    System,
}

screen_agent_words::worded! {
    /// A language that models can be asked to write in, by its code of ISO 639-1.
    #[contract(word)]
    pub enum Language {
        /// Arabic.
        Ar = "Arabic",
        /// Czech.
        Cs = "Czech",
        /// Danish.
        Da = "Danish",
        /// German.
        De = "German",
        /// Greek.
        El = "Greek",
        /// English.
        En = "English",
        /// Spanish.
        Es = "Spanish",
        /// Finnish.
        Fi = "Finnish",
        /// French.
        Fr = "French",
        /// Hebrew.
        He = "Hebrew",
        /// Hindi.
        Hi = "Hindi",
        /// Hungarian.
        Hu = "Hungarian",
        /// Indonesian.
        Id = "Indonesian",
        /// Italian.
        It = "Italian",
        /// Japanese.
        Ja = "Japanese",
        /// Korean.
        Ko = "Korean",
        /// Norwegian.
        Nb = "Norwegian",
        /// Dutch.
        Nl = "Dutch",
        /// Polish.
        Pl = "Polish",
        /// Portuguese.
        Pt = "Portuguese",
        /// Romanian.
        Ro = "Romanian",
        /// Russian.
        Ru = "Russian",
        /// Swedish.
        Sv = "Swedish",
        /// Thai.
        Th = "Thai",
        /// Turkish.
        Tr = "Turkish",
        /// Ukrainian.
        Uk = "Ukrainian",
        /// Vietnamese.
        Vi = "Vietnamese",
        /// Chinese.
        Zh = "Chinese",
    }
}

/// `POST /api/v1/user/preferences`.
#[contract(camel, Default)]
pub struct PreferencesRequest {
    /// Light or dark.
    pub theme: Theme,
    /// Outline on the page what is going to be acted on; absent where they never said.
    pub highlights: Option<bool>,
    /// What models write for the person is in this language; in that of their own words where it is absent.
    pub language: Option<Language>,
    /// Version of the client that saves.
    pub client_version: Option<String>,
}

/// The preferences themselves.
#[contract(Default)]
pub struct Preferences {
    /// Light or dark.
    pub theme: Theme,
    /// Outline on the page what is going to be acted on; absent where they never said.
    pub highlights: Option<bool>,
    /// What models write for the person is in this language; in that of their own words where it is absent.
    pub language: Option<Language>,
}

/// `GET /api/v1/user/preferences`.
#[contract(camel, Default)]
pub struct PreferencesData {
    /// What they prefer.
    pub preferences: Preferences,
    /// When it was saved, ISO 8601; absent when it never was.
    pub synced_at: Option<String>,
}
