//! Whether what was found can be the answer: "who" is answered by a name, "when" by a date or a time, "how many" by a number.

use screen_agent_words::WordList;

use crate::ground::Scene;
use crate::words::date::{month, weekday, written};
use crate::words::normal::{singular, words};
use crate::words::number::{amounts, count_word};
use crate::words::token::Token;

/// Words after "how much" that are no noun.
static VERBS: WordList = WordList::named("verbs after how much");

static DAYS: WordList = WordList::named("what a day answers");

/// How far into a question its asking word is looked for: "tell me when".
const LEAD: usize = 3;

/// True when the answer has the form that the question asks for.
pub(super) fn fits(question: &[Token], answer: &str) -> bool {
    let lead = &question[..question.len().min(LEAD)];
    let asks = |asking: &[&str]| lead.iter().any(|token| token.is_any(asking));
    let has_digit = answer.chars().any(|c| c.is_ascii_digit());
    if asks(&["who", "whose", "whom", "who's"]) {
        return !has_digit && answer.chars().any(char::is_alphabetic);
    }
    // "Is X more than Y" is answered by yes or no.
    static YES_OR_NO: WordList = WordList::named("words that ask for yes or no");
    if question
        .first()
        .is_some_and(|first| first.is_in(&YES_OR_NO))
    {
        let first = words(answer).into_iter().next().unwrap_or_default();
        return matches!(first.as_str(), "yes" | "no");
    }
    // "Which book" is not answered by a day.
    let which = lead.iter().position(|token| token.is("which"));
    let noun = which.and_then(|at| question.get(at + 1));
    if noun.is_some_and(|noun| noun.word() && !noun.is_in(&DAYS)) && is_day(answer) {
        return false;
    }
    if asks(&["when"]) {
        let words = words(answer);
        let mut words = words.iter();
        return has_digit || words.any(|word| month(word).is_some() || weekday(word));
    }
    if asks(&["how"]) && question.iter().any(|token| token.is("many")) {
        let mut words = words(answer).into_iter();
        return !amounts(answer).is_empty()
            || words.any(|word| count_word(&word).is_some() || word == "none");
    }
    true
}

/// A date and nothing else, in numbers or with the name of its month.
fn is_day(answer: &str) -> bool {
    /// Most words of a date.
    const LONGEST: usize = 3;
    let said = words(answer);
    let named = said.iter().any(|word| month(word).is_some());
    let counted = said
        .iter()
        .any(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    written(answer).is_some() || named && counted && said.len() <= LONGEST
}

/// "How much flour" is told by a page that speaks of flour.
pub(super) fn amount_of_what_is_not_here(scene: &Scene<'_>, question: &[Token]) -> bool {
    let at = question.iter().position(|token| token.is("much"));
    let noun = at.and_then(|at| question.get(at + 1));
    let Some(noun) = noun.filter(|noun| noun.word() && !noun.is_in(&VERBS)) else {
        return false;
    };
    let noun = singular(&noun.low);
    let here = words(&scene.all_text());
    !here.iter().any(|word| singular(word) == noun)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::token::tokenise;

    #[test]
    fn an_answer_has_the_form_of_its_question() {
        for (question, answer, expected) in [
            ("Who ordered ORD-122?", "Dec. 13, 2025", false),
            ("Who ordered ORD-122?", "Anna Berg", true),
            ("Tell me who leads it", "42", false),
            ("When is the roof repaired?", "Bela", false),
            ("When is the roof repaired?", "Friday", true),
            ("When does it start?", "9:15", true),
            ("How many are left?", "some", false),
            ("How many are left?", "3 items", true),
            ("What is the status?", "shipped", true),
            ("Which book was published first?", "Dec. 1, 1973", false),
            ("Which book was published first?", "1984", true),
            ("On which day was it published?", "Dec. 1, 1973", true),
        ] {
            let fit = fits(&tokenise(question), answer);
            assert_eq!(fit, expected, "{question} {answer}");
        }
    }
}
