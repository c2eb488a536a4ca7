//! Keywords that requests of IDEs name, as far as they were changed.

use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Stored;
use screen_agent_store::ide::KeywordRecord;

use super::audit;
use super::records::{Unowned, listed, table};
use crate::db::Db;
use crate::sql::Sql as _;

table!(KeywordRecord, "intent_keywords" => keyword, version, body, updated_ms);

impl Unowned for KeywordRecord {}
listed!(KeywordRecord by "keyword");

/// Keeps one as the version that follows the one that is there.
pub(crate) fn put(db: &dyn Db, new: &KeywordRecord) -> Stored<bool> {
    let sql = "INSERT INTO intent_keywords (keyword, version, body, updated_ms)
               SELECT ?1, ?2, ?3, ?4
               WHERE ?2 = 1 + coalesce((SELECT version FROM intent_keywords WHERE keyword = ?1), 0)
               ON CONFLICT (keyword) DO UPDATE SET version = ?2, body = ?3,
                 updated_ms = max(intent_keywords.updated_ms, ?4)";
    let values: &[&dyn crate::sql::ToColumn] =
        &[&new.keyword, &new.version, &new.body, &new.updated_ms];
    if db.change(sql, values)? == 0 {
        return Ok(false);
    }
    let entry = Entry::new(Kind::SettingsChanged)
        .with("what", "intent_keywords")
        .with("keyword", new.keyword.as_str())
        .with("by", "operator");
    audit::log(db, &entry)?;
    Ok(true)
}
