//! Things that follow one another, each behind those that it depends on.

use std::collections::HashSet;

/// Things in an order in which each can be done, otherwise as they came; and those that never can: what they depend on is
/// not there, or depends on them.
pub fn in_order<T>(
    things: Vec<T>,
    id: impl Fn(&T) -> String,
    needs: impl Fn(&T) -> &[String],
) -> (Vec<T>, Vec<T>) {
    let (mut ordered, mut left, mut done) = (Vec::new(), things, HashSet::new());
    let is_next = |one: &T, done: &HashSet<String>| needs(one).iter().all(|id| done.contains(id));
    while let Some(at) = left.iter().position(|one| is_next(one, &done)) {
        let next = left.remove(at);
        done.insert(id(&next));
        ordered.push(next);
    }
    (ordered, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_behind_what_it_depends_on_or_is_left() {
        for (given, ordered, left) in [
            ("a b c", "a b c", ""),
            ("a:c b c:b", "b c:b a:c", ""),
            ("a:b b:a c", "c", "a:b b:a"),
            ("a:a b:x c:b", "", "a:a b:x c:b"),
        ] {
            let things = given.split_whitespace().map(|thing| {
                let (id, needs) = thing.split_once(':').unwrap_or((thing, ""));
                let needs = needs.split_terminator(',').map(str::to_owned);
                (thing, id.to_owned(), needs.collect::<Vec<_>>())
            });
            let sorted = in_order(things.collect(), |one| one.1.clone(), |one| &one.2);
            let words = |things: Vec<(&str, _, _)>| -> String {
                let words: Vec<&str> = things.iter().map(|one| one.0).collect();
                words.join(" ")
            };
            let found = (words(sorted.0), words(sorted.1));
            assert_eq!(found, (ordered.to_owned(), left.to_owned()), "{given}");
        }
    }
}
