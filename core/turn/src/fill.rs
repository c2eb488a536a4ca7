//! A form filled from the one record of a file, without any model: which value belongs into which control. What stands
//! in a file is data: it is put into fields and does nothing else.

use std::borrow::Cow;

use screen_agent_action::step::Step;
use screen_agent_action::{Action, Choice};
use screen_agent_page::secret::is_secret;
use screen_agent_page::{Node, Observation, Role, State};
use screen_agent_words::WordList;
use screen_agent_words::quote::quote;

use crate::phrases;

/// Words for filling a form in.
static ORDERS: WordList = WordList::named("fill orders");
/// Words that say nothing of what a field is for.
static EMPTY: WordList = WordList::named("fill empty");
static YES: WordList = WordList::named("fill yes");
static NO: WordList = WordList::named("fill no");

/// What fields are commonly for: the words for it, and what autocomplete calls it.
static MEANINGS: [(WordList, &[&str]); 15] = [
    (WordList::named("fill name"), &["name"]),
    (WordList::named("fill first name"), &["given-name"]),
    (WordList::named("fill last name"), &["family-name"]),
    (WordList::named("fill email"), &["email"]),
    (WordList::named("fill phone"), &["tel", "tel-national"]),
    (WordList::named("fill company"), &["organization"]),
    (WordList::named("fill job"), &["organization-title"]),
    (
        WordList::named("fill street"),
        &["street-address", "address-line1"],
    ),
    (WordList::named("fill street more"), &["address-line2"]),
    (WordList::named("fill city"), &["address-level2"]),
    (WordList::named("fill region"), &["address-level1"]),
    (WordList::named("fill postcode"), &["postal-code"]),
    (
        WordList::named("fill country"),
        &["country", "country-name"],
    ),
    (WordList::named("fill birthday"), &["bday"]),
    (WordList::named("fill website"), &["url"]),
];
const NAME: usize = 0;
const FIRST_NAME: usize = 1;
const LAST_NAME: usize = 2;

/// How well a value and a control fit, from where on they do.
const FITS: u8 = 60;

/// What there is to do on a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filling {
    /// What is to be done, with words for it.
    pub(crate) todo: Vec<(Action, String)>,
    /// Names of the controls whose value stands, or was put in.
    pub(crate) done: Vec<String>,
    /// Names of values that no control here is for.
    pub(crate) left: Vec<String>,
}

/// True when the words order a form to be filled in.
pub(crate) fn is_ordered(query: &str) -> bool {
    phrases::says(&phrases::words(query, &[]), &ORDERS)
}

/// What is ordered besides: "and press Send" of "fill the form from this and press Send".
pub(crate) fn besides(query: &str, begins: impl Fn(&str) -> bool) -> Option<&str> {
    let joints = [" and then ", ", then ", " then ", " and ", ". ", ", "];
    let mut found: Vec<(usize, &str)> = joints
        .iter()
        .flat_map(|joint| {
            query
                .match_indices(joint)
                .map(|(at, _)| (at, &query[at + joint.len()..]))
        })
        .collect();
    found.sort_by_key(|(at, rest)| (*at, rest.len()));
    let rests = found.into_iter().map(|(_, rest)| rest.trim());
    let mut orders = rests.filter(|rest| begins(rest) && !is_ordered(rest));
    orders.next()
}

/// Finds what is to be put where. Each value and each control is taken once, the best fit first.
pub(crate) fn filling(
    record: &[(String, String)],
    screen: &Observation,
    steps: &[Step],
) -> Filling {
    let values = values(record);
    let controls = form(&values, screen);
    let mut fits: Vec<(u8, usize, usize)> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        for (place, control) in controls.iter().enumerate() {
            let fit = fit(value, control);
            if fit >= FITS {
                fits.push((fit - u8::from(value.made), at, place));
            }
        }
    }
    fits.sort_by_key(|(fit, at, place)| (u8::MAX - fit, *place, *at));
    let mut taken: Vec<Option<usize>> = vec![None; controls.len()];
    for (_, at, place) in fits {
        let radio = controls[place].role == Role::Radio;
        if taken[place].is_none() && (radio || !taken.contains(&Some(at))) {
            taken[place] = Some(at);
        }
    }
    let mut filling = Filling::default();
    for (control, value) in controls.iter().zip(&taken) {
        let Some(value) = value.map(|at| &values[at]) else {
            continue;
        };
        match put(control, &value.text) {
            None => {}
            Some(Put::Stands) => filling.done.push(control.name.clone()),
            // Fields may write what they were given in a way of their own.
            Some(Put::Action(action)) if steps.iter().any(|step| step.action == action) => {
                filling.done.push(control.name.clone());
            }
            Some(Put::Action(action)) => {
                let words = format!("Put {} into {}", quote(&value.text), quote(&control.name));
                filling.todo.push((action, words));
            }
        }
    }
    let used = |name: &str| {
        taken
            .iter()
            .flatten()
            .any(|at| values[*at].of.contains(&name))
    };
    let names = record.iter().filter(|(_, value)| !value.trim().is_empty());
    filling.left = names
        .filter(|(name, _)| !used(name))
        .map(|(name, _)| name.clone())
        .collect();
    filling
}

/// A value, and what it is.
struct Value<'a> {
    /// The names that it came under.
    of: Vec<&'a str>,
    words: Vec<String>,
    meaning: Option<usize>,
    text: Cow<'a, str>,
    /// Made of others: a whole name of its parts, or a part of the whole.
    made: bool,
}

fn values(record: &[(String, String)]) -> Vec<Value<'_>> {
    let given = record.iter().filter(|(_, text)| !text.trim().is_empty());
    let mut values: Vec<Value<'_>> = given
        .map(|(name, text)| {
            let words = telling(name);
            Value {
                of: vec![name],
                meaning: meaning(&words),
                words,
                text: text.trim().into(),
                made: false,
            }
        })
        .collect();
    let known = |meaning| values.iter().find(|value| value.meaning == Some(meaning));
    let mut made = Vec::new();
    match (known(NAME), known(FIRST_NAME), known(LAST_NAME)) {
        (Some(whole), None, None) => {
            if let Some((first, last)) = whole.text.rsplit_once(' ') {
                for (meaning, part) in [(FIRST_NAME, first), (LAST_NAME, last)] {
                    let text = part.trim().to_owned().into();
                    made.push((whole.of.clone(), meaning, text));
                }
            }
        }
        (None, Some(first), Some(last)) => {
            let text = format!("{} {}", first.text, last.text).into();
            made.push(([first.of.clone(), last.of.clone()].concat(), NAME, text));
        }
        _ => {}
    }
    values.extend(made.into_iter().map(|(of, meaning, text)| Value {
        of,
        words: Vec::new(),
        meaning: Some(meaning),
        text,
        made: true,
    }));
    values
}

/// The controls of the form that most values fit into. A search field of the page is another form's.
fn form<'a>(values: &[Value<'_>], screen: &'a Observation) -> Vec<&'a Node> {
    let all: Vec<&Node> = screen
        .nodes
        .iter()
        .filter(|node| is_fillable(node))
        .collect();
    let place = |node: &Node| (node.frame, node.facts.form);
    let worth = |one: &Node| {
        let of_form = || all.iter().filter(|node| place(node) == place(one));
        let fits = |value: &&Value<'_>| of_form().any(|node| fit(value, node) >= FITS);
        values.iter().filter(fits).count()
    };
    // Of forms that are as good the first.
    let best = all.iter().rev().max_by_key(|node| worth(node));
    let Some(best) = best.map(|node| place(node)) else {
        return Vec::new();
    };
    all.into_iter().filter(|node| place(node) == best).collect()
}

/// What a value may be put into; never a secret.
fn is_fillable(node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let fits = node.role.takes_text() || node.role == Role::Select || node.role.is_checkable();
    fits && !node.is(State::Disabled)
        && !node.is(State::Readonly)
        && !is_secret(node)
        && !matches!(kind, "search" | "file" | "hidden")
}

/// How well a value fits into a control, by its name above all.
fn fit(value: &Value<'_>, node: &Node) -> u8 {
    let label = if node.role == Role::Radio {
        node.facts.group.as_deref().unwrap_or_default()
    } else if node.name.trim().is_empty() {
        node.facts.hint.as_deref().unwrap_or_default()
    } else {
        &node.name
    };
    let words = telling(label);
    let tokens = node.facts.autocomplete.as_deref().unwrap_or_default();
    let is_meant = |meaning: usize| {
        let means = |token: &str| MEANINGS[meaning].1.contains(&token);
        tokens.split_ascii_whitespace().any(means)
    };
    if !words.is_empty() && words == value.words {
        return 100;
    }
    match (value.meaning, meaning(&words)) {
        (Some(value), _) if is_meant(value) => 90,
        (Some(value), Some(node)) => {
            if value == node {
                80
            } else {
                0
            }
        }
        _ => {
            let within = |few: &[String], many: &[String]| {
                !few.is_empty()
                    && few.iter().all(|word| many.contains(word))
                    && few.iter().any(|word| word.chars().count() > 2)
            };
            if within(&value.words, &words) || within(&words, &value.words) {
                60
            } else {
                0
            }
        }
    }
}

enum Put {
    /// It is so already.
    Stands,
    Action(Action),
}

/// What puts a value into a control; nothing where the control takes no such value.
fn put(node: &Node, text: &str) -> Option<Put> {
    let id = node.id.clone();
    let same = |left: &str, right: &str| telling(left) == telling(right);
    let tick = |wanted: bool| {
        let action = if wanted {
            Action::Check {
                id: node.id.clone(),
            }
        } else {
            Action::Uncheck {
                id: node.id.clone(),
            }
        };
        let is = node.is(State::Checked) || node.is(State::Pressed);
        if is == wanted {
            Put::Stands
        } else {
            Put::Action(action)
        }
    };
    if node.role == Role::Radio {
        return same(&node.name, text).then(|| tick(true));
    }
    if node.role.is_checkable() {
        let word = text.to_lowercase();
        return match (YES.contains(&word), NO.contains(&word)) {
            (true, _) => Some(tick(true)),
            (false, true) => Some(tick(false)),
            (false, false) => None,
        };
    }
    if node.role == Role::Select {
        let option = node
            .facts
            .options
            .iter()
            .find(|option| same(option, text))?;
        if node
            .value
            .as_deref()
            .is_some_and(|value| same(value, option))
        {
            return Some(Put::Stands);
        }
        let choice = Choice {
            text: Some(option.clone()),
            ..Choice::default()
        };
        return Some(Put::Action(Action::SelectDropdown { id, choice }));
    }
    let text = as_taken(node, text)?;
    Some(match node.value.as_deref() {
        Some(value) if value == text => Put::Stands,
        Some(_) | None => Put::Action(Action::SetValue { id, text }),
    })
}

/// A text as a field takes it: days as `YYYY-MM-DD`, one line where there is one.
fn as_taken(node: &Node, text: &str) -> Option<String> {
    let several = node.facts.multiline || node.role == Role::TextArea;
    let text = if several {
        text.to_owned()
    } else {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    if node.facts.input_type.as_deref() != Some("date") {
        return Some(text);
    }
    if let Ok(date) = text.parse::<jiff::civil::Date>() {
        return Some(date.to_string());
    }
    // With dots the day comes first; with anything else nobody can tell.
    let mut parts = text.split('.').map(|part| part.trim().parse::<i16>().ok());
    let (day, month, year) = (parts.next()??, parts.next()??, parts.next()??);
    let date = jiff::civil::Date::new(year, month.try_into().ok()?, day.try_into().ok()?);
    date.ok().map(|date| date.to_string())
}

/// The telling words of a name: "firstName", "First name *" and "first_name" alike.
fn telling(name: &str) -> Vec<String> {
    let mut apart = String::with_capacity(name.len() + 4);
    let mut small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && small {
            apart.push(' ');
        }
        small = letter.is_lowercase();
        apart.push(letter);
    }
    let words = phrases::words(&apart, &[]);
    let telling: Vec<String> = words
        .iter()
        .filter(|word| !EMPTY.contains(word.as_str()))
        .cloned()
        .collect();
    if telling.is_empty() { words } else { telling }
}

fn meaning(words: &[String]) -> Option<usize> {
    let words = words.join(" ");
    MEANINGS
        .iter()
        .position(|(names, _)| names.contains(&words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{holding, node, screen};
    use screen_agent_action::expect::Expectation;
    use screen_agent_action::step::{Maker, Report};

    fn record(fields: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        fields.iter().map(owned).collect()
    }

    fn printed(filling: &Filling) -> Vec<String> {
        let action = |(action, _): &(Action, String)| screen_agent_action::print(action);
        filling.todo.iter().map(action).collect()
    }

    fn with(node: Node, change: impl FnOnce(&mut Node)) -> Node {
        let mut node = node;
        change(&mut node);
        node
    }

    #[test]
    fn values_go_where_their_names_say_they_belong() {
        let screen = screen(vec![
            node("1", "inp", "First name *"),
            node("2", "inp", "Surname"),
            node("3", "inp", "E-mail address"),
            holding("4", "inp", "Town", "Oslo"),
            with(node("5", "inp", "Number"), |node| {
                node.facts.autocomplete = Some("section-a tel".to_owned());
            }),
            with(node("6", "sel", "Country"), |node| {
                node.facts.options = vec!["Denmark".to_owned(), "Norway".to_owned()];
            }),
            node("7", "chk", "Newsletter"),
            with(node("8", "radio", "Express"), |node| {
                node.facts.group = Some("Delivery".to_owned())
            }),
            with(node("9", "radio", "Standard"), |node| {
                node.facts.group = Some("Delivery".to_owned())
            }),
            with(node("10", "inp", "Password"), |node| {
                node.facts.input_type = Some("password".to_owned());
            }),
            with(node("11", "inp", "Born on"), |node| {
                node.facts.autocomplete = Some("bday".to_owned());
                node.facts.input_type = Some("date".to_owned());
            }),
        ]);
        let fields = record(&[
            ("id", "77"),
            ("Name", "Ann Mary Lee"),
            ("email", "ann@x.test"),
            ("city", "Oslo"),
            ("Phone", "+47 1"),
            ("country", "norway"),
            ("newsletter", "yes"),
            ("delivery", "express"),
            ("password", "hunter2"),
            ("dob", "3.2.1990"),
            ("nothing", " "),
        ]);
        let found = filling(&fields, &screen, &[]);
        assert_eq!(
            printed(&found),
            [
                "setValue(1, \"Ann Mary\")",
                "setValue(2, \"Lee\")",
                "setValue(3, \"ann@x.test\")",
                "setValue(5, \"+47 1\")",
                "selectDropdown(6, \"\", \"Norway\")",
                "check(7)",
                "check(8)",
                "setValue(11, \"1990-02-03\")",
            ]
        );
        assert_eq!(found.done, ["Town"]);
        assert_eq!(found.left, ["id", "password"]);
    }

    #[test]
    fn parts_make_a_whole_name_and_a_search_field_is_left_alone() {
        let in_form = |node: Node, form| with(node, |node| node.facts.form = form);
        let screen = screen(vec![
            in_form(node("1", "inp", "Name of a product"), Some(1)),
            in_form(node("2", "inp", "Your name"), Some(2)),
            in_form(node("3", "textarea", "Message"), Some(2)),
        ]);
        let fields = record(&[
            ("firstName", "Ann"),
            ("last_name", "Lee"),
            ("message", "Two\nlines"),
        ]);
        let found = filling(&fields, &screen, &[]);
        assert_eq!(
            printed(&found),
            ["setValue(2, \"Ann Lee\")", "setValue(3, \"Two\\nlines\")"]
        );
        assert_eq!(found.left, Vec::<String>::new());
    }

    #[test]
    fn what_was_put_in_is_not_put_in_again_however_the_field_writes_it() {
        let screen = screen(vec![holding("1", "inp", "Phone", "(01) 23")]);
        let fields = record(&[("phone", "0123")]);
        let todo = filling(&fields, &screen, &[]).todo;
        let [(action, _)] = todo.as_slice() else {
            panic!("{todo:?}");
        };
        let step = Step {
            index: 0,
            thought: String::new(),
            action: action.clone(),
            target: None,
            expected: Expectation::default(),
            url: String::new(),
            report: Report::default(),
            verdict: None,
            by: Maker::Rule,
            plan_step: None,
            correction: None,
        };
        let again = filling(&fields, &screen, &[step]);
        assert_eq!((again.todo, again.done), (vec![], vec!["Phone".to_owned()]));
    }

    #[test]
    fn words_order_filling_and_what_comes_after_it() {
        for (query, ordered, rest) in [
            (
                "fill the form from this and press Send",
                true,
                Some("press Send"),
            ),
            (
                "Fill in the form with this file, then click Save.",
                true,
                Some("click Save."),
            ),
            ("fill in name and city from this", true, None),
            ("use this to populate the fields", true, None),
            ("upload this to the page", false, None),
            ("what is in this file?", false, None),
        ] {
            assert_eq!(is_ordered(query), ordered, "{query:?}");
            let begins = |rest: &str| crate::route::begins_with_deed(rest);
            let found = besides(query, begins).filter(|_| ordered);
            assert_eq!(found, rest, "{query:?}");
        }
    }
}
