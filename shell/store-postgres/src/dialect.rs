//! What PostgreSQL says in words of its own.

use screen_agent_store_sql::{Dialect, KnowledgeIndex, scope_term};

/// Most words of a search that count.
const MOST_WORDS: usize = 12;

/// PostgreSQL.
pub(crate) struct Postgres;

impl Dialect for Postgres {
    fn by_index(&self, _index: &str) -> String {
        String::new()
    }

    fn skip_held(&self) -> &'static str {
        " FOR UPDATE SKIP LOCKED"
    }

    /// A sum of whole numbers is of any size, and is read as one that fits.
    fn sum(&self, column: &str) -> String {
        format!("coalesce(sum({column}), 0)")
    }

    fn any_order(&self) -> &'static str {
        "SET CONSTRAINTS ALL DEFERRED"
    }

    fn tables(&self) -> &'static str {
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
           AND relname <> 'about' ORDER BY relname"
    }

    fn columns(&self) -> &'static str {
        "SELECT attname FROM pg_attribute WHERE attrelid = ?1::regclass AND attnum > 0
           AND NOT attisdropped AND attgenerated = '' ORDER BY attnum"
    }

    fn primary_key(&self) -> &'static str {
        "SELECT a.attname FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS key (attnum, place)
           JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = key.attnum
         WHERE i.indrelid = ?1::regclass AND i.indisprimary ORDER BY key.place"
    }

    fn references(&self) -> &'static str {
        "SELECT of.relname, a.attname,
           CASE c.confdeltype WHEN 'a' THEN 'NO ACTION' WHEN 'c' THEN 'CASCADE' ELSE 'SET NULL' END
         FROM pg_constraint c JOIN pg_class of ON of.oid = c.conrelid
           JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
         WHERE c.contype = 'f' AND c.confrelid = ?1::regclass"
    }

    fn found_by_words(&self) -> &'static str {
        "(?3 OR pk IN (SELECT conversation_pk FROM packets WHERE words @@ words_asked(?1, ?2, ?4)))"
    }

    /// The words alone: the database makes of them what it made of the packets'.
    fn words(&self, said: &str) -> Option<String> {
        let words: Vec<&str> = said
            .split(|sign: char| !sign.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn knowledge(&self) -> &dyn KnowledgeIndex {
        self
    }
}

impl KnowledgeIndex for Postgres {
    fn any(&self, forms: &[String]) -> String {
        let quoted: Vec<String> = forms.iter().map(|form| quoted(form)).collect();
        quoted.join(" | ")
    }

    fn joined(&self, expressions: &[String], all: bool) -> String {
        let grouped: Vec<String> = expressions.iter().map(|each| format!("({each})")).collect();
        grouped.join(if all { " & " } else { " | " })
    }

    fn scoped(&self, sources: &[i64], expression: &str) -> String {
        let sources: Vec<String> = sources
            .iter()
            .map(|source| format!("={}", scope_term(*source)))
            .collect();
        format!("({}) & ({expression})", self.any(&sources))
    }

    /// Chunks come in no order, so all are counted that may be.
    fn counted(&self) -> &'static str {
        "SELECT count(*), ?3 FROM (SELECT 1 FROM knowledge_chunks
           WHERE terms @@ (?1::tsquery && ('''=t' || (?2 >> 32) || '''')::tsquery) AND pk >= ?2 AND pk < ?3
           LIMIT 2 * ?4) counted"
    }

    /// Each term counts by how few chunks hold it, and by how often and how densely this one does.
    fn best(&self, terms: usize) -> String {
        let weighed = (0..terms).map(|nth| {
            let (weight, term) = (5 + 2 * nth, 6 + 2 * nth);
            format!("?{weight} * ts_rank(terms, ?{term}::tsquery, 1)")
        });
        let weighed: Vec<String> = weighed.collect();
        format!(
            "SELECT pk, -({}) AS place FROM (SELECT pk, terms FROM knowledge_chunks
               WHERE terms @@ (?1::tsquery && ('''=t' || (?2 >> 32) || '''')::tsquery) AND pk >= ?2 AND pk < ?3
               LIMIT 4000) held
             ORDER BY place, pk LIMIT ?4",
            weighed.join(" + ")
        )
    }

    fn weighs_terms(&self) -> bool {
        true
    }
}

/// A term as a query names it.
fn quoted(term: &str) -> String {
    format!("'{}'", term.replace('\\', "\\\\").replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_and_words_are_no_operators() {
        let terms = ["it's".to_owned(), "a\\b".to_owned()];
        assert_eq!(Postgres.any(&terms), r"'it''s' | 'a\\b'");
        assert_eq!(Postgres.words("blue & | !x:*").as_deref(), Some("blue x"));
        assert_eq!(Postgres.words("-*()"), None);
    }
}
