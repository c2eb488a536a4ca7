//! Text that is too long keeps its beginning, its end, and something of all between.

/// What stands where lines were left out.
const GAP: &str = "[…]";
/// Shares of what may stay, in tenths: for the beginning and for the end.
const HEAD: usize = 6;
const TAIL: usize = 2;

/// Cuts a text to at most so many characters, by whole lines where that is possible.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most || text.chars().count() <= most {
        return text.to_owned();
    }
    let lines: Vec<(&str, usize)> = text
        .lines()
        .map(|line| (line, line.chars().count() + 1))
        .collect();
    let head = fitting(lines.iter(), most * HEAD / 10);
    let tail = fitting(lines[head..].iter().rev(), most * TAIL / 10);
    let between = head..lines.len() - tail;
    let mut room = most * (10 - HEAD - TAIL) / 10;
    let left_out: usize = lines[between.clone()].iter().map(|(_, size)| size).sum();
    // Every so-manieth line, so that all of the middle has its say.
    let step = left_out.div_ceil(room.max(1)).max(1);
    let mut kept = vec![false; lines.len()];
    kept[..head].fill(true);
    kept[between.end..].fill(true);
    for at in between.step_by(step) {
        let size = lines[at].1 + GAP.chars().count() + 1;
        if size > room {
            break;
        }
        room -= size;
        kept[at] = true;
    }
    let joined = join(&lines, &kept);
    // A text of one endless line has no lines to leave out.
    joined.chars().take(most).collect()
}

fn fitting<'a>(lines: impl Iterator<Item = &'a (&'a str, usize)>, room: usize) -> usize {
    let mut used = 0;
    lines
        .take_while(|(_, size)| {
            used += size;
            used <= room
        })
        .count()
}

fn join(lines: &[(&str, usize)], kept: &[bool]) -> String {
    let mut out: Vec<&str> = Vec::new();
    for ((line, _), kept) in lines.iter().zip(kept) {
        match (kept, out.last()) {
            (true, _) => out.push(line),
            (false, Some(&GAP)) => {}
            (false, _) => out.push(GAP),
        }
    }
    if out == [GAP] {
        return lines
            .iter()
            .map(|(line, _)| *line)
            .collect::<Vec<_>>()
            .join("\n");
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_as_it_is() {
        assert_eq!(cut("äöü\nx", 5), "äöü\nx");
    }

    #[test]
    fn beginning_middle_and_end_stay() {
        let text: Vec<String> = (0..1_000).map(|at| format!("line number {at}")).collect();
        let cut = cut(&text.join("\n"), 2_000);
        assert!(cut.chars().count() <= 2_000, "{}", cut.chars().count());
        assert!(cut.starts_with("line number 0\nline number 1\n"));
        assert!(cut.ends_with("line number 998\nline number 999"));
        let middle = cut.lines().filter(|line| {
            let number = line
                .rsplit(' ')
                .next()
                .and_then(|it| it.parse::<u32>().ok());
            number.is_some_and(|number| (300..700).contains(&number))
        });
        assert!(middle.count() >= 3, "{cut}");
        assert!(cut.contains(GAP));
    }

    #[test]
    fn one_endless_line_is_cut() {
        assert_eq!(cut(&"ä".repeat(500), 100).chars().count(), 100);
    }
}
