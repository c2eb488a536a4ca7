//! Addresses without secrets, and addresses that are the same.

use screen_agent_words::WordList;
use url::Url;

/// Words of a parameter's name by which it holds a secret, whatever stands around them.
static SECRET: WordList = WordList::named("address secret");

/// What a code or a state may be of that is no secret.
static HARMLESS: WordList = WordList::named("codes that are no secret");

/// Names of parameters that follow people around; they change nothing that is shown.
static TRACKING: WordList = WordList::named("address tracking");

/// Parameters whose values may be long and are still what the page is about.
static PLAIN: WordList = WordList::named("address plain");

/// A value this long and without words is more likely a credential than content.
const OPAQUE: usize = 24;
/// However it is made, a value this long is.
const LONG: usize = 80;

/// The address without what may be a secret: people's names and passwords, parameters that hold
/// credentials or track; and whether anything was taken out. Fragments stay, but for credentials in
/// them. What is no address of the web, such as `javascript:`, becomes empty.
pub fn clean_url(address: &str) -> (String, bool) {
    let Ok(mut url) = Url::parse(address.trim()) else {
        return (String::new(), false);
    };
    if !matches!(url.scheme(), "http" | "https" | "mailto" | "file") {
        return (String::new(), false);
    }
    let mut redacted = !url.username().is_empty() || url.password().is_some();
    // Addresses that cannot carry credentials refuse to have them removed; nothing is lost.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    if let Some(query) = url.query() {
        let (kept, cut) = clean_pairs(query);
        redacted |= cut;
        if cut {
            url.set_query(
                Some(&kept)
                    .filter(|kept| !kept.is_empty())
                    .map(String::as_str),
            );
        }
    }
    if let Some(fragment) = url.fragment() {
        let (kept, cut) = clean_fragment(fragment);
        redacted |= cut;
        if cut {
            url.set_fragment(Some(kept.as_str()).filter(|kept| !kept.is_empty()));
        }
    }
    (url.into(), redacted)
}

/// One form for addresses that lead to the same page, to tell sources apart: no fragment, no
/// parameters that only track, the others in order, no slash at the end.
pub fn normalise_url(address: &str) -> String {
    let Ok(mut url) = Url::parse(address.trim()) else {
        return address.trim().to_owned();
    };
    url.set_fragment(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let mut pairs: Vec<&str> = url
        .query()
        .unwrap_or_default()
        .split('&')
        .filter(|pair| !pair.is_empty())
        .filter(|pair| {
            let name = pair_name(pair);
            !is_tracking(&name) && !matches!(name.to_ascii_lowercase().as_str(), "ref" | "source")
        })
        .collect();
    pairs.sort_unstable();
    let query = pairs.join("&");
    url.set_query(
        Some(&query)
            .filter(|query| !query.is_empty())
            .map(String::as_str),
    );
    if url.path().len() > 1 && url.path().ends_with('/') && !url.cannot_be_a_base() {
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
    }
    let mut out = String::from(url);
    // The root's own slash goes too, so that `https://a.test` and `https://a.test/` are one.
    if out.ends_with('/') && out.matches('/').count() == 3 {
        out.pop();
    }
    out
}

/// `#access_token=…` is how some sign-ins come back; `#/route?token=…` how some pages pass one on.
fn clean_fragment(fragment: &str) -> (String, bool) {
    let mut cut = false;
    let parts: Vec<String> = fragment
        .split('?')
        .map(|part| {
            if !part.contains('=') {
                return part.to_owned();
            }
            let (kept, some) = clean_pairs(part);
            cut |= some;
            kept
        })
        .collect();
    let kept = parts.join("?");
    (kept.trim_end_matches('?').to_owned(), cut)
}

/// The pairs that may stay, as written, and whether any had to go.
fn clean_pairs(query: &str) -> (String, bool) {
    let mut kept = String::with_capacity(query.len());
    let mut cut = false;
    for pair in query.split('&') {
        if is_secret_pair(pair) {
            cut = true;
            continue;
        }
        if !kept.is_empty() {
            kept.push('&');
        }
        kept.push_str(pair);
    }
    (kept, cut)
}

fn is_secret_pair(pair: &str) -> bool {
    let name = pair_name(pair);
    let value = pair.split_once('=').map_or("", |(_, value)| value);
    is_tracking(&name) || is_secret_key(&name) || is_opaque(&name, value) || passes_one_on(value)
}

/// An address within an address, with a secret of its own.
fn passes_one_on(value: &str) -> bool {
    if !value.contains('%') && !value.contains('?') {
        return false;
    }
    let decoded = decode(value);
    decoded
        .split(['?', '&', '#', ';'])
        .skip(1)
        .filter_map(|pair| pair.split_once('='))
        .any(|(name, _)| is_secret_key(name))
}

fn decode(value: &str) -> String {
    url::form_urlencoded::parse(value.as_bytes())
        .next()
        .map(|(value, _)| value.into_owned())
        .unwrap_or_default()
}

fn pair_name(pair: &str) -> String {
    let raw = pair.split_once('=').map_or(pair, |(name, _)| name);
    decode(raw)
}

fn is_tracking(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("utm_") || lower.starts_with("mtm_") || lower.starts_with("pk_campaign") {
        return true;
    }
    let plain: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    TRACKING.contains(plain.as_str())
}

/// By words: `zip_code` and `keyword` are no secrets, `api-key` and `authToken` are.
fn is_secret_key(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("x-amz-") || lower.starts_with("x-goog-") || lower.starts_with("x-ms-") {
        return true;
    }
    let whole: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    if SECRET.contains(whole.as_str()) {
        return true;
    }
    let words = words(name);
    // What a code or state is of decides whether it is a secret: a post code is not.
    let harmless = words.iter().any(|word| HARMLESS.contains(word));
    words.iter().any(|word| match word.as_str() {
        "code" | "state" => !harmless,
        word => SECRET.contains(word),
    })
}

/// A long value that reads like no words: credentials that go by a name of their own.
fn is_opaque(name: &str, value: &str) -> bool {
    if PLAIN.contains(name.to_ascii_lowercase().as_str()) {
        return false;
    }
    if value.len() < OPAQUE {
        return false;
    }
    let decoded = decode(value);
    let id_like = decoded
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"-_.=+/~%".contains(&b));
    let digits = decoded.bytes().filter(u8::is_ascii_digit).count();
    let mixed = decoded.bytes().any(|b| b.is_ascii_uppercase())
        && decoded.bytes().any(|b| b.is_ascii_lowercase());
    let wordy = decoded.contains([' ', '-', '_']) && digits * 8 < decoded.len();
    id_like && !wordy && (digits >= 4 || mixed || decoded.len() >= LONG)
}

fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    super::hint::each_word(name, |word| words.push(word.to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::too_many_lines, reason = "a table of cases")]
    fn secrets_leave_addresses_and_nothing_else_does() {
        for (address, expected, redacted) in [
            (
                "https://a.test/x?q=1#part",
                "https://a.test/x?q=1#part",
                false,
            ),
            ("https://u:p@a.test/", "https://a.test/", true),
            (
                "https://a.test/?keyword=a&zipcode=1",
                "https://a.test/?keyword=a&zipcode=1",
                false,
            ),
            (
                "https://a.test/?zip_code=1&postal-code=2",
                "https://a.test/?zip_code=1&postal-code=2",
                false,
            ),
            (
                "https://a.test/?monkey=1&design=2",
                "https://a.test/?monkey=1&design=2",
                false,
            ),
            ("https://a.test/?api_key=1&b=2", "https://a.test/?b=2", true),
            ("https://a.test/?authToken=1", "https://a.test/", true),
            (
                "https://a.test/?X-Amz-Signature=1&X-Amz-Date=2&k=v",
                "https://a.test/?k=v",
                true,
            ),
            ("https://a.test/?SAMLResponse=abc", "https://a.test/", true),
            (
                "https://a.test/?otp=1&state=2&code=3",
                "https://a.test/",
                true,
            ),
            (
                "https://a.test/?utm_source=a&fbclid=b&x=1",
                "https://a.test/?x=1",
                true,
            ),
            (
                "https://a.test/cb#access_token=1&x=2",
                "https://a.test/cb#x=2",
                true,
            ),
            ("https://a.test/#/r?token=1", "https://a.test/#/r", true),
            (
                "https://a.test/?h=A8f3kQ92mZ0pL7xW4vB6nT1c",
                "https://a.test/",
                true,
            ),
            (
                "https://a.test/?slug=how-to-bake-a-very-good-bread",
                "https://a.test/?slug=how-to-bake-a-very-good-bread",
                false,
            ),
            ("https://a.test/?%74oken=1", "https://a.test/", true),
            (
                "https://a.test/?next=https%3A%2F%2Fb.test%2F%3Ftoken%3D1&c=d",
                "https://a.test/?c=d",
                true,
            ),
            (
                "https://a.test/?next=https%3A%2F%2Fb.test%2F%3Fpage%3D1",
                "https://a.test/?next=https%3A%2F%2Fb.test%2F%3Fpage%3D1",
                false,
            ),
            (
                "https://a.test/#a=b&code=1?token=2",
                "https://a.test/#a=b",
                true,
            ),
            ("https://a.test/#why?", "https://a.test/#why?", false),
            ("javascript:alert(1)", "", false),
            ("data:text/html,x", "", false),
            ("not an address", "", false),
        ] {
            assert_eq!(
                clean_url(address),
                (expected.to_owned(), redacted),
                "{address}"
            );
        }
    }

    #[test]
    fn addresses_of_the_same_page_are_one() {
        for (address, expected) in [
            ("HTTPS://A.test/x/?b=2&a=1#f", "https://a.test/x?a=1&b=2"),
            ("https://a.test", "https://a.test"),
            ("https://a.test/", "https://a.test"),
            (
                "https://a.test/?utm_source=x&ref=y&source=z&gclid=1&id=5",
                "https://a.test/?id=5",
            ),
            ("https://a.test:443/x", "https://a.test/x"),
            ("nonsense", "nonsense"),
        ] {
            assert_eq!(normalise_url(address), expected, "{address}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_clean_stays_as_it_is(text in "(https?://)?([a-z@:.]{0,6}/?)([?&#;/=%a-zA-Z0-9._ -]|token|code|utm_|%3F|%26){0,30}") {
            let (clean, _) = clean_url(&text);
            proptest::prop_assert_eq!(clean_url(&clean), (clean.clone(), false));
            let normal = normalise_url(&text);
            proptest::prop_assert_eq!(normalise_url(&normal), normal);
        }
    }
}
