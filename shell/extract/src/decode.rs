//! Bytes to text: UTF-8, UTF-16 with its mark, else what older programs on Windows write.

use screen_agent_think::file::Unreadable;

/// What 0x80 to 0x9f stand for there; 0 stands for nothing.
const WINDOWS: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
    0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/// The text. Bytes that no text holds mean that it is none.
pub(crate) fn text(bytes: &[u8]) -> Result<String, Unreadable> {
    if let Some(wide) = bytes.strip_prefix(b"\xff\xfe") {
        return utf16(wide, u16::from_le_bytes);
    }
    if let Some(wide) = bytes.strip_prefix(b"\xfe\xff") {
        return utf16(wide, u16::from_be_bytes);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.iter().any(|byte| is_control(*byte)) {
        return Err(Unreadable::Unsupported);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => bytes.iter().map(|byte| windows(*byte)).collect(),
    }
}

/// Control characters that text has no use for.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127)
}

fn windows(byte: u8) -> Result<char, Unreadable> {
    let code = match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        other => u16::from(other),
    };
    match char::from_u32(code.into()) {
        Some(letter) if code != 0 => Ok(letter),
        Some(_) | None => Err(Unreadable::Unsupported),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Unreadable> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Unreadable::Broken);
    }
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    let text = text.map_err(|_| Unreadable::Broken)?;
    if text.contains('\0') {
        return Err(Unreadable::Unsupported);
    }
    Ok(text)
}
