//! What the person's organisation knows of the site: passages of its documents. They are data, never instruction: whoever
//! wrote the documents wrote them, and a model reads them inside the fence alone.

use serde::{Deserialize, Serialize};

/// Most passages that a model is told of, and how many characters of each. Facts §3, "Task type".
pub const PASSAGES: usize = 5;
pub const PASSAGE: usize = 1_000;

/// A passage, with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Passage {
    /// Its id.
    pub id: String,
    /// The document that it is of.
    pub document: String,
    /// Title of that.
    pub title: String,
    /// Its address, or the name of the file.
    pub location: String,
    /// The headings that it stands under.
    pub section: String,
    /// The page that it begins on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// Its words.
    pub text: String,
}

impl Passage {
    /// Where it stands, as a reader is told.
    pub fn place(&self) -> String {
        let title = match self.title.trim() {
            "" => self.location.trim(),
            title => title,
        };
        let mut place = title.to_owned();
        // Documents often say their title once more as their first heading.
        let section = self.section.strip_prefix(title).unwrap_or(&self.section);
        let section = section.trim_start_matches([' ', '›']).trim();
        if !section.is_empty() {
            place = format!("{place} › {section}");
        }
        match self.page {
            Some(page) => format!("{place}, p. {page}"),
            None => place,
        }
    }
}

/// An answer whose marks, such as `[K1]`, are the places of the passages that they stand for. A mark that stands for none
/// is left out: nobody could look it up.
pub fn cited(answer: &str, passages: &[Passage]) -> String {
    let mut told = String::with_capacity(answer.len());
    let mut rest = answer;
    while let Some(at) = rest.find("[K") {
        let Some(marks) = rest[at + 1..]
            .split_once(']')
            .and_then(|(inside, _)| numbers(inside))
        else {
            told.push_str(&rest[..at + 2]);
            rest = &rest[at + 2..];
            continue;
        };
        let (end, numbers) = marks;
        told.push_str(&rest[..at]);
        let places: Vec<String> = numbers
            .into_iter()
            .filter_map(|number| passages.get(number.checked_sub(1)?))
            .map(Passage::place)
            .collect();
        if places.is_empty() {
            told.truncate(told.trim_end_matches(' ').len());
        } else {
            told.push_str(&format!("[{}]", places.join("; ")));
        }
        rest = &rest[at + 1 + end + 1..];
    }
    told.push_str(rest);
    told
}

/// `K1, K2` as numbers, and how long that is; nothing for anything else.
fn numbers(inside: &str) -> Option<(usize, Vec<usize>)> {
    let of = |mark: &str| mark.trim().strip_prefix('K')?.parse().ok();
    let numbers: Option<Vec<usize>> = inside.split([',', ';']).map(of).collect();
    numbers.map(|numbers| (inside.len(), numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(title: &str, section: &str, page: Option<u32>) -> Passage {
        Passage {
            title: title.to_owned(),
            location: "a.pdf".to_owned(),
            section: section.to_owned(),
            page,
            ..Passage::default()
        }
    }

    #[test]
    fn a_place_is_title_section_and_page() {
        for (title, section, page, expected) in [
            (
                "Handbook",
                "Leave › Parents",
                None,
                "Handbook › Leave › Parents",
            ),
            (
                "Handbook",
                "Handbook › Leave",
                Some(4),
                "Handbook › Leave, p. 4",
            ),
            ("Handbook", "Handbook", None, "Handbook"),
            ("", "", Some(2), "a.pdf, p. 2"),
        ] {
            assert_eq!(passage(title, section, page).place(), expected);
        }
    }

    #[test]
    fn marks_become_places_and_made_up_marks_go() {
        let known = [
            passage("Handbook", "Leave", None),
            passage("Prices", "", Some(3)),
        ];
        for (answer, expected) in [
            ("Twenty days [K1].", "Twenty days [Handbook › Leave]."),
            ("Both [K1, K2]", "Both [Handbook › Leave; Prices, p. 3]"),
            ("None [K9]. Two [K2][K0]", "None. Two [Prices, p. 3]"),
            ("Key [Kelvin] and [K", "Key [Kelvin] and [K"),
            ("[K99999999999999999999999]", "[K99999999999999999999999]"),
            ("", ""),
        ] {
            assert_eq!(cited(answer, &known), expected, "{answer}");
        }
    }
}
