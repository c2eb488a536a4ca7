//! An address that may be followed is plain: http, https or mailto, in ASCII, without a name or
//! password, and it reads back as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_answer::link::{clean, host, other_host};

fuzz_target!(|text: &str| {
    // What stands before the line break is the words of the link.
    let (words, raw) = text.split_once('\n').unwrap_or((text, text));
    let Some(cleaned) = clean(raw) else {
        return;
    };
    assert_eq!(clean(&cleaned).as_ref(), Some(&cleaned));
    assert!(["http://", "https://", "mailto:"].iter().any(|scheme| cleaned.starts_with(scheme)));
    let hides = |c: char| !c.is_ascii_graphic() || matches!(c, '\\' | '<' | '>' | '"');
    assert!(!cleaned.contains(hides), "{cleaned}");
    let host = host(&cleaned).expect("a host");
    assert!(!host.is_empty() && !host.contains(['@', '%', '\\', '/', '?', '#']), "{cleaned}");
    assert_eq!(other_host(&cleaned, &cleaned), None);
    if let Some(other) = other_host(words, &cleaned) {
        assert_eq!(other, host);
    }
});
