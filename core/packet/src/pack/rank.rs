//! How much a text has to do with what is asked.

use screen_agent_words::WordList;

/// Most words of a question that count.
const MOST: usize = 24;
/// How much of a text is looked at when documents are ranked, in characters. Facts §6.
const HEAD: usize = 800;

/// Words that say nothing of what is asked.
static EMPTY: WordList = WordList::named("question empty");

/// The words of a question that texts are looked through for, in small letters, each once.
pub(super) fn words(question: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let lower = question.to_lowercase();
    for word in lower.split(|c: char| !c.is_alphanumeric()) {
        let short = word.chars().count() < 3 && !word.chars().any(|c| c.is_ascii_digit());
        let known = words.iter().any(|one| one == word);
        if word.is_empty() || short || known || EMPTY.contains(word) {
            continue;
        }
        words.push(word.to_owned());
        if words.len() == MOST {
            break;
        }
    }
    words
}

/// How many of the words stand in a text.
pub(super) fn score(text: &str, words: &[String]) -> usize {
    if words.is_empty() {
        return 0;
    }
    let lower = text.to_lowercase();
    words.iter().filter(|word| lower.contains(*word)).count()
}

/// The rank of a document: a word in its title counts four times, in its first lines twice, in its
/// address once. Facts §6.
pub(super) fn rank<'a>(
    title: &str,
    url: &str,
    rows: impl Iterator<Item = &'a str>,
    words: &[String],
) -> usize {
    let mut head = String::new();
    for row in rows {
        head.push_str(row);
        head.push(' ');
        if head.len() >= HEAD {
            break;
        }
    }
    4 * score(title, words) + 2 * score(&head, words) + score(url, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_mean_something_count() {
        assert_eq!(
            words("What does the Aurora X2 cost, and the aurora X1?"),
            ["aurora", "x2", "cost", "x1"]
        );
        assert!(words("summarize this page").is_empty());
    }

    #[test]
    fn a_title_counts_for_more_than_a_head_and_an_address() {
        let words = words("aurora price");
        let rows = || ["nothing", "the price is 4"].into_iter();
        assert_eq!(
            rank("Aurora", "https://a.test/aurora", rows(), &words),
            4 + 2 + 1
        );
        assert_eq!(rank("", "", rows(), &[]), 0);
    }
}
