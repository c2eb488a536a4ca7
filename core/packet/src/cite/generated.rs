//! False quotes and harmless rewritings, made of the pages under `fixtures` by rules: none of the first is verified, and
//! hardly any of the second is marked.

use std::fs;
use std::path::Path;

use screen_agent_wire::packet::Citation;
use serde_json::json;

use super::*;
use crate::pack::{SentDocument, pack};
use crate::testing::{capture, request, run};

fn pages() -> Vec<Vec<SentDocument>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    ["questions", "reading"]
        .iter()
        .flat_map(|folder| fs::read_dir(fixtures.join(folder)).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "html"))
        .map(|path| {
            let html = fs::read_to_string(path).unwrap();
            let asked = request(
                "web.answer",
                "?",
                json!({}),
                json!([capture("doc:p", "https://p.test/", &html)]),
            );
            pack(&run(&asked).inquiry(), usize::MAX).sent
        })
        .collect()
}

fn holds(sent: &[SentDocument], quote: &str) -> bool {
    let citation = Citation {
        doc_id: sent[0].doc_id.clone(),
        quote: Some(quote.to_owned()),
        ..Citation::default()
    };
    check(vec![citation], sent)[0]
        .check
        .as_ref()
        .unwrap()
        .verified
}

/// Paragraphs that follow one another, as one text; whatever else stands between parts them.
fn running(lines: &[&str]) -> String {
    let mut whole = String::new();
    for line in lines {
        let end = if line.contains(" | ") { '\n' } else { ' ' };
        whole.push_str(&fold::folded(line));
        whole.push(end);
    }
    whole
}

/// A line without its prefix.
fn bare(line: &str) -> &str {
    fold::without_prefix(line)
}

/// What a line does not say: another number, a word too few or too many, another order, half of another line.
fn falsehoods(line: &str, other: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut made = Vec::new();
    if let Some(at) = line.find(|c: char| c.is_ascii_digit()) {
        let digit = line.as_bytes()[at];
        let next = char::from(if digit == b'9' { b'3' } else { digit + 1 });
        made.push(format!("{}{next}{}", &line[..at], &line[at + 1..]));
    }
    if words.len() >= 6 {
        let middle = words.len() / 2;
        let without: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != middle)
            .map(|(_, word)| *word)
            .collect();
        made.push(without.join(" "));
        made.push(format!(
            "{} not {}",
            words[..middle].join(" "),
            words[middle..].join(" ")
        ));
        made.push(format!(
            "{} … {}",
            words[middle..].join(" "),
            words[..middle].join(" ")
        ));
        made.push(
            line.replace(" not ", " ")
                .replace(" No ", " Yes ")
                .replace("closed", "open"),
        );
    }
    let theirs: Vec<&str> = other.split_whitespace().collect();
    if words.len() >= 2 && theirs.len() >= 2 {
        made.push(format!(
            "{} … {}",
            words[..2].join(" "),
            theirs[theirs.len() - 2..].join(" ")
        ));
        made.push(format!(
            "{} {}",
            words[words.len() / 2..].join(" "),
            theirs[..theirs.len() / 2].join(" ")
        ));
    }
    made
}

/// What a line says, written another way.
fn rewritings(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut made = vec![
        line.to_uppercase(),
        format!("“{line}”"),
        format!("- {line}"),
        line.replace(" | ", " • "),
        line.replace(" | ", " – "),
        line.replace(' ', "\u{a0}"),
        line.replace('\'', "’").replace('-', "–").replace('–', "-"),
        line.trim_end_matches('.').to_owned(),
        line.replace(' ', "  "),
    ];
    if words.len() >= 7 {
        made.push(format!(
            "{} … {}",
            words[..3].join(" "),
            words[words.len() - 3..].join(" ")
        ));
        made.push(words[1..words.len() - 1].join(" "));
    }
    made
}

#[test]
fn false_quotes_are_never_verified_and_harmless_rewritings_hardly_ever_marked() {
    let (mut false_ones, mut believed) = (0, Vec::new());
    let (mut harmless, mut marked) = (0, Vec::new());
    for sent in pages() {
        let lines: Vec<&str> = sent
            .iter()
            .flat_map(|one| &one.lines)
            .map(|line| bare(&line.text))
            .collect();
        let whole = running(&lines);
        for (at, line) in lines.iter().enumerate() {
            let is_block = line.contains(" | ");
            let others = lines
                .iter()
                .skip(at + 1)
                .filter(|other| other.contains(" | ") == is_block);
            for quote in others.take(2).flat_map(|other| falsehoods(line, other)) {
                // By chance it may be true all the same.
                let parts = fold::parts(&quote);
                let in_one = |line: &&str| {
                    let (line, mut from) = (fold::folded(line), 0);
                    parts.iter().all(|part| {
                        let found = line[from..].find(part.as_str());
                        found.inspect(|found| from += found + part.len()).is_some()
                    })
                };
                if lines.iter().any(in_one) || parts.len() == 1 && whole.contains(&parts[0]) {
                    continue;
                }
                false_ones += 1;
                if holds(&sent, &quote) {
                    believed.push(quote);
                }
            }
            for quote in rewritings(line)
                .into_iter()
                .filter(|_| line.split_whitespace().count() >= 2 && line.len() < 400)
            {
                harmless += 1;
                if !holds(&sent, &quote) {
                    marked.push(quote);
                }
            }
        }
    }
    assert!(
        false_ones >= 500 && harmless >= 500,
        "{false_ones} {harmless}"
    );
    assert!(
        believed.is_empty(),
        "{} of {false_ones}: {believed:#?}",
        believed.len()
    );
    assert!(
        marked.len() * 100 <= harmless,
        "{} of {harmless}: {marked:#?}",
        marked.len()
    );
    #[allow(clippy::print_stdout, reason = "the figures of docs/benchmarks.md")]
    {
        println!(
            "{false_ones} false, 0 verified; {harmless} harmless, {} marked",
            marked.len()
        );
    }
}

/// What a line says, as a sentence of an answer that quotes it.
fn retold(line: &str, head: &[&str]) -> Vec<String> {
    let first = line.chars().next().map_or(0, char::len_utf8);
    let lower = format!("{}{}", line[..first].to_lowercase(), &line[first..]);
    let mut made = vec![
        format!("{line} [1]"),
        format!("According to the page, {lower} [1]."),
        format!(
            "{} [1].",
            line.replace(" is not ", " isn't ")
                .replace(" do not ", " don't ")
        ),
        format!(
            "{} [1].",
            line.replace(" and ", " as well as ")
                .replace(" costs ", " is priced at ")
        ),
        format!("It says: {line} [1]."),
    ];
    let short = |word: &str| match word {
        "January" | "February" | "March" | "April" | "August" | "October" | "November"
        | "December" => word[..3].to_owned(),
        word => word.replace(',', ""),
    };
    let words: Vec<String> = line.split(' ').map(short).collect();
    made.push(format!("{} [1].", words.join(" ")));
    if let Some((front, _)) = line
        .split_once(", ")
        .filter(|(front, _)| front.contains(' '))
    {
        made.push(format!("{front} [1]."));
    }
    let cells: Vec<&str> = line.split(" | ").collect();
    if cells.len() > 1 && cells.len() == head.len() {
        made.extend((1..cells.len()).map(|at| {
            format!(
                "The {} of {} is {} [1].",
                head[at].to_lowercase(),
                cells[0],
                cells[at]
            )
        }));
    }
    made
}

/// The same said falsely: another name, month, number, the opposite.
fn misstated(line: &str) -> Vec<String> {
    let mut made = Vec::new();
    let words: Vec<&str> = line.split(' ').collect();
    let with = |at: usize, word: &str| {
        let mut words = words.clone();
        words[at] = word;
        format!("{} [1].", words.join(" "))
    };
    for (at, word) in words.iter().enumerate().skip(1) {
        let bare = word.trim_end_matches([',', '.', ';', ':']);
        let after = words[at - 1].ends_with(|c: char| c.is_lowercase());
        let is_name = bare.len() > 3
            && bare.starts_with(|c: char| c.is_ascii_uppercase())
            && bare[1..].chars().all(|c| c.is_ascii_lowercase());
        let month = [
            "January", "March", "April", "June", "July", "August", "October", "November",
            "December",
        ];
        if month.contains(&bare) {
            made.push(with(at, "February"));
        } else if is_name && after && !bare.ends_with("day") {
            made.push(with(at, "Zubrowka"));
        }
        let digits = bare.bytes().all(|byte| byte.is_ascii_digit());
        if digits && bare.len() >= 2 {
            made.push(with(at, &format!("{bare}7")));
        }
        let swapped = match bare {
            "is" | "are" | "was" | "were" | "can" => format!("{bare} not"),
            "open" => "closed".to_owned(),
            "closed" => "open".to_owned(),
            "more" => "less".to_owned(),
            "before" => "after".to_owned(),
            "after" => "before".to_owned(),
            "most" => "least".to_owned(),
            "first" => "last".to_owned(),
            _ => continue,
        };
        if words.len() >= 6 {
            made.push(with(at, &swapped));
        }
    }
    made
}

#[test]
fn false_sentences_are_marked_and_retellings_hardly_ever() {
    let (mut false_ones, mut believed) = (0, Vec::new());
    let (mut harmless, mut marked) = (0, Vec::new());
    for sent in pages() {
        for document in &sent {
            let lines: Vec<&str> = document.lines.iter().map(|line| bare(&line.text)).collect();
            let mut head: Vec<&str> = Vec::new();
            for line in &lines {
                if !line.contains(" | ") {
                    head.clear();
                } else if head.is_empty() {
                    head = line.split(" | ").collect();
                }
                if line.split_whitespace().count() < 4 || line.len() > 300 {
                    continue;
                }
                let quote = Citation {
                    doc_id: document.doc_id.clone(),
                    quote: Some((*line).to_owned()),
                    ..Citation::default()
                };
                let citations = check(vec![quote], &sent);
                let judged = |said: Vec<String>| -> Vec<(String, bool)> {
                    let paragraphs = said.iter().map(screen_agent_wire::packet::Block::paragraph);
                    let doc = Doc::new(paragraphs.collect());
                    let checked = mark_unborne(doc.clone(), &citations, &sent, "");
                    let is_marked = checked.children().iter().zip(doc.children());
                    let is_marked = is_marked.map(|(checked, said)| checked != said);
                    said.into_iter().zip(is_marked).collect()
                };
                for (said, is_marked) in judged(retold(line, &head)) {
                    harmless += 1;
                    if is_marked {
                        marked.push(said);
                    }
                }
                for (said, is_marked) in judged(misstated(line)) {
                    false_ones += 1;
                    if !is_marked {
                        believed.push(said);
                    }
                }
            }
        }
    }
    assert!(
        false_ones >= 150 && harmless >= 500,
        "{false_ones} {harmless}"
    );
    assert!(
        marked.len() * 100 <= harmless,
        "{} of {harmless}: {marked:#?}",
        marked.len()
    );
    assert!(
        believed.len() * 100 <= false_ones * 5,
        "{} of {false_ones}: {believed:#?}",
        believed.len()
    );
    #[allow(clippy::print_stdout, reason = "the figures of docs/benchmarks.md")]
    {
        println!(
            "{false_ones} false sentences, {} not marked; {harmless} retold, {} marked",
            believed.len(),
            marked.len()
        );
    }
}
