//! Lines of JSON in, lines of JSON out: what trees and citations are as HTML. For the tests that
//! open it in a browser.

use std::io::{BufRead, Write};

use screen_agent_answer::{clean, html, html_citations, read, read_lenient};
use screen_agent_wire::packet::Citation;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let doc = read(&case["doc"])?;
        let citations: Vec<Citation> = serde_json::from_value(case["citations"].clone())?;
        let written = read_lenient(&case["written"]);
        let forms = json!({
            "raw": html(&doc),
            "cleaned": html(&clean(doc)),
            "lenient": written.as_ref().map(html).unwrap_or_default(),
            "citations": html_citations(&citations),
        });
        writeln!(out, "{forms}")?;
    }
    Ok(())
}
