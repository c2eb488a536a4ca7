//! Telling of runs: each state that a run comes to is posted to where its owner said, until it is heard.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use screen_agent_action::id::UserId;
use screen_agent_ports::{FetchFailure, MailFailure};
use screen_agent_store::callback::{CallbackEnd, DueCallback};
use screen_agent_store::{Owner, Stored};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::run::{CallbackSecret, NewRun, RunData, RunTold, mailed_to};

use super::runs::told;
use super::{Reply, reply, run_files, run_letter};
use crate::auth::Me;
use crate::error::ApiError;
use crate::state::AppState;
use crate::time;

/// How often it is looked for something to tell.
const EVERY: Duration = Duration::from_secs(1);
/// How many are told at once.
const AT_ONCE: usize = 8;
/// How many of them may be one person's: whoever's service does not answer holds up nobody else.
const OF_ONE: usize = 4;
/// Longer than a try takes: who has not said by then what came of it is gone.
const PUT_OFF_MS: i64 = 60_000;
/// Nobody tries for longer than a day.
const PATIENCE_MS: i64 = 24 * 60 * 60 * 1_000;
/// The first pause between two tries, and the longest.
const PAUSES_MS: (i64, i64) = (10_000, 60 * 60 * 1_000);
/// What a service answers that wants to hear no more.
const GONE: u16 = 410;

/// What callbacks of one's runs are signed with.
#[utoipa::path(get, path = "/api/callbacks/secret", tag = "runs",
    responses((status = 200, description = "The secret", body = Mirrored<CallbackSecret>)))]
pub(crate) async fn secret(me: Me) -> Reply<CallbackSecret> {
    reply(CallbackSecret {
        secret: secret_of(&me.app, me.owner()),
    })
}

/// Nobody keeps it: it follows from the server's own key.
fn secret_of(app: &AppState, owner: Owner) -> String {
    let purpose = format!("callbacks of {} {}", owner.tenant.get(), owner.user.get());
    hex::encode(app.seal.derived(&purpose))
}

/// Tells until the server stops. What is being told then is told again by whoever comes next.
pub(crate) async fn run(app: AppState) {
    let telling = async {
        loop {
            match tell_callbacks(&app).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "callbacks could not be read or ended"),
            }
            tokio::time::sleep(EVERY).await;
        }
    };
    tokio::select! {
        () = app.closing.cancelled() => {}
        () = telling => {}
    }
}

/// Tells what is due until nothing is, and whether anything was. What takes long holds up only its own place.
///
/// # Errors
/// When storage fails; what was told is then told again.
pub async fn tell_callbacks(app: &AppState) -> Stored<bool> {
    let mut any = false;
    let mut whose: HashMap<UserId, usize> = HashMap::new();
    let mut telling = FuturesUnordered::new();
    loop {
        while telling.len() < AT_ONCE {
            let upkeep = app.store().upkeep();
            let at_their_most = whose.iter().filter(|(_, many)| **many >= OF_ONE);
            let passed_over = at_their_most.map(|(user, _)| *user).collect();
            let next = upkeep.take_callback(app.now_ms(), PUT_OFF_MS, passed_over);
            let Some(due) = next.await? else { break };
            any = true;
            *whose.entry(due.owner.user).or_default() += 1;
            telling.push(tell(app, due));
        }
        if telling.is_empty() {
            return Ok(any);
        }
        tokio::select! {
            Some(told) = telling.next() => {
                whose.entry(told?).and_modify(|many| *many -= 1);
            }
            // Something may be due by now that need not wait for these.
            () = tokio::time::sleep(EVERY), if telling.len() < AT_ONCE => {}
        }
    }
}

async fn tell(app: &AppState, due: DueCallback) -> Stored<UserId> {
    let (number, tries, at_ms, user) = (due.number, due.tries, due.at_ms, due.owner.user);
    let heard = match sent(app, due).await {
        Ok(heard) => heard,
        Err(error) => {
            tracing::error!(code = error.code, "a callback could not be written");
            Err(FetchFailure::Unreachable.into())
        }
    };
    let now_ms = app.now_ms();
    let end = match heard {
        Ok(()) => CallbackEnd::Told,
        Err(unheard) => after(unheard, tries, at_ms, now_ms),
    };
    if let CallbackEnd::GivenUp { trouble } = &end {
        tracing::warn!(number, trouble, "a callback was given up");
    }
    let upkeep = app.store().upkeep();
    upkeep.end_callback(number, tries, end, now_ms).await?;
    Ok(user)
}

/// Why nobody heard.
struct Unheard {
    trouble: String,
    /// Another try comes to the same.
    is_final: bool,
}

impl From<FetchFailure> for Unheard {
    /// What nobody may reach is not tried again, nor what says itself that it is gone.
    fn from(failure: FetchFailure) -> Self {
        Self {
            is_final: matches!(failure, FetchFailure::Blocked | FetchFailure::Status(GONE)),
            trouble: failure.to_string(),
        }
    }
}

impl From<MailFailure> for Unheard {
    fn from(failure: MailFailure) -> Self {
        Self {
            is_final: failure == MailFailure::Refused,
            trouble: failure.to_string(),
        }
    }
}

async fn sent(app: &AppState, due: DueCallback) -> Result<Result<(), Unheard>, ApiError> {
    let order: NewRun = due.order.read()?;
    let id = format!("{}-{}", due.run.id, due.number);
    let to = order.callback.as_deref().and_then(mailed_to);
    if let (Some(to), Some(mail)) = (to, &app.mail) {
        let letter = run_letter::letter(to, id, &due.run, app.config.address.as_deref())?;
        return Ok(mail.send(letter).await.map_err(Unheard::from));
    }
    let (Some(url), Some(callbacks), None) = (&order.callback, &app.callbacks, to) else {
        return Ok(Err(FetchFailure::Blocked.into()));
    };
    let files = run_files::of_run(app, due.owner, due.run.id, true).await?;
    let run = told(due.run, due.found, app.now_ms())?;
    let body = RunTold {
        id,
        at: time::iso(due.at_ms),
        run: RunData { files, ..run },
    };
    let body = serde_json::to_string(&body).map_err(ApiError::internal)?;
    let secret = secret_of(app, due.owner);
    Ok(callbacks
        .call(url, &secret, body)
        .await
        .map_err(Unheard::from))
}

fn after(unheard: Unheard, tries: u32, at_ms: i64, now_ms: i64) -> CallbackEnd {
    let Unheard { trouble, is_final } = unheard;
    match is_final || now_ms - at_ms >= PATIENCE_MS {
        true => CallbackEnd::GivenUp { trouble },
        false => CallbackEnd::Later {
            due_ms: now_ms + pause_ms(tries),
            trouble,
        },
    }
}

/// Three times as long after each try.
fn pause_ms(tries: u32) -> i64 {
    let (first, longest) = PAUSES_MS;
    let times = 3_i64.saturating_pow(tries.saturating_sub(1));
    first.saturating_mul(times).min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour() {
        for (tries, seconds) in [
            (1, 10),
            (2, 30),
            (3, 90),
            (6, 2_430),
            (7, 3_600),
            (99, 3_600),
        ] {
            assert_eq!(pause_ms(tries), seconds * 1_000, "{tries}");
        }
    }

    #[test]
    fn what_cannot_become_better_is_given_up_and_so_is_all_after_a_day() {
        let given_up = |failure: FetchFailure, at_ms| {
            matches!(
                after(failure.into(), 1, at_ms, PATIENCE_MS),
                CallbackEnd::GivenUp { .. }
            )
        };
        for (failure, at_ms, expected) in [
            (FetchFailure::Blocked, PATIENCE_MS, true),
            (FetchFailure::Status(410), PATIENCE_MS, true),
            (FetchFailure::Status(404), PATIENCE_MS, false),
            (FetchFailure::TimedOut, 1, false),
            (FetchFailure::TimedOut, 0, true),
        ] {
            assert_eq!(
                given_up(failure.clone(), at_ms),
                expected,
                "{failure} {at_ms}"
            );
        }
    }
}
