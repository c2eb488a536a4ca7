//! What databases say in words of their own. All else is written once, in what they have in common.

/// How one database says it.
pub trait Dialect: Send + Sync {
    /// That a table is entered by this index, where that must be said.
    fn by_index(&self, index: &str) -> String;

    /// Behind a query for rows that are then changed: locks them, and passes over those that others hold.
    fn skip_held(&self) -> &'static str;

    /// A sum of a column, never an error: the largest number there is where it would be larger.
    fn sum(&self, column: &str) -> String;

    /// Has rows that hang on each other be deleted in any order, until the transaction ends.
    fn any_order(&self) -> &'static str;

    /// Reads the names of our tables.
    fn tables(&self) -> &'static str;

    /// Reads the names of the columns of the table `?1`, in their order, without those that are made of others.
    fn columns(&self) -> &'static str;

    /// Reads the names of the columns of the primary key of the table `?1`.
    fn primary_key(&self) -> &'static str;

    /// Reads table, column, and what becomes of the row when the other goes (`NO ACTION`, `CASCADE`, `SET NULL`), of
    /// all that refers to the table `?1`.
    fn references(&self) -> &'static str;

    /// Of conversations: all if `?3`, or those of the owner with a packet that is found by `?4`.
    fn found_by_words(&self) -> &'static str;

    /// What `?4` is for these words; `None` where there is no word.
    fn words(&self, said: &str) -> Option<String>;

    /// How chunks of knowledge are looked up.
    fn knowledge(&self) -> &dyn KnowledgeIndex;
}

/// The index over the terms of chunks. None holds a quotation mark.
pub trait KnowledgeIndex {
    /// An expression for any of these terms.
    fn any(&self, forms: &[String]) -> String;

    /// An expression that joins others.
    fn joined(&self, expressions: &[String], all: bool) -> String;

    /// An expression that holds for chunks of these sources alone.
    fn scoped(&self, sources: &[i64], expression: &str) -> String;

    /// Reads how many of the first `?4` chunks with a number from `?2` to before `?3` match the expression `?1`, and the
    /// number after the last of them; where they do not come in order, after the last there is.
    fn counted(&self) -> &'static str;

    /// A query for number and place of the best `?4` chunks that match `?1` with a number from `?2` to before `?3`;
    /// the smallest place is the best. `?5` and on are the terms' expressions, each after its weight, where
    /// `weighs_terms`.
    fn best(&self, terms: usize) -> String;

    /// Whether `best` is told the terms.
    fn weighs_terms(&self) -> bool;
}
