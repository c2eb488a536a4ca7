//! Any text is a page to read, and any text an address: no panic, no more lines than text, handles
//! that are the page's own, no credentials in any address.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_page::reading::{clean_url, normalise_url, read};

fuzz_target!(|text: &str| {
    let reading = read(text, "https://site.test/page?token=1");
    assert_eq!(reading.url, "https://site.test/page");
    let said: usize = reading.lines.iter().map(|line| line.text.len()).sum();
    // A row is longer than its cells by what stands between them.
    assert!(said <= 8 * text.len() + 100);
    for line in &reading.lines {
        assert!(!line.text.trim().is_empty());
        assert!(!line.written().is_empty());
        let handle = line.handle.as_deref().unwrap_or_default();
        assert!(handle.is_empty() || text.contains(handle));
    }
    for item in &reading.items {
        assert!(item.url.is_empty() || clean_url(&item.url).0 == item.url);
    }

    let (clean, _) = clean_url(text);
    // What is clean stays as it is.
    assert_eq!(clean_url(&clean), (clean.clone(), false));
    let normal = normalise_url(text);
    assert_eq!(normalise_url(&normal), normal);
});
