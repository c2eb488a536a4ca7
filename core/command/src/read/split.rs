//! Where one thing to do ends and the next begins.

use crate::words::Token;
use crate::words::token::Kind;
use crate::words::verb::{Verb, base_form, verb_at};
use screen_agent_words::WordList;

static SHORT: WordList = WordList::named("abbreviations");
static CLOSING: WordList = WordList::named("verbs that close an order");

/// The words for one thing to do.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub words: Vec<Token>,
    /// Which sentence they are of.
    pub sentence: usize,
}

/// Cuts an instruction at sentence ends, at "then", and at "and" or a comma before a verb.
pub(crate) fn segments(tokens: &[Token]) -> Vec<Segment> {
    let mut segments = Vec::new();
    for (sentence, words) in sentences(tokens).iter().enumerate() {
        let turn = asked_behind(words);
        let asked = turn.map_or(&[][..], |at| &words[at + 1..]);
        let words = &words[..turn.unwrap_or(words.len())];
        for part in ordered(&without_shared(words)) {
            let parts = parts(&part).into_iter();
            segments.extend(parts.map(|words| Segment { words, sentence }));
        }
        if !asked.is_empty() {
            let words = asked.to_vec();
            segments.push(Segment { words, sentence });
        }
    }
    let says = |segment: &Segment| {
        segment
            .words
            .iter()
            .any(|token| token.word() || token.quoted())
    };
    segments.retain(says);
    segments
}

fn sentences(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut sentences = vec![Vec::new()];
    for (at, token) in tokens.iter().enumerate() {
        if concludes(tokens, at) {
            sentences.push(Vec::new());
            continue;
        }
        if at > 0 && concludes(tokens, at - 1) {
            continue;
        }
        let ends = token.kind == Kind::Break
            || token.is_mark(";")
            || token.is_mark("!")
            || (token.is_mark(".") && !abbreviated(tokens, at))
            || (token.is_mark("?") && at + 1 < tokens.len());
        if ends {
            if token.is_mark("?") {
                push(&mut sentences, token.clone());
            }
            sentences.push(Vec::new());
        } else if !token.is_mark(".") {
            push(&mut sentences, token.clone());
        } else if let Some(word) = sentences
            .last_mut()
            .and_then(|sentence| sentence.last_mut())
        {
            word.text.push('.');
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// "I live in Oslo, so choose that": what follows from how things are is an order of its own.
fn concludes(tokens: &[Token], at: usize) -> bool {
    let [comma, so, order @ ..] = &tokens[at..] else {
        return false;
    };
    let order = super::lead::without_courtesy(order);
    let orders = verb_at(order).is_some_and(|(verb, _)| verb != Verb::Tell);
    comma.is_mark(",") && so.is_any(&["so", "therefore", "hence"]) && orders
}

fn push(sentences: &mut [Vec<Token>], token: Token) {
    if let Some(sentence) = sentences.last_mut() {
        sentence.push(token);
    }
}

/// "Mr. Smith", "No. 5", "J. Smith": the point does not end the sentence.
fn abbreviated(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let initial = |token: &Token| {
        let mut letters = token.text.chars();
        token.word() && letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    };
    // "Choose plan B. Press OK." is two sentences.
    let order = || super::lead::without_courtesy(tokens.get(at + 1..).unwrap_or_default());
    let named = |token: &Token| initial(token) && !token.is("i") && verb_at(order()).is_none();
    before.is_some_and(|token| token.is_in(&SHORT) || named(token))
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Word)
}

/// Puts "after A, B", "before B, A" and "B after A" into the order in which they are done.
fn ordered(sentence: &[Token]) -> Vec<Vec<Token>> {
    let gerund = |at: usize| {
        sentence.get(at).is_some_and(|token| {
            token.word() && token.low.ends_with("ing") && verb_at(&sentence[at..]).is_some()
        })
    };
    if sentence
        .first()
        .is_some_and(|token| token.is_any(&["after", "before"]))
        && gerund(1)
        && let Some(comma) = sentence.iter().position(|token| token.is_mark(","))
    {
        let first = sentence[1..comma].to_vec();
        let second = sentence[comma + 1..].to_vec();
        return if sentence[0].is("after") {
            vec![first, second]
        } else {
            vec![second, first]
        };
    }
    let turn =
        (1..sentence.len()).find(|&at| sentence[at].is_any(&["after", "before"]) && gerund(at + 1));
    match turn {
        Some(at) if sentence[at].is("before") => {
            vec![sentence[..at].to_vec(), sentence[at + 1..].to_vec()]
        }
        Some(at) => vec![sentence[at + 1..].to_vec(), sentence[..at].to_vec()],
        None => vec![sentence.to_vec()],
    }
}

/// Where a colon leads from an order to a question: "Turn to April: on which day does it begin?"
fn asked_behind(sentence: &[Token]) -> Option<usize> {
    let colon = sentence.iter().position(|token| token.is_mark(":"))?;
    let asks = sentence.last().is_some_and(|last| last.is_mark("?"));
    let order = super::lead::without_courtesy(&sentence[..colon]);
    (asks && order.len() > 1 && verb_at(order).is_some()).then_some(colon)
}

/// Cuts a sentence at the words that join clauses.
fn parts(sentence: &[Token]) -> Vec<Vec<Token>> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < sentence.len() {
        match joint(sentence, at) {
            Some(used) if at > from || used > 0 => {
                parts.push(sentence[from..at].to_vec());
                from = at + used;
                at = from.max(at + 1);
            }
            _ => at += 1,
        }
    }
    parts.push(sentence[from.min(sentence.len())..].to_vec());
    parts.retain(|part| !part.is_empty());
    parts
}

/// How many tokens the words that join two clauses take here.
fn joint(tokens: &[Token], start: usize) -> Option<usize> {
    // "... without saving it": what must not be done belongs to no value.
    let gerund = |token: &Token| token.word() && token.low.ends_with("ing");
    if start > 0
        && tokens[start].is("without")
        && tokens.get(start + 1).is_some_and(gerund)
        && verb_at(&tokens[start + 1..]).is_some()
    {
        return Some(0);
    }
    let mut at = start;
    let mut marked = false;
    let mut firm = false;
    while let Some(token) = tokens.get(at) {
        let asks = || tokens.get(at + 1).is_some_and(|next| next.is("please"));
        let colon = token.is_mark(":") && (at > start || asks());
        if token.is_mark(",") || colon || token.is_any(&["and", "&", "but"]) {
            marked = true;
        } else if let Some(more) = firm_joint(&tokens[at..], marked) {
            firm = true;
            at += more - 1;
        } else {
            break;
        }
        at += 1;
    }
    let used = at - start;
    if used == 0 || (!firm && tokens.get(at).is_some_and(|token| token.is("to"))) {
        return None;
    }
    // "The guest is Ann, going to Oslo" tells of her, and sends nobody anywhere.
    let told = tokens[at - 1].is_mark(",") && tokens.get(at).is_some_and(is_participle);
    let begins = commands(&tokens[at..]) && !told;
    // "then" joins whatever follows; a comma or "and" only a command.
    ((firm && at < tokens.len() && start > 0) || (marked && begins) || (firm && begins))
        .then_some(used)
}

fn is_participle(token: &Token) -> bool {
    token.word() && token.low.ends_with("ing") && base_form(&token.low) != token.low
}

/// How many tokens words take that join clauses by themselves: "then", "after that".
fn firm_joint(tokens: &[Token], marked: bool) -> Option<usize> {
    static FIRM: WordList = WordList::named("split firm");
    let first = tokens.first()?;
    let followed = |words: &[&str]| tokens.get(1).is_some_and(|next| next.is_any(words));
    if first.is_in(&FIRM) {
        return Some(1);
    }
    if marked && first.is_any(&["next", "also"]) && verb_at(&tokens[1..]).is_some() {
        return Some(1);
    }
    let after = first.is("after") && followed(&["that", "which", "this"]);
    let once = marked && first.is("once") && followed(&["done", "finished"]);
    (after || once).then_some(2)
}

/// True when a command begins here: a verb, and something that it is done to.
fn commands(tokens: &[Token]) -> bool {
    let tokens = super::lead::without_courtesy(tokens);
    if super::lead::prohibition(tokens).is_some() {
        return true;
    }
    let Some((verb, used)) = verb_at(tokens) else {
        return super::turned(tokens).is_some();
    };
    let closing = verb == Verb::Effect && (used > 1 || tokens[0].is_in(&CLOSING));
    let alone = closing
        || matches!(
            verb,
            Verb::Submit | Verb::Back | Verb::Forward | Verb::Reload | Verb::Scroll | Verb::Login
        );
    let next = tokens.get(used);
    let object = next.is_some_and(|token| {
        (token.word() && !token.is_any(&["and", "or", "from", "buttons", "button", "link", "tab"]))
            || token.quoted()
    });
    object || (alone && next.is_none())
}

/// "Find and click on X": the first verb has the object of the second, and adds nothing to it.
fn without_shared(sentence: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < sentence.len() {
        let begins = at == 0
            || sentence[at - 1].is_any(&["and", "then", "to", "please", "also"])
            || sentence[at - 1].is_mark(",");
        if begins {
            at += shared_verb(&sentence[at..]).unwrap_or(0);
        }
        kept.extend(sentence.get(at).cloned());
        at += 1;
    }
    kept
}

/// How many tokens "find and" takes before another verb.
fn shared_verb(tokens: &[Token]) -> Option<usize> {
    let (verb, used) = verb_at(tokens)?;
    let finds = matches!(verb, Verb::Find | Verb::Go | Verb::Explore | Verb::Search);
    let joined = tokens.get(used).is_some_and(|token| token.is("and"));
    (finds && joined && verb_at(&tokens[used + 1..]).is_some()).then_some(used + 1)
}
