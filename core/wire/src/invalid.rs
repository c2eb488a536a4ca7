//! What was wrong with a request, and the small checks that find it.

/// One field that cannot be taken, and why. Both parts are safe to send back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct Invalid {
    /// Path of the field, such as `interactiveTree[3].i`; empty for the body as a whole.
    pub field: String,
    /// Why, in a few words.
    pub reason: String,
}

impl Invalid {
    /// Names a field and what is wrong with it.
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            reason: reason.into(),
        }
    }

    /// Its field and its reason; the reason alone where it is about the whole.
    pub fn told(&self) -> String {
        match self.field.is_empty() {
            true => self.reason.clone(),
            false => self.to_string(),
        }
    }

    /// The same, one level further in.
    #[must_use]
    pub fn inside(self, parent: &str) -> Self {
        let field = match self.field.as_str() {
            // The whole of it is wrong.
            "" => parent.to_owned(),
            field => format!("{parent}.{field}"),
        };
        Self { field, ..self }
    }
}

/// A text that may be absent; then there is nothing wrong with it.
pub trait MaybeText {
    /// The text.
    fn as_text(&self) -> Option<&str>;
}

impl MaybeText for str {
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl MaybeText for String {
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl MaybeText for Option<String> {
    fn as_text(&self) -> Option<&str> {
        self.as_deref()
    }
}

/// A list of texts that may be absent, and is empty then.
pub trait MaybeTexts {
    /// The texts.
    fn as_texts(&self) -> &[String];
}

impl MaybeTexts for Vec<String> {
    fn as_texts(&self) -> &[String] {
        self
    }
}

impl MaybeTexts for Option<Vec<String>> {
    fn as_texts(&self) -> &[String] {
        self.as_deref().unwrap_or_default()
    }
}

/// Refuses a text that says nothing, or has more than `most` characters.
pub fn given(field: &str, text: &(impl MaybeText + ?Sized), most: usize) -> Result<(), Invalid> {
    if text.as_text().is_some_and(|text| text.trim().is_empty()) {
        return Err(Invalid::new(field, "is empty"));
    }
    chars(field, text, most)
}

/// Refuses text of more than `most` characters.
pub fn chars(field: &str, text: &(impl MaybeText + ?Sized), most: usize) -> Result<(), Invalid> {
    let text = text.as_text().unwrap_or_default();
    // Most texts are shorter in bytes already; only the others are counted.
    if text.len() <= most || text.chars().count() <= most {
        return Ok(());
    }
    Err(Invalid::new(
        field,
        format!("longer than {most} characters"),
    ))
}

/// Refuses text of more than `most` bytes.
pub fn bytes(field: &str, text: &impl MaybeText, most: usize) -> Result<(), Invalid> {
    match text.as_text() {
        Some(text) if text.len() > most => {
            Err(Invalid::new(field, format!("larger than {most} bytes")))
        }
        _ => Ok(()),
    }
}

/// Refuses more than `most` entries.
pub fn count(field: &str, found: usize, most: usize) -> Result<(), Invalid> {
    if found <= most {
        return Ok(());
    }
    Err(Invalid::new(field, format!("more than {most} entries")))
}

/// Refuses a list with too many entries, or with one that is too long.
pub fn texts(
    field: &str,
    list: &impl MaybeTexts,
    most: usize,
    longest: usize,
) -> Result<(), Invalid> {
    let list = list.as_texts();
    count(field, list.len(), most)?;
    list.iter()
        .enumerate()
        .try_for_each(|(index, text)| chars(&format!("{field}[{index}]"), text, longest))
}

/// Refuses what is not an absolute address. An empty one counts as absent.
pub fn address(field: &str, text: &impl MaybeText) -> Result<(), Invalid> {
    let Some(text) = text.as_text().filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    chars(field, text, crate::limits::URL)?;
    url::Url::parse(text)
        .map(|_| ())
        .map_err(|_| Invalid::new(field, "not an absolute URL"))
}

/// Refuses numbers that are not finite; JSON can write `1e999`.
pub fn finite(field: &str, numbers: impl IntoIterator<Item = f64>) -> Result<(), Invalid> {
    if numbers.into_iter().all(f64::is_finite) {
        return Ok(());
    }
    Err(Invalid::new(field, "not a finite number"))
}

/// Cuts text after `most` characters, in place.
pub fn cut(text: &mut String, most: usize) {
    if text.len() <= most {
        return;
    }
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
    }
}
