//! Which lines are kept where not all can be: head, middle and tail, and those that the question is
//! about.

use std::ops::Range;

use super::rank;
use super::row::Row;
use screen_agent_page::render::estimate;
use screen_agent_words::quote::cut;

/// What a mark costs that says how many lines are missing.
const MARK: usize = 12;
/// Most places in the middle.
const WINDOWS: usize = 6;
/// Lines that are kept with one that holds words of the question: before it, and after.
const BEFORE: usize = 1;
const AFTER: usize = 3;

/// The lines that are kept for so many tokens, with marks where others are missing.
pub(super) fn spread(rows: &[Row], budget: usize, words: &[String]) -> Vec<Row> {
    let total: usize = rows.iter().map(|row| row.cost).sum();
    if total <= budget {
        return rows.to_vec();
    }
    let marks = MARK * (WINDOWS + 2).min(budget / (MARK * 8));
    let budget = budget.saturating_sub(marks);
    let mut kept = vec![false; rows.len()];
    let main: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].main).collect();
    let rest: Vec<usize> = (0..rows.len()).filter(|&at| !rows[at].main).collect();
    // What stands around the main content has only what that leaves.
    let left = choose(rows, &main, budget, words, &mut kept);
    choose(rows, &rest, left, words, &mut kept);
    marked(rows, &kept, budget)
}

/// Keeps some of these lines; gives back what is not spent.
fn choose(
    rows: &[Row],
    among: &[usize],
    budget: usize,
    words: &[String],
    kept: &mut [bool],
) -> usize {
    let total: usize = among.iter().map(|&at| rows[at].cost).sum();
    if total <= budget {
        for &at in among {
            kept[at] = true;
        }
        return budget - total;
    }
    let mut chosen = Chosen { rows, among, kept };
    let head = chosen.run(0..among.len(), budget * 9 / 20);
    let tail = chosen.run_back(head.end, budget / 5);
    let spent: usize = chosen.cost(head.clone()) + chosen.cost(tail.clone());
    let left = chosen.matching(head.end..tail.start, budget.saturating_sub(spent), words);
    chosen.windows(head.end..tail.start, left)
}

struct Chosen<'a> {
    rows: &'a [Row],
    among: &'a [usize],
    kept: &'a mut [bool],
}

impl Chosen<'_> {
    fn cost(&self, range: Range<usize>) -> usize {
        range.map(|at| self.rows[self.among[at]].cost).sum()
    }

    /// Keeps a line if it is not kept yet and can be paid for.
    fn keep(&mut self, at: usize, budget: &mut usize) -> bool {
        let at = self.among[at];
        if self.kept[at] {
            return true;
        }
        if self.rows[at].cost > *budget {
            return false;
        }
        *budget -= self.rows[at].cost;
        self.kept[at] = true;
        true
    }

    /// From the first on, as many as can be paid for.
    fn run(&mut self, range: Range<usize>, mut budget: usize) -> Range<usize> {
        let mut end = range.start;
        while end < range.end && self.keep(end, &mut budget) {
            end += 1;
        }
        range.start..end
    }

    /// From the last back, down to `first`.
    fn run_back(&mut self, first: usize, mut budget: usize) -> Range<usize> {
        let last = self.among.len();
        let mut start = last;
        while start > first && self.keep(start - 1, &mut budget) {
            start -= 1;
        }
        start..last
    }

    /// Lines that hold words of the question, those with the most first, and the lines around them.
    fn matching(&mut self, middle: Range<usize>, mut budget: usize, words: &[String]) -> usize {
        // One heap a score: sorting would not be linear.
        let mut heaps: Vec<Vec<usize>> = vec![Vec::new(); words.len() + 1];
        for at in middle.clone() {
            let score = rank::score(&self.rows[self.among[at]].text, words);
            heaps[score].push(at);
        }
        for heap in heaps.iter().skip(1).rev() {
            for &at in heap {
                let around =
                    at.saturating_sub(BEFORE).max(middle.start)..(at + AFTER + 1).min(middle.end);
                if !self.keep(at, &mut budget) {
                    return budget;
                }
                for near in around {
                    self.keep(near, &mut budget);
                }
            }
        }
        budget
    }

    /// Places at even distances. Gives back what is not spent.
    fn windows(&mut self, middle: Range<usize>, mut budget: usize) -> usize {
        let length = middle.len();
        for window in 0..WINDOWS {
            let mut share = budget / (WINDOWS - window);
            let before = share;
            let start = middle.start + length * (2 * window + 1) / (2 * WINDOWS);
            let end = middle.start + length * (2 * window + 3) / (2 * WINDOWS);
            for at in start..end.min(middle.end) {
                if !self.keep(at, &mut share) {
                    break;
                }
            }
            budget -= before - share;
        }
        budget
    }
}

/// The lines that are kept, and a mark for each stretch that is not.
fn marked(rows: &[Row], kept: &[bool], budget: usize) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    let mut missing = 0;
    for (row, kept) in rows.iter().zip(kept) {
        if *kept {
            mark(&mut out, &mut missing);
            out.push(row.clone());
        } else {
            missing += 1;
        }
    }
    if out.is_empty() {
        // Not even the first line: its beginning.
        out.extend(rows.first().and_then(|row| beginning(row, budget)));
    }
    mark(&mut out, &mut missing);
    out
}

/// Set where lines are missing.
pub(crate) fn left_out(lines: usize) -> String {
    format!("[… {lines} lines left out …]")
}

fn mark(out: &mut Vec<Row>, missing: &mut usize) {
    if *missing > 0 {
        out.push(Row::new(left_out(*missing), None, false));
        *missing = 0;
    }
}

/// As much of a line as can be paid for, if that is worth it.
fn beginning(row: &Row, budget: usize) -> Option<Row> {
    const WORTH: usize = 24;
    if budget < WORTH {
        return None;
    }
    let mut most = row.text.chars().count().min(budget * 4);
    loop {
        let text = cut(&row.text, most);
        if estimate(&text) < budget {
            return Some(Row::new(text, row.handle.clone(), row.main));
        }
        most /= 2;
    }
}
