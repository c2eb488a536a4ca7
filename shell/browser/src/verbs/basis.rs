//! Holding what is done to what it was decided on, before it is done and while it is.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use screen_agent_action::origin::origin_of;
use serde_json::{Value, json};

use crate::cdp::SessionId;
use crate::outcome::{PerformRefusal, Trouble};
use crate::page::{BrowserPage, bundle_call};
use crate::target::Basis;
use crate::world::{NEW_DOCUMENTS, WORLD_NAME};

/// The refusal of what is not as it was decided.
pub(super) fn stale(why: impl Into<String>) -> Trouble {
    Trouble::Refused(PerformRefusal::Stale, why.into())
}

impl BrowserPage {
    /// Whether the page in front is the one that was decided on.
    pub(crate) async fn same_document(&self, basis: &Basis) -> Result<(), Trouble> {
        let world = self.top_world().await?;
        let code = bundle_call("elsewhere", std::slice::from_ref(&basis.told));
        match self.run::<Option<String>>(&world, &code).await? {
            None => Ok(()),
            Some(why) => Err(stale(why)),
        }
    }

    /// Whether the dialog that is open is the one that was decided about. A page that a dialog holds
    /// cannot be asked; the dialog is its document then.
    pub(crate) fn same_dialog(&self, basis: &Basis) -> Result<(), Trouble> {
        let origin = origin_of(&self.url()?).unwrap_or_default();
        if origin != basis.said.origin {
            return Err(stale(
                "the page has gone to another site since this was decided",
            ));
        }
        let seen = &basis.said.document;
        match self.open_dialog() {
            Some(dialog) if !seen.is_empty() && dialog.mark() != *seen => Err(stale(
                "another dialog is open than the one that was decided about",
            )),
            _ => Ok(()),
        }
    }

    /// The address that cookies are of: only of the origin that was decided on.
    pub(crate) fn decided_url(&self, basis: Option<&Basis>) -> Result<String, Trouble> {
        let url = self.url()?;
        let origin = origin_of(&url).unwrap_or_default();
        match basis {
            Some(basis) if basis.said.origin != origin => Err(stale(
                "the page has gone to another site since this was decided",
            )),
            _ => Ok(url),
        }
    }

    /// Gives real input that goes to what was decided on and to nothing else: other frames keep it out
    /// meanwhile, and what the page has kept from happening is why it was not done.
    pub(crate) async fn watched<T>(
        &self,
        basis: Option<&Basis>,
        giving: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, Trouble> {
        if basis.is_none() {
            return giving.await;
        }
        let late = self.bar_what_comes().await;
        self.in_every_frame("__screenAgent.bar()").await;
        let given = giving.await;
        self.let_in_what_comes(late);
        let kept = self.in_every_frame("__screenAgent.relieve()").await;
        match (given, kept) {
            (Ok(_), Some(why)) => Err(stale(why)),
            (given, _) => given,
        }
    }

    /// Has documents that come from here on keep input out as well, and tells by which scripts.
    async fn bar_what_comes(&self) -> Vec<(SessionId, String)> {
        #[derive(serde::Deserialize)]
        struct Added {
            identifier: String,
        }
        let script = script_for_late_documents();
        let sessions = self.change_tab(|tab| -> Vec<SessionId> {
            tab.late = Some(script.clone());
            tab.sessions().cloned().collect()
        });
        let asked = sessions
            .unwrap_or_default()
            .into_iter()
            .map(async |session| {
                let connection = self.connection();
                let added = connection
                    .call::<Added>(Some(&session), NEW_DOCUMENTS, script.clone())
                    .await;
                added.ok().map(|added| (session, added.identifier))
            });
        let added = futures_util::future::join_all(asked).await;
        added.into_iter().flatten().collect()
    }

    fn let_in_what_comes(&self, scripts: Vec<(SessionId, String)>) {
        let _ = self.change_tab(|tab| tab.late = None);
        for (session, identifier) in scripts {
            let _ = self.connection().send(
                Some(&session),
                "Page.removeScriptToEvaluateOnNewDocument",
                json!({ "identifier": identifier }),
            );
        }
    }

    /// Runs code in each document of the tab, and gives the first word that comes of it. A document that
    /// went away, as after a click on a link, or that a dialog holds, has none.
    async fn in_every_frame(&self, code: &str) -> Option<String> {
        let worlds = self.read_tab(|tab| tab.frames.all_worlds());
        let asked = worlds.unwrap_or_default();
        let asked = asked
            .iter()
            .map(|world| self.run_now::<Option<String>>(world, code));
        let said = futures_util::future::join_all(asked).await;
        said.into_iter().flatten().flatten().next()
    }

    /// Holds the keys that follow to an element, or to whatever has the keyboard; to nothing where it
    /// is not known what was decided.
    pub(crate) async fn guard_keys(
        &self,
        basis: Option<&Basis>,
        id: Option<&str>,
    ) -> Result<(), Trouble> {
        let Some(basis) = basis else {
            return Ok(());
        };
        let of = id.or(basis.keyboard.as_deref());
        let (world, local) = match of {
            Some(of) => {
                let place = self.place(of).await?;
                (place.world, place.local)
            }
            None => (self.top_world().await?, String::new()),
        };
        let local = id.map_or(json!(""), |_| json!(local));
        let code = bundle_call("guardKeys", &[local, basis.told.clone()]);
        let held: Held = self.run(&world, &code).await?;
        match held.ok {
            true => Ok(()),
            false => Err(Trouble::Refused(
                held.refusal.unwrap_or(PerformRefusal::Stale),
                held.message,
            )),
        }
    }
}

/// How long after this a document may come and still keep input out. A frame that gets a process of its
/// own meanwhile keeps the script for good.
const LATE: Duration = Duration::from_secs(30);

fn script_for_late_documents() -> Value {
    let until = SystemTime::now() + LATE;
    let until = until.duration_since(UNIX_EPOCH).unwrap_or_default();
    json!({
        "source": format!("Date.now() < {} && __screenAgent.bar()", until.as_millis()),
        "worldName": WORLD_NAME,
    })
}

#[derive(serde::Deserialize)]
struct Held {
    ok: bool,
    refusal: Option<PerformRefusal>,
    #[serde(default)]
    message: String,
}
