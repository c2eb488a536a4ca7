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
        Self {
            field: format!("{parent}.{}", self.field),
            reason: self.reason,
        }
    }
}

/// Refuses text of more than `most` characters.
pub fn chars(field: &str, text: &str, most: usize) -> Result<(), Invalid> {
    // Most texts are shorter in bytes already; only the others are counted.
    if text.len() <= most || text.chars().count() <= most {
        return Ok(());
    }
    Err(Invalid::new(
        field,
        format!("longer than {most} characters"),
    ))
}

/// The same, for text that may be absent.
pub fn chars_if(field: &str, text: Option<&str>, most: usize) -> Result<(), Invalid> {
    text.map_or(Ok(()), |text| chars(field, text, most))
}

/// Refuses text of more than `most` bytes.
pub fn bytes_if(field: &str, text: Option<&str>, most: usize) -> Result<(), Invalid> {
    match text {
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
    list: Option<&[String]>,
    most: usize,
    longest: usize,
) -> Result<(), Invalid> {
    let list = list.unwrap_or_default();
    count(field, list.len(), most)?;
    list.iter()
        .enumerate()
        .try_for_each(|(index, text)| chars(&format!("{field}[{index}]"), text, longest))
}

/// Refuses what is not an absolute address. An empty one counts as absent.
pub fn address(field: &str, text: Option<&str>) -> Result<(), Invalid> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    chars(field, text, crate::limits::URL)?;
    url::Url::parse(text)
        .map(|_| ())
        .map_err(|_| Invalid::new(field, "not an absolute URL"))
}

/// Refuses numbers that are not finite; JSON can write `1e999`.
pub fn finite(field: &str, numbers: &[f64]) -> Result<(), Invalid> {
    if numbers.iter().all(|number| number.is_finite()) {
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
