//! Cells that reach over several columns or rows of a table: each column of a row has its words, so that what stands
//! beneath a head stands beneath it in the text, too.

use crate::words::Fold;

/// Most columns that one cell reaches over, most rows, and the longest words that are repeated, in bytes.
const COLUMNS: usize = 24;
const ROWS: usize = 500;
const WORDS: usize = 80;

/// The row of a table that is being written, and what reaches into it from above.
#[derive(Debug, Default)]
pub(super) struct Grid {
    column: usize,
    /// Where the open cell's words begin.
    from: usize,
    /// For each column, the words that reach down to further rows, and how many.
    above: Vec<(String, usize)>,
}

impl Grid {
    /// A row begins.
    pub(super) fn begin_row(&mut self) {
        self.column = 0;
    }

    /// A cell begins: what reaches down before it comes first.
    pub(super) fn begin_cell(&mut self, words: &mut Fold) {
        self.reach_down(words);
        self.from = words.len();
    }

    /// A cell ends that reaches over so many columns and rows.
    pub(super) fn end_cell(&mut self, words: &mut Fold, columns: usize, rows: usize) {
        let said = words.since(self.from).trim_matches([' ', '|']).to_owned();
        words.cell();
        let repeats = said.len() <= WORDS;
        let columns = if repeats {
            columns.clamp(1, COLUMNS)
        } else {
            1
        };
        for _ in 1..columns {
            words.text(&said);
            words.cell();
        }
        let rows = rows.min(ROWS);
        if rows > 1 && repeats && !said.is_empty() {
            let end = self.column + columns;
            self.above
                .resize(self.above.len().max(end), Default::default());
            for above in &mut self.above[self.column..end] {
                *above = (said.clone(), rows - 1);
            }
        }
        self.column += columns;
    }

    /// A row ends: what reaches down behind its last cell comes last.
    pub(super) fn end_row(&mut self, words: &mut Fold) {
        self.reach_down(words);
    }

    fn reach_down(&mut self, words: &mut Fold) {
        while let Some((said, left)) = self.above.get_mut(self.column)
            && *left > 0
        {
            words.text(said);
            words.cell();
            *left -= 1;
            self.column += 1;
        }
    }
}
