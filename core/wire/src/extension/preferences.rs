//! What a person prefers, on every device.

use crate::derives::*;

/// Light or dark.
#[contract]
#[derive(Copy, Default, Eq)]
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

/// A language that models can be asked to write in, by its code of ISO 639-1.
#[contract(word)]
pub enum Language {
    /// Arabic.
    Ar,
    /// Czech.
    Cs,
    /// Danish.
    Da,
    /// German.
    De,
    /// Greek.
    El,
    /// English.
    En,
    /// Spanish.
    Es,
    /// Finnish.
    Fi,
    /// French.
    Fr,
    /// Hebrew.
    He,
    /// Hindi.
    Hi,
    /// Hungarian.
    Hu,
    /// Indonesian.
    Id,
    /// Italian.
    It,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Norwegian.
    Nb,
    /// Dutch.
    Nl,
    /// Polish.
    Pl,
    /// Portuguese.
    Pt,
    /// Romanian.
    Ro,
    /// Russian.
    Ru,
    /// Swedish.
    Sv,
    /// Thai.
    Th,
    /// Turkish.
    Tr,
    /// Ukrainian.
    Uk,
    /// Vietnamese.
    Vi,
    /// Chinese.
    Zh,
}

impl Language {
    /// Its name in English, as a model is told it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ar => "Arabic",
            Self::Cs => "Czech",
            Self::Da => "Danish",
            Self::De => "German",
            Self::El => "Greek",
            Self::En => "English",
            Self::Es => "Spanish",
            Self::Fi => "Finnish",
            Self::Fr => "French",
            Self::He => "Hebrew",
            Self::Hi => "Hindi",
            Self::Hu => "Hungarian",
            Self::Id => "Indonesian",
            Self::It => "Italian",
            Self::Ja => "Japanese",
            Self::Ko => "Korean",
            Self::Nb => "Norwegian",
            Self::Nl => "Dutch",
            Self::Pl => "Polish",
            Self::Pt => "Portuguese",
            Self::Ro => "Romanian",
            Self::Ru => "Russian",
            Self::Sv => "Swedish",
            Self::Th => "Thai",
            Self::Tr => "Turkish",
            Self::Uk => "Ukrainian",
            Self::Vi => "Vietnamese",
            Self::Zh => "Chinese",
        }
    }
}

/// `POST /api/v1/user/preferences`.
#[contract(camel)]
#[derive(Default)]
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
#[contract]
#[derive(Default)]
pub struct Preferences {
    /// Light or dark.
    pub theme: Theme,
    /// Outline on the page what is going to be acted on; absent where they never said.
    pub highlights: Option<bool>,
    /// What models write for the person is in this language; in that of their own words where it is absent.
    pub language: Option<Language>,
}

/// `GET /api/v1/user/preferences`.
#[contract(camel)]
#[derive(Default)]
pub struct PreferencesData {
    /// What they prefer.
    pub preferences: Preferences,
    /// When it was saved, ISO 8601; absent when it never was.
    pub synced_at: Option<String>,
}
