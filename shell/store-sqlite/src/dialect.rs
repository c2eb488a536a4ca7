//! What SQLite says in words of its own.

use screen_agent_store_sql::{Dialect, KnowledgeIndex, scope_term};

/// Most words of a search that count.
const MOST_WORDS: usize = 12;

/// SQLite.
pub(crate) struct Sqlite;

impl Dialect for Sqlite {
    fn by_index(&self, index: &str) -> String {
        format!(" INDEXED BY {index}")
    }

    fn skip_held(&self) -> &'static str {
        ""
    }

    fn sum(&self, column: &str) -> String {
        format!("CAST(total({column}) AS INTEGER)")
    }

    fn any_order(&self) -> &'static str {
        "PRAGMA defer_foreign_keys = ON"
    }

    fn tables(&self) -> &'static str {
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
           AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'packet_words_%' AND name NOT LIKE 'knowledge_index_%' AND name <> 'copying'
         ORDER BY name"
    }

    fn columns(&self) -> &'static str {
        "SELECT name FROM pragma_table_info(?1) ORDER BY cid"
    }

    fn primary_key(&self) -> &'static str {
        "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk"
    }

    fn references(&self) -> &'static str {
        "SELECT of.name, to_.\"from\", to_.on_delete
         FROM sqlite_schema AS of, pragma_foreign_key_list(of.name) AS to_
         WHERE of.type = 'table' AND to_.\"table\" = ?1"
    }

    /// The index is entered at the owner's rows; that the conversation is theirs is asked all the same.
    fn found_by_words(&self) -> &'static str {
        "(?3 OR pk IN
           (SELECT conversation_pk FROM packets WHERE pk IN
             (SELECT rowid FROM packet_words
              WHERE packet_words MATCH 'owner : \"' || lower(hex(?1) || hex(?2)) || '\" AND ' || coalesce(?4, 'owner : \"nobody\"'))))"
    }

    /// What the index is asked besides whose it is: all of the words, of the last one a beginning, in one packet. Every
    /// word stands in quotes, so that none is read as an operator.
    fn words(&self, said: &str) -> Option<String> {
        let words: Vec<String> = said
            .split(|sign: char| !sign.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .map(|word| format!("\"{word}\""))
            .collect();
        let words = (!words.is_empty()).then(|| words.join(" AND "))?;
        Some(format!("{{title preview}} : ({words} *)"))
    }

    fn knowledge(&self) -> &dyn KnowledgeIndex {
        self
    }
}

impl KnowledgeIndex for Sqlite {
    fn any(&self, forms: &[String]) -> String {
        let quoted: Vec<String> = forms.iter().map(|form| format!("\"{form}\"")).collect();
        quoted.join(" OR ")
    }

    fn joined(&self, expressions: &[String], all: bool) -> String {
        let grouped: Vec<String> = expressions.iter().map(|each| format!("({each})")).collect();
        let joined = grouped.join(if all { " AND " } else { " OR " });
        format!("{{heading_terms body_terms}} : ({joined})")
    }

    fn scoped(&self, sources: &[i64], expression: &str) -> String {
        let sources: Vec<String> = sources.iter().map(|source| scope_term(*source)).collect();
        format!("scope : ({}) AND ({expression})", self.any(&sources))
    }

    fn counted(&self) -> &'static str {
        "SELECT count(*), ifnull(max(pk) + 1, ?2) FROM (SELECT rowid AS pk FROM knowledge_index
         WHERE knowledge_index MATCH ?1 AND rowid >= ?2 AND rowid < ?3 LIMIT ?4)"
    }

    fn best(&self, _terms: usize) -> String {
        "SELECT rowid AS pk, rank AS place FROM knowledge_index
         WHERE knowledge_index MATCH ?1 AND rowid >= ?2 AND rowid < ?3
           AND rank MATCH 'bm25(0.0, 1.0, 1.0)' ORDER BY rank LIMIT ?4"
            .to_owned()
    }

    fn weighs_terms(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_quotes_every_word() {
        let asks = |words: &str| format!("{{title preview}} : ({words} *)");
        for (said, expected) in [
            ("  ", None),
            ("\"*-)(", None),
            ("blue", Some(asks("\"blue\""))),
            (
                "blue OR owner:\"x\" NEAR(a*",
                Some(asks(
                    "\"blue\" AND \"OR\" AND \"owner\" AND \"x\" AND \"NEAR\" AND \"a\"",
                )),
            ),
        ] {
            assert_eq!(Sqlite.words(said), expected, "{said:?}");
        }
    }
}
