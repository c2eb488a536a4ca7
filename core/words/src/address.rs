//! Addresses in texts that people read: what a model made up is left out of them.
//!
//! A model that a page has talked into it could otherwise send a person somewhere, or write what it
//! knows into an address for them to open.

/// What stands for an address that is left out.
const LEFT_OUT: &str = "[address left out]";

/// The text without the addresses that are not to be kept.
pub fn only_those(text: &str, keep: impl Fn(&str) -> bool) -> String {
    let ends = |c: char| c.is_whitespace() || "\"'`<>()[]{}|\\,".contains(c);
    let mut kept = String::with_capacity(text.len());
    for piece in text.split_inclusive(ends) {
        let word = piece.trim_end_matches(ends);
        let bare = word.trim_end_matches(['.', ';', ':', '!', '?', '*', '_', '~']);
        if is_address(bare) && !keep(bare) {
            kept.push_str(LEFT_OUT);
            kept.push_str(piece.get(bare.len()..).unwrap_or_default());
        } else {
            kept.push_str(piece);
        }
    }
    kept
}

/// True when the address stands in the text, and ends where it ends there.
pub fn stands_in(text: &str, address: &str) -> bool {
    let goes_on =
        |c: char| c.is_alphanumeric() || matches!(c, '/' | '?' | '=' | '&' | '%' | '-' | '_');
    let ends = |at: usize| {
        let rest = text.get(at + address.len()..).unwrap_or_default();
        !rest.starts_with(goes_on)
    };
    !address.is_empty() && text.match_indices(address).any(|(at, _)| ends(at))
}

/// What readers of texts make a link of.
fn is_address(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let begins = |start: &str| word.trim_start_matches(['*', '_', '~']).starts_with(start);
    let slashes = word.len() > 2 && begins("//") && word.contains('.');
    word.contains("://") || slashes || begins("www.") || word.contains("mailto:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_are_known_are_kept() {
        let known = "see http://shop.example/a and www.shop.example\nhttps://shop.example/order/7";
        for (told, expected) in [
            (
                "It is at http://shop.example/a.",
                "It is at http://shop.example/a.",
            ),
            (
                "[7](https://shop.example/order/7)",
                "[7](https://shop.example/order/7)",
            ),
            (
                "Sign in at http://evil.example/login",
                "Sign in at [address left out]",
            ),
            (
                "[here](http://evil.example/?d=SECRET)",
                "[here]([address left out])",
            ),
            ("http://shop.example/a?d=SECRET", "[address left out]"),
            ("HTTP://EVIL.example", "[address left out]"),
            ("//evil.example/x, then", "[address left out], then"),
            ("www.evil.example!", "[address left out]!"),
            ("https://shop.example/order/", "[address left out]"),
            ("mailto:eve@evil.example", "[address left out]"),
            ("It costs 3 / 4 of 10.", "It costs 3 / 4 of 10."),
        ] {
            assert_eq!(
                only_those(told, |address| stands_in(known, address)),
                expected,
                "{told}"
            );
        }
    }
}
