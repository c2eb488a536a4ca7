//! What came, as text.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How far into a page its own word on its encoding is looked for, as browsers do.
const PRESCAN: usize = 1_024;

/// What is said of a body before it is read.
pub(super) struct Kind {
    mime: Option<String>,
    encoding: Option<&'static Encoding>,
}

impl Kind {
    /// By its header; nothing for what is no text. Without a header its own first bytes tell.
    pub(super) fn of(header: Option<&str>) -> Option<Self> {
        let Some(header) = header else {
            return Some(Self {
                mime: None,
                encoding: None,
            });
        };
        let mut parts = header.split(';');
        let mime = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let encoding = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            let named = name.trim().eq_ignore_ascii_case("charset");
            named.then(|| Encoding::for_label(value.trim().trim_matches('"').as_bytes()))?
        });
        readable(&mime).then_some(Self {
            mime: Some(mime),
            encoding,
        })
    }

    /// Its type and its text; nothing when it is no text after all.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<(String, String)> {
        let mime = self.mime.unwrap_or_else(|| sniffed(bytes).to_owned());
        let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
        let encoding = marked
            .or(self.encoding)
            .or_else(|| is_html(&mime).then(|| own_word(bytes)).flatten())
            .unwrap_or_else(|| match std::str::from_utf8(bytes) {
                Ok(_) => UTF_8,
                Err(_) => WINDOWS_1252,
            });
        let (text, _, _) = encoding.decode(bytes);
        // Bytes that no text holds: whatever it was declared as, it is something else.
        let odd = text.chars().take(PRESCAN).filter(|c| *c == '\0').count();
        (odd == 0).then(|| (mime, text.into_owned()))
    }
}

fn is_html(mime: &str) -> bool {
    matches!(mime, "text/html" | "application/xhtml+xml")
}

fn readable(mime: &str) -> bool {
    is_html(mime)
        || matches!(
            mime,
            "text/plain"
                | "text/markdown"
                | "text/x-markdown"
                | "application/json"
                | "text/json"
                | "application/xml"
                | "text/xml"
        )
        || (mime.starts_with("application/") && mime.ends_with("+json"))
}

fn sniffed(bytes: &[u8]) -> &'static str {
    match bytes.trim_ascii_start().first() {
        Some(b'<') => "text/html",
        _ => "text/plain",
    }
}

/// `<meta charset=…>`, or the same in `<meta http-equiv=… content="…; charset=…">`.
fn own_word(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..PRESCAN).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let meta = head.split("<meta").skip(1);
    meta.filter_map(|tag| tag.split('>').next())
        .find_map(|tag| {
            let (_, value) = tag.split_once("charset")?;
            let value = value.trim_start().strip_prefix('=')?;
            let value = value.trim_start().trim_start_matches(['"', '\'']);
            let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !"-_:.".contains(c));
            let label = &value[..end.unwrap_or(value.len())];
            let found = Encoding::for_label(label.as_bytes())?;
            // The word itself could be read byte by byte, so it cannot be that.
            match found.name() {
                "UTF-16LE" | "UTF-16BE" => Some(UTF_8),
                _ => Some(found),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(header: Option<&str>, bytes: &[u8]) -> Option<(String, String)> {
        Kind::of(header)?.decode(bytes)
    }

    #[test]
    fn text_is_read_in_its_own_encoding() {
        let cases: [(Option<&str>, &[u8], &str, &str); 8] = [
            (
                Some("text/html; charset=utf-8"),
                "ä".as_bytes(),
                "text/html",
                "ä",
            ),
            (
                Some("Text/HTML;charset=\"ISO-8859-1\""),
                b"\xe4",
                "text/html",
                "ä",
            ),
            (
                Some("text/html"),
                b"<meta charset='windows-1251'>\xe0",
                "text/html",
                "<meta charset='windows-1251'>а",
            ),
            (
                Some("text/html"),
                b"<META http-equiv=x content=\"text/html; charset=shift_jis\">\x82\xa0",
                "text/html",
                "<META http-equiv=x content=\"text/html; charset=shift_jis\">あ",
            ),
            (Some("text/plain"), b"\xff\xfea\0", "text/plain", "a"),
            (Some("text/markdown"), b"\xe4", "text/markdown", "ä"),
            (None, b" <p>x", "text/html", " <p>x"),
            (
                Some("application/ld+json"),
                b"{}",
                "application/ld+json",
                "{}",
            ),
        ];
        for (header, bytes, mime, text) in cases {
            let expected = Some((mime.to_owned(), text.to_owned()));
            assert_eq!(decoded(header, bytes), expected, "{header:?}");
        }
    }

    #[test]
    fn what_is_no_text_is_not_read() {
        for header in [
            "image/png",
            "application/pdf",
            "application/octet-stream",
            "text/css",
            "",
            "application/zip",
        ] {
            assert_eq!(decoded(Some(header), b"x"), None, "{header}");
        }
        assert_eq!(decoded(Some("text/plain"), b"MZ\0\0"), None);
        assert_eq!(decoded(None, b"\x7fELF\0"), None);
    }
}
