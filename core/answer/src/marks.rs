//! `[n]` in an answer: which of its citations bear out what stands before it.

/// Most digits of a mark.
const DIGITS: usize = 3;

/// A text without its marks, and their numbers in order.
pub fn unmarked(text: &str) -> (String, Vec<usize>) {
    let (mut plain, mut numbers) = (String::with_capacity(text.len()), Vec::new());
    each(text, |piece| match piece {
        Piece::Words(words) => plain.push_str(words),
        Piece::Mark(mark) => {
            plain.truncate(plain.trim_end_matches(' ').len());
            numbers.extend(mark);
        }
    });
    (plain, numbers)
}

/// A text whose marks bear other numbers; a mark that is left without any is taken out.
pub fn renumbered(text: &str, number: impl Fn(usize) -> Option<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    each(text, |piece| match piece {
        Piece::Words(words) => out.push_str(words),
        Piece::Mark(mark) => {
            let numbers: Vec<String> = mark
                .into_iter()
                .filter_map(|one| number(one).map(|one| one.to_string()))
                .collect();
            match numbers.is_empty() {
                true => out.truncate(out.trim_end_matches(' ').len()),
                false => out.push_str(&format!("[{}]", numbers.join(", "))),
            }
        }
    });
    out
}

enum Piece<'t> {
    Words(&'t str),
    Mark(Vec<usize>),
}

fn each<'t>(text: &'t str, mut take: impl FnMut(Piece<'t>)) {
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let mark = mark(&rest[at..]);
        let end = mark.as_ref().map_or(at + 1, |_| at);
        take(Piece::Words(&rest[..end]));
        rest = &rest[end..];
        if let Some((numbers, length)) = mark {
            take(Piece::Mark(numbers));
            rest = &rest[length..];
        }
    }
    take(Piece::Words(rest));
}

/// The numbers of a mark that begins here, and its length: `[3]`, or several, `[1, 4]`.
fn mark(text: &str) -> Option<(Vec<usize>, usize)> {
    let end = text.bytes().position(|byte| byte == b']')?;
    let numbers = text[1..end].split(',').map(|number| {
        let number = number.trim();
        let is_number = (1..=DIGITS).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit());
        number
            .parse()
            .ok()
            .filter(|number| is_number && *number > 0)
    });
    Some((numbers.collect::<Option<_>>()?, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_from_words() {
        for (text, plain, numbers) in [
            (
                "It costs €9 [1]. Or [2, 3] not",
                "It costs €9. Or not",
                vec![1, 2, 3],
            ),
            ("[1][12]", "", vec![1, 12]),
            ("[a] [0] [1234] [] [1", "[a] [0] [1234] [] [1", vec![]),
            ("[[4]]", "[]", vec![4]),
        ] {
            assert_eq!(unmarked(text), (plain.to_owned(), numbers), "{text}");
        }
    }

    #[test]
    fn marks_get_other_numbers_or_go() {
        let other = |number| (number != 2).then_some(number + 1);
        assert_eq!(
            renumbered("a [1], b [2]. c [2, 3]", other),
            "a [2], b. c [4]"
        );
    }
}
