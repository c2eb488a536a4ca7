//! Goes over a log from its first row and names the row where it is broken.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::key::KeyId;
use crate::mark::Mark;
use crate::row::{Hash, LogRow};

/// What is wrong with a log. The first thing that is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A row says something else than was written.
    #[error("row {seq} was changed")]
    Changed {
        /// Which.
        seq: u64,
    },
    /// A row stands where another did.
    #[error("rows were reordered: row {written} stands as row {stands}")]
    Reordered {
        /// Where it stands.
        stands: u64,
        /// Where it was written.
        written: u64,
    },
    /// Rows are missing, and later ones are there.
    #[error("{} removed", rows(*from, *to))]
    Removed {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// Rows are missing at the end: a mark speaks for them.
    #[error("the log was cut off: {} removed, and a mark was signed for row {to}", rows(*from, *to))]
    CutOff {
        /// The first of them.
        from: u64,
        /// The last that a mark speaks for.
        to: u64,
    },
    /// The chain holds, but is not the one that was signed.
    #[error("the log was written anew: row {to} is not the one that was signed, so {} or some of them changed", rows(*from, *to))]
    Rewritten {
        /// The first row after the last mark that holds.
        from: u64,
        /// The row of the mark that does not.
        to: u64,
    },
    /// A mark's signature does not hold, or nobody trusted has made it.
    #[error("the mark on row {seq} is not signed by a trusted key (it names key {key})")]
    BadMark {
        /// Which row it is on.
        seq: u64,
        /// The key that it names.
        key: KeyId,
    },
}

fn rows(from: u64, to: u64) -> String {
    if from == to {
        format!("row {from} was")
    } else {
        format!("rows {from} to {to} were")
    }
}

impl Fault {
    /// The rows that it names.
    pub fn rows(&self) -> RangeInclusive<u64> {
        match self {
            Self::Changed { seq } | Self::BadMark { seq, .. } => *seq..=*seq,
            Self::Reordered { stands, .. } => *stands..=*stands,
            Self::Removed { from, to }
            | Self::CutOff { from, to }
            | Self::Rewritten { from, to } => *from..=*to,
        }
    }
}

/// What a log that is whole comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSummary {
    /// How many rows there are.
    pub rows: u64,
    /// The last row that a mark speaks for; 0 without a mark.
    pub signed: u64,
    /// When that was signed.
    pub signed_at_ms: Option<i64>,
    /// How many marks were looked at.
    pub marks: u64,
}

/// Goes over a log, row by row.
#[derive(Debug)]
pub struct Verifier {
    marks: BTreeMap<u64, Vec<Mark>>,
    bad_mark: Option<Fault>,
    report: LogSummary,
    last: Option<(u64, Hash)>,
    held: u64,
    broken: Option<Broken>,
    highest: u64,
    later: BTreeSet<u64>,
}

/// Where the chain is broken, before it is known how.
#[derive(Clone, Debug)]
enum Broken {
    /// A row does not fit its own hash.
    Altered(Box<LogRow>),
    /// There are other numbers between this row and the one before.
    Gap { from: u64, to: u64 },
    /// A number comes again, or too late.
    Back { seq: u64, expected: u64 },
    /// A row fits its own hash, but not the row before. Which of the two was made anew, the next
    /// row tells.
    Unlinked { seq: u64, hash: Hash },
    /// A row is not the one that was signed. Whether it alone, the next row tells.
    Unsigned { seq: u64, signed: Hash },
    /// It is known.
    Known(Fault),
}

impl Verifier {
    /// Begins, with the marks of every place where they are kept, and the keys that count.
    pub fn new(marks: impl IntoIterator<Item = Mark>, keys: &BTreeMap<KeyId, [u8; 32]>) -> Self {
        let mut by_row: BTreeMap<u64, Vec<Mark>> = BTreeMap::new();
        let mut bad_mark = None;
        let mut count = 0;
        for mark in marks {
            count += 1;
            if mark.is_signed(keys) {
                by_row.entry(mark.seq).or_default().push(mark);
            } else if bad_mark.is_none() {
                let Mark { seq, key, .. } = mark;
                bad_mark = Some(Fault::BadMark { seq, key });
            }
        }
        Self {
            marks: by_row,
            bad_mark,
            report: LogSummary {
                marks: count,
                ..LogSummary::default()
            },
            last: None,
            held: 0,
            broken: None,
            highest: 0,
            later: BTreeSet::new(),
        }
    }

    /// Takes the next row.
    pub fn take(&mut self, row: &LogRow) {
        self.highest = self.highest.max(row.seq);
        self.report.rows += 1;
        match self.broken.take() {
            None => self.broken = self.check(row),
            Some(broken) => self.broken = Some(self.explain(broken, row)),
        }
        self.last = Some((row.seq, row.hash));
    }

    fn check(&mut self, row: &LogRow) -> Option<Broken> {
        let (before, head) = self.last.unwrap_or((0, Hash::NONE));
        let expected = before.saturating_add(1);
        if row.computed() != row.hash {
            return Some(Broken::Altered(Box::new(row.clone())));
        }
        if row.seq > expected {
            let to = row.seq - 1;
            return Some(Broken::Gap { from: expected, to });
        }
        if row.seq < expected {
            let seq = row.seq;
            return Some(Broken::Back { seq, expected });
        }
        if row.previous != head {
            let (seq, hash) = (row.seq, row.hash);
            return Some(Broken::Unlinked { seq, hash });
        }
        let marks = self.marks.get(&row.seq)?;
        if let Some(other) = marks.iter().find(|mark| mark.hash != row.hash) {
            let (seq, signed) = (row.seq, other.hash);
            return Some(Broken::Unsigned { seq, signed });
        }
        self.held = row.seq;
        self.report.signed = row.seq;
        self.report.signed_at_ms = marks.iter().map(|mark| mark.at_ms).max();
        None
    }

    /// What the rows behind a break tell of it.
    fn explain(&mut self, broken: Broken, row: &LogRow) -> Broken {
        match broken {
            Broken::Gap { from, to } => {
                if (from..=to).contains(&row.seq) {
                    self.later.insert(row.seq);
                }
                Broken::Gap { from, to }
            }
            Broken::Unlinked { seq, hash } => {
                let changed = if row.previous == hash || seq == 1 {
                    seq.max(2) - 1
                } else {
                    seq
                };
                Broken::Known(Fault::Changed { seq: changed })
            }
            Broken::Unsigned { seq, signed } => Broken::Known(if row.previous == signed {
                Fault::Changed { seq }
            } else {
                self.rewritten(seq)
            }),
            other @ (Broken::Altered(_) | Broken::Back { .. } | Broken::Known(_)) => other,
        }
    }

    fn rewritten(&self, seq: u64) -> Fault {
        let from = self.held.saturating_add(1);
        Fault::Rewritten { from, to: seq }
    }

    /// There are no more rows.
    pub fn finish(self) -> Result<LogSummary, Fault> {
        let signed = self.marks.keys().next_back().copied().unwrap_or(0);
        if let Some(broken) = &self.broken {
            return Err(self.settle(broken.clone(), signed));
        }
        let rows = self.last.map_or(0, |(seq, _)| seq);
        if signed > rows {
            let from = rows.saturating_add(1);
            return Err(Fault::CutOff { from, to: signed });
        }
        match self.bad_mark {
            Some(fault) => Err(fault),
            None => Ok(self.report),
        }
    }

    fn settle(&self, broken: Broken, signed: u64) -> Fault {
        match broken {
            Broken::Known(fault) => fault,
            Broken::Altered(row) => {
                let stands = row.seq;
                let most = self.highest.max(signed).max(self.report.rows);
                let moved = (1..=most).find(|seq| row.computed_as(*seq) == row.hash);
                match moved {
                    Some(written) => Fault::Reordered { stands, written },
                    None => Fault::Changed { seq: stands },
                }
            }
            Broken::Gap { from, to } if self.later.contains(&from) => Fault::Reordered {
                stands: from,
                written: to.saturating_add(1),
            },
            Broken::Gap { from, to } => Fault::Removed { from, to },
            Broken::Back { seq, expected } => Fault::Reordered {
                stands: expected,
                written: seq,
            },
            // It was the last row: a mark on it may tell.
            Broken::Unlinked { seq, hash } => {
                let marks = self.marks.get(&seq);
                let is_other = marks.is_some_and(|all| all.iter().any(|mark| mark.hash != hash));
                let before = seq > 1 && !is_other;
                Fault::Changed {
                    seq: if before { seq - 1 } else { seq },
                }
            }
            Broken::Unsigned { seq, .. } => self.rewritten(seq),
        }
    }
}
