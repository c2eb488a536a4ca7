//! Answering questions, and bringing things into view.

use screen_agent_page::{LineKind, Node, Role, State};
use screen_agent_words::WordList;

use super::turn::{Turn, click_on, said};
use super::{Move, click, condition, copy, cover, doubt, enter, explore, search, terse};
use crate::answer::{self, Answer};
use crate::ground::anchor::anchors;
use crate::ground::find::{is_deed, is_grave};
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Wish, ground};
use crate::read::{Clause, Touch, bare};
use crate::words::normal::{stand_in, words};
use crate::words::token::{text_of, without_marks_behind};
use crate::words::{Phrase, Token};

/// Answers a question about what is on the page.
pub(crate) fn tell(turn: &mut Turn<'_>, question: &Phrase) -> Move {
    if let Some(step) = click::pressed(turn) {
        return step;
    }
    // "Show the old revisions": a link or a tab is called so.
    let shows = |word: &String| word == "show" || word == "see" || word == "view";
    if turn.part().iter().any(shows)
        && let Some(node) = terse::pressed(turn, question)
            .or_else(|| terse::pressed(turn, &shown(question)))
            .filter(|node| is_all(&shown(question), &node.name))
    {
        return click::aim(turn, Touch::Click, node);
    }
    let whole = question;
    let question = &match turn.memory.own.rest.clone() {
        Some(rest) => Phrase::of(&rest),
        None => whole.clone(),
    };
    if let Some(step) = read_whole(turn, question) {
        return step;
    }
    let known = turn.memory.own.answer.clone().map(Answer::standing);
    if let Some(Answer {
        text: answer,
        stands,
        ..
    }) = known
        .or_else(|| answer::answer(&turn.scene, question).filter(|told| !repeats(question, told)))
        .or_else(|| condition::yes_or_no(turn, question).map(Answer::standing))
    {
        if explore::has_opened(turn) {
            turn.memory.own.doubt = Some("it was found behind what the page folds away".to_owned());
        } else if !stands {
            turn.memory.own.doubt =
                Some("the answer was worked out from what is in view".to_owned());
        }
        if let Some(step) = into_field(turn, question, &answer) {
            return step;
        }
        // "Which pot is cheapest? Put that one in my basket."
        let next = turn.reading.clauses.get(turn.memory.at + 1);
        let mut named = next.map(doubt::phrases).unwrap_or_default().into_iter();
        if named.any(|what| turn.reference(what).same) {
            turn.memory.context = Some(answer.clone());
        }
        turn.memory.read = Some(answer.clone());
        turn.memory.answers.push(answer);
        return Move::Done;
    }
    match explore::look_further(turn, question) {
        Move::Stuck(_) => open_topic(turn, question)
            .or_else(|| explore::look_inside(turn, question))
            .unwrap_or_else(|| {
                Move::Stuck(format!(
                    "I cannot answer \"{}\" from what the page shows",
                    whole.text()
                ))
            }),
        other => other,
    }
}

/// "Whose is the garden?" is not answered by "Garden": what is asked for is not what the question says, unless it offers it.
fn repeats(question: &Phrase, told: &Answer) -> bool {
    static ASKS: WordList = WordList::named("words that ask for a person");
    let asked = words(&question.text());
    let offers = asked.iter().any(|word| word == "or" || word == "which");
    let person = asked.iter().any(|word| ASKS.contains(word));
    let said = words(&told.text);
    person && !offers && !said.is_empty() && said.iter().all(|word| asked.contains(word))
}

/// True where the words say no more than this name: "the books that are sold" are only some of "Books".
fn is_all(words: &Phrase, name: &str) -> bool {
    let narrows = |token: &Token| token.is_any(&["that", "which", "who", "whose"]);
    !words.0.iter().any(narrows) && cover::says_wholly(words, name)
}

/// "me what is completed" → "completed".
fn shown(question: &Phrase) -> Phrase {
    static AROUND: WordList = WordList::named("words around what is shown");
    let words = question.0.iter();
    Phrase(
        words
            .skip_while(|token| token.is_in(&AROUND))
            .cloned()
            .collect(),
    )
}

/// "Pancakes: how much flour?": what the question is about is opened, and the rest of it asked there.
fn open_topic(turn: &mut Turn<'_>, question: &Phrase) -> Option<Move> {
    if turn.ask.backed || turn.memory.own.rest.is_some() {
        return None;
    }
    let asked = words(&question.text());
    // A button may do anything; it is pressed only where the words point at it.
    let label = question.0.split(|token| token.is_mark(":")).next();
    let quoted = question.0.iter().filter(|token| token.quoted());
    let mut pointed: Vec<Vec<String>> = quoted.map(|token| words(&token.text)).collect();
    pointed.extend(label.map(|label| words(&text_of(label))));
    let order = words(turn.ask.order.text());
    let about = |node: &&Node| {
        let name = words(&node.name);
        let said = asked.windows(name.len().max(1)).any(|part| part == name);
        let opens = match node.role {
            Role::Link | Role::Tab | Role::Summary => said,
            Role::Button => pointed.contains(&name) || explore::is_said_as_place(&order, &name),
            _ => false,
        };
        let deed = is_deed(&node.name) || is_grave(&node.name);
        opens && !deed && !sorts(turn, node) && is_ready(node) && !node.is(State::Selected)
    };
    let longest = turn
        .nodes()
        .filter(about)
        .max_by_key(|node| node.name.len())?;
    let name = words(&longest.name);
    if turn
        .nodes()
        .filter(about)
        .any(|node| node.id != longest.id && words(&node.name) == name)
    {
        return None;
    }
    let mut rest = without_place(&question.0, &name).to_vec();
    // What is counted there is still called so.
    let counts = asked.iter().any(|word| word == "many" || word == "number");
    rest.retain(|token| {
        let named = words(&token.text).iter().all(|word| name.contains(word));
        !token.joins() && (counts || !named)
    });
    turn.memory.own.surveyed = false;
    turn.memory.own.rest = Some(text_of(&rest)).filter(|rest| !rest.is_empty());
    turn.memory.own.rest.as_ref()?;
    let why = format!("It is about {}, which I open.", said(longest));
    Some(Move::Prepare(click_on(longest), why))
}

/// The head of a column puts its rows into another order, and is no topic.
fn sorts(turn: &Turn<'_>, node: &Node) -> bool {
    let line = turn.scene.line_of(&node.id);
    let line = line.and_then(|line| turn.scene.screen.lines().get(line));
    line.is_some_and(|line| line.kind == LineKind::HeaderRow)
}

/// "How many notes are there under Notes?", asked where Notes is open: without the place.
fn without_place<'w>(question: &'w [Token], name: &[String]) -> &'w [Token] {
    let question = without_marks_behind(question);
    let leads =
        |token: &Token| token.is_any(&["in", "on", "under", "at", "within", "inside", "to"]);
    let is_place = |at: &usize| {
        let place = words(&text_of(bare(&question[at + 1..])));
        leads(&question[*at]) && stand_in(name, &place) && place.len() <= name.len() + 1
    };
    let from = (1..question.len()).rev().find(is_place);
    let question = &question[..from.unwrap_or(question.len())];
    // "..., according to the minutes".
    match question {
        [rest @ .., mark, according] if according.is("according") && mark.is_mark(",") => rest,
        [rest @ .., according] if according.is("according") => rest,
        _ => question,
    }
}

/// The name of a control may have been cut; a headline is told as a whole.
fn read_whole(turn: &mut Turn<'_>, question: &Phrase) -> Option<Move> {
    let line = answer::headline(&turn.scene, question)?;
    let [node] = turn.scene.screen.in_line(line)[..] else {
        return None;
    };
    match copy::whole(turn, node) {
        Ok(text) => {
            turn.memory.own.answer = Some(text);
            None
        }
        Err(step) => Some(step),
    }
}

/// "Solve the sum and press Submit": the answer goes into the only field there is.
fn into_field(turn: &mut Turn<'_>, question: &Phrase, answer: &str) -> Option<Move> {
    let works = question
        .0
        .first()?
        .is_any(&["solve", "calculate", "compute", "the"]);
    let sends = matches!(
        turn.reading.clauses.get(turn.memory.at + 1),
        Some(Clause::Touch { .. } | Clause::Submit { .. })
    );
    let mut fields = turn.nodes().filter(|node| node.role.takes_text());
    let (field, other) = (fields.next()?, fields.next());
    if !works || !sends || other.is_some() {
        return None;
    }
    turn.memory.own.answer = Some(answer.to_owned());
    match enter::fill(turn, field, answer) {
        Move::Done => None,
        step => Some(step),
    }
}

/// Brings something into view, and remembers what it is.
pub(crate) fn find(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let reference = turn.reference(what);
    turn.memory.context = Some(what.text());
    if let Some(text) = described(turn, what) {
        // "It" is what stands for it, and no longer what was meant before.
        match ground(&turn.scene, &reference, Wish::Any) {
            Grounded::One(node) => turn.remember(node),
            Grounded::Several(_) | Grounded::Nothing => turn.memory.it = None,
        }
        turn.memory.read = Some(text.clone());
        if is_last(turn) {
            turn.memory.answers.push(text);
        }
        return Move::Done;
    }
    match ground(&turn.scene, &reference, Wish::Any) {
        Grounded::One(node) => {
            turn.remember(node);
            turn.memory.read = Some(node.name.clone());
            if is_last(turn) {
                turn.memory.answers.push(node.name.clone());
            }
            Move::Done
        }
        Grounded::Several(_) => Move::Done,
        Grounded::Nothing if !anchors(&turn.scene, &reference).is_empty() => Move::Done,
        Grounded::Nothing => match explore::explore(turn, what) {
            Move::Stuck(_) if search::is_offered(turn, what) => search::search(turn, what, None),
            step => step,
        },
    }
}

/// "Find the e-mail of Dora" asks for a text.
fn described(turn: &Turn<'_>, what: &Phrase) -> Option<String> {
    answer::value(&turn.scene, what)
}

fn is_last(turn: &Turn<'_>) -> bool {
    turn.memory.at + 1 == turn.reading.clauses.len()
}
