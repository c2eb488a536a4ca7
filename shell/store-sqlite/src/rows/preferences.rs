//! What a user chose.

use async_trait::async_trait;
use screen_agent_audit::Kind;
use screen_agent_store::{Preferences, Stored};

use super::audit;
use super::owned::ScopedStore;
use crate::sql::Sql as _;

#[async_trait]
impl Preferences for ScopedStore<'_> {
    async fn preferences(&self) -> Stored<Option<(String, i64)>> {
        let sql = "SELECT body, saved_ms FROM preferences WHERE tenant_id = ?1 AND user_id = ?2";
        self.read(move |rows| rows.find(sql, &[])).await
    }

    async fn save_preferences(&self, json: String, now_ms: i64) -> Stored<()> {
        self.write(move |rows| {
            rows.make(
                "INSERT INTO preferences (tenant_id, user_id, body, saved_ms) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET body = excluded.body, saved_ms = excluded.saved_ms",
                &[&json, &now_ms],
            )?;
            let entry = rows.entry(Kind::SettingsChanged).with("what", "preferences");
            audit::log(rows.db, &entry.with("to", json.as_str()))
        })
        .await
    }
}
