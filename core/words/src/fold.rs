//! Words as they are compared: small letters, without marks, signs that nobody sees, or letters
//! that only look like Latin ones.

/// The words of a text.
pub fn words(text: &str) -> Vec<String> {
    let seen: String = text.chars().filter(|c| !is_unseen(*c)).collect();
    seen.split(|c: char| !c.is_alphanumeric() && !is_apostrophe(c))
        .map(word)
        .filter(|word| !word.is_empty())
        .collect()
}

/// One word.
pub fn word(word: &str) -> String {
    let plain: String = word
        .chars()
        .filter(|c| !is_apostrophe(*c) && !is_unseen(*c))
        .map(plain_width)
        .flat_map(char::to_lowercase)
        .filter(|c| !is_unseen(*c))
        .collect();
    let is_latin = |c: char| c.is_ascii_alphabetic();
    let mixed = plain.chars().any(is_latin) && plain.chars().any(|c| latin_look(c).is_some());
    let mut folded = String::with_capacity(plain.len());
    for c in plain.chars() {
        let c = latin_look(c).filter(|_| mixed).unwrap_or(c);
        match unmarked(c) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(c),
        }
    }
    folded
}

/// Signs that stand inside a word and do not end it.
pub const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '＇')
}

/// Characters that take no place of their own: they neither end a word nor belong to it.
pub fn is_unseen(c: char) -> bool {
    is_invisible(c)
        || matches!(c,
            '\u{300}'..='\u{36f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}')
}

/// Wide and mathematical letters are letters.
fn plain_width(c: char) -> char {
    let code = u32::from(c);
    let small = |offset: u32| char::from_u32(u32::from('a') + offset).unwrap_or(c);
    match code {
        0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(c),
        0x1d400..=0x1d6a3 => small((code - 0x1d400) % 26),
        0x24b6..=0x24e9 => small((code - 0x24b6) % 26),
        0x1f130..=0x1f149 => small(code - 0x1f130),
        0x1f150..=0x1f169 => small(code - 0x1f150),
        0x1f170..=0x1f189 => small(code - 0x1f170),
        _ => c,
    }
}

/// The Latin letter that a letter of another script is drawn like.
const fn latin_look(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' | 'ɑ' => 'a',
        'е' | 'ε' => 'e',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'с' | 'ϲ' => 'c',
        'у' | 'γ' => 'y',
        'х' | 'χ' => 'x',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'ѕ' => 's',
        'ԁ' => 'd',
        'һ' => 'h',
        'ո' => 'n',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' => 'w',
        'в' => 'b',
        'м' => 'm',
        'т' | 'τ' => 't',
        'к' | 'κ' => 'k',
        _ => return None,
    })
}

/// The letter under its marks, as people type it who lack the mark.
const fn unmarked(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ą' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
        'ì' | 'í' | 'î' | 'ï' | 'ı' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ő' => "o",
        'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' => "s",
        'ß' => "ss",
        'ť' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

/// Characters that take no place or turn the direction of what follows.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Chinese and Japanese, which set no spaces between words.
pub const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_alike() {
        for (text, folded) in [
            ("DELETE", "delete"),
            ("Lösche\u{ad}n", "loschen"),
            ("Usuń", "usun"),
            ("ｄｅｌｅｔｅ", "delete"),
            ("𝐃𝐞𝐥𝐞𝐭𝐞", "delete"),
            ("Ⓓⓔⓛⓔⓣⓔ", "delete"),
            ("d\u{200b}e\u{e0064}l\u{fe0f}ete", "delete"),
            ("Dеlеtе", "delete"),
            ("De\u{301}lete", "delete"),
            ("удалить", "удалить"),
            ("don’t", "dont"),
        ] {
            assert_eq!(words(text), [folded], "{text}");
        }
        assert_eq!(
            words("Pay\u{a0}now\u{2003}please"),
            ["pay", "now", "please"]
        );
    }
}
