//! Leases: another program works on a tab of the caller's own browser, as far and as long as they allow it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use screen_agent_action::Action;
use screen_agent_action::id::SessionId;
use screen_agent_engine::Engine;
use screen_agent_engine::relay::Relay;
use screen_agent_engine::turn::TurnRequest;
use screen_agent_store::outbox::{Announced, Happened, TopicName};
use screen_agent_store::session::SessionFacts;
use screen_agent_store::tab_lease::{LeaseRefusal, TabLease};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::lease::{
    LeaseData, LeaseListData, LeaseMode, LeaseOrder, LeaseState, LeaseStep, NewLease, OrderData,
    OrderState, UnderLease, leases_channel, sites,
};
use screen_agent_wire::invalid::{Invalid, count};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::interact::registrable_domain;
use super::{Reply, reply};
use crate::auth::Me;
use crate::error::{ApiError, errors};
use crate::http::body::{INTERACT, Json};
use crate::http::params::{InPath, InQuery, number};
use crate::realtime::{Announcement, Wording};
use crate::time;

errors! {
    LEASE_NOT_FOUND: NOT_FOUND, "No such lease.";
    LEASE_ENDED: CONFLICT, "The lease is over. Ask for another.";
    LEASE_NOT_OPEN: CONFLICT, "The person has not allowed it yet.";
    LEASE_PAUSED: CONFLICT, "The person has the tab for themselves now.";
    LEASE_BUSY: CONFLICT, "Something else is under way on this tab.";
    LEASE_OBSERVES: FORBIDDEN, "This lease is for looking alone.";
    LEASE_HELD_ELSEWHERE: FORBIDDEN, "Another browser has this lease.";
    TAB_LEASED: CONFLICT, "Another program works on this tab. End that first.";
    ORDER_OVER: CONFLICT, "It is over, or was never begun.";
}

/// Longest that a request waits for something to change, in seconds.
const LONGEST: u32 = 25;
/// How often it is looked unasked: another process may have changed it, and not be heard.
const LOOK: Duration = Duration::from_secs(1);

/// How listeners are told that a lease stands otherwise.
pub(super) const WORDING: Wording = (TopicName::LEASES, announcement);

fn announcement(row: Announced) -> Option<Announcement> {
    let channel = leases_channel(row.topic.leases()?);
    let Happened::Published { kind, body } = row.what else {
        return None;
    };
    Some(Announcement {
        channel,
        event: kind,
        data: body,
        traced: None,
    })
}

/// Ask for a tab of the person's browser. They are asked in their panel.
#[utoipa::path(post, path = "/api/leases", tag = "leases",
    request_body = NewLease,
    responses((status = 201, description = "The person is asked", body = Mirrored<LeaseData>),
        (status = 409, description = "`LIMIT_REACHED`: too many are not over")))]
pub(crate) async fn ask(
    me: Me,
    Json(body): Json<NewLease>,
) -> Result<(StatusCode, Json<Mirrored<LeaseData>>), ApiError> {
    let now_ms = me.now_ms();
    let asked = body.checked()?;
    let session = SessionId::new(me.app.fresh_id());
    let lease = TabLease::new(me.new_id(), session, asked, now_ms);
    let id = lease.id;
    me.rows().ask_for_tab(lease, now_ms).await?;
    me.engine().committed();
    let lease = found(&me, id).await?;
    Ok((StatusCode::CREATED, Json(Mirrored::new(told(lease)))))
}

async fn found(me: &Me, id: Uuid) -> Result<TabLease, ApiError> {
    let lease = me.rows().tab_lease(id, me.now_ms()).await?;
    lease.ok_or(ApiError::LEASE_NOT_FOUND)
}

/// The caller's leases that are not over.
#[utoipa::path(get, path = "/api/leases", tag = "leases",
    responses((status = 200, description = "All of them", body = Mirrored<LeaseListData>)))]
pub(crate) async fn list(me: Me) -> Reply<LeaseListData> {
    let leases = me.rows().tab_leases(me.now_ms()).await?;
    reply(LeaseListData {
        leases: leases
            .into_iter()
            .map(|lease| without_page(told(lease)))
            .collect(),
        channel: leases_channel(me.owner().user.get()),
    })
}

/// `{id}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct LeasePath {
    /// The lease
    id: Uuid,
}

/// What is waited for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeaseQuery {
    /// Answers as soon as this order came to something, or the lease is over; without a number, as soon as the person
    /// has said yes or no. At most so many seconds later: 0 to 25; 0, if omitted.
    #[param(value_type = Option<u32>)]
    wait: Option<String>,
    /// Which order.
    #[param(value_type = Option<u32>)]
    order: Option<String>,
}

/// A lease, with what its last order came to.
#[utoipa::path(get, path = "/api/leases/{id}", tag = "leases", params(LeasePath, LeaseQuery),
    responses((status = 200, description = "The lease", body = Mirrored<LeaseData>),
        (status = 404, description = "`LEASE_NOT_FOUND`")))]
pub(crate) async fn one(
    me: Me,
    InPath(path): InPath<LeasePath>,
    InQuery(query): InQuery<LeaseQuery>,
) -> Reply<LeaseData> {
    let wait = number("wait", query.wait.as_deref(), 0, 0..=LONGEST)?;
    let order = number("order", query.order.as_deref(), 0, 0..=u32::MAX)?;
    let until = tokio::time::Instant::now() + Duration::from_secs(wait.into());
    let mut commits = me.engine().commits();
    loop {
        commits.borrow_and_update();
        let lease = found(&me, path.id).await?;
        if has_come(&lease, order) || tokio::time::Instant::now() >= until {
            return reply(told(lease));
        }
        tokio::select! {
            _ = commits.changed() => {}
            () = tokio::time::sleep(LOOK) => {}
            () = tokio::time::sleep_until(until) => {}
            () = me.app.closing.cancelled() => return reply(told(lease)),
        }
    }
}

/// Whether what is waited for is there.
fn has_come(lease: &TabLease, order: u32) -> bool {
    match order {
        0 => lease.state != LeaseState::Asked,
        no => {
            let under_way = |order: &screen_agent_store::tab_lease::TabOrder| {
                order.no == no && order.state != OrderState::Done
            };
            !lease.order.as_ref().is_some_and(under_way)
        }
    }
}

/// Allow a lease, pause it, end it; order something under it, take that up, and say what came of it.
#[utoipa::path(post, path = "/api/leases/{id}", tag = "leases", params(LeasePath),
    request_body = LeaseStep,
    responses((status = 200, description = "As it stands now", body = Mirrored<LeaseData>),
        (status = 403, description = "`LEASE_OBSERVES`, `LEASE_HELD_ELSEWHERE`"),
        (status = 404, description = "`LEASE_NOT_FOUND`"),
        (status = 409, description = "`LEASE_ENDED`, `LEASE_NOT_OPEN`, `LEASE_PAUSED`, `LEASE_BUSY`, `TAB_LEASED`, `ORDER_OVER`")))]
pub(crate) async fn step(
    me: Me,
    InPath(path): InPath<LeasePath>,
    Json(step): Json<LeaseStep, INTERACT>,
) -> Reply<LeaseData> {
    let mut step = step.checked()?;
    if let LeaseStep::Report { report, .. } = &mut step {
        if let Some(page) = &report.page {
            count(
                "report.page.interactiveTree",
                page.interactive_tree.len(),
                screen_agent_wire::limits::NODES,
            )?;
            count(
                "report.page.pageText",
                page.page_text.len(),
                screen_agent_wire::limits::LINES,
            )?;
        }
        // What stands on other sites is for nobody to read who was not allowed there.
        let lease = found(&me, path.id).await?;
        report.page = report
            .page
            .take()
            .filter(|page| is_on_sites(&lease, &page.url));
    }
    let allows = matches!(step, LeaseStep::Allow { .. });
    let now_ms = me.now_ms();
    let stepped = me.rows().step_tab_lease(path.id, step, now_ms).await?;
    let lease = stepped.map_err(ApiError::from)?;
    if allows {
        let first = lease.asked.sites.first().cloned().unwrap_or_default();
        let url = lease.asked.url.clone();
        let facts = SessionFacts {
            title: Some(lease.asked.purpose.clone()),
            domain: url.as_deref().and_then(registrable_domain).unwrap_or(first),
            ..SessionFacts::default()
        };
        me.rows().init_session(lease.session, facts, now_ms).await?;
    }
    me.engine().committed();
    reply(told(lease))
}

impl From<LeaseRefusal> for ApiError {
    fn from(refusal: LeaseRefusal) -> Self {
        match refusal {
            LeaseRefusal::Unknown => Self::LEASE_NOT_FOUND,
            LeaseRefusal::Ended => Self::LEASE_ENDED,
            LeaseRefusal::NotOpen => Self::LEASE_NOT_OPEN,
            LeaseRefusal::Paused => Self::LEASE_PAUSED,
            LeaseRefusal::Busy => Self::LEASE_BUSY,
            LeaseRefusal::ObservesOnly => Self::LEASE_OBSERVES,
            LeaseRefusal::HeldElsewhere => Self::LEASE_HELD_ELSEWHERE,
            LeaseRefusal::TabTaken => Self::TAB_LEASED,
            LeaseRefusal::OutOfTurn => Self::ORDER_OVER,
        }
    }
}

fn is_on_sites(lease: &TabLease, url: &str) -> bool {
    sites(&lease.asked.sites).is_ok_and(|sites| sites.iter().any(|site| site.holds(url)))
}

/// A turn of a task under a lease: whose words it has, and who proposes in it.
pub(super) async fn under_lease(
    me: &Me,
    turn: &mut TurnRequest,
    under: UnderLease,
) -> Result<Engine, ApiError> {
    let lease = found(me, under.id).await?;
    let order = lease.under_way(under.holder, under.no)?;
    // Where it begins; where it goes from there, the gate asks the person.
    if turn.task.is_none() && !is_on_sites(&lease, &turn.seen.screen.url) {
        return Err(Invalid::new("url", "is on no site of the lease").into());
    }
    turn.session = Some(lease.session);
    turn.seen.client.by_program = true;
    turn.seen.client.each_is_asked = lease.asked.mode == LeaseMode::Assist;
    let engine = me.engine();
    match order {
        LeaseOrder::Look => Err(ApiError::ORDER_OVER),
        LeaseOrder::Do { .. } => Ok(engine.for_client(None)),
        LeaseOrder::Act { actions } => {
            let actions: Vec<Action> = actions
                .iter()
                .map(|action| screen_agent_action::parse(action))
                .collect::<Result<_, _>>()
                .map_err(|why| Invalid::new("actions", why.to_string()))?;
            let page = lease.seen.as_ref().and_then(|seen| seen.page.clone());
            let relay = Relay::of(actions, page.map(|page| (*page).into()));
            Ok(engine.for_client(Some(Arc::new(relay))))
        }
    }
}

fn without_page(mut lease: LeaseData) -> LeaseData {
    if let Some(report) = lease.order.as_mut().and_then(|order| order.report.as_mut()) {
        report.page = None;
    }
    lease
}

/// A lease as its owner is told of it.
fn told(lease: TabLease) -> LeaseData {
    let TabLease { asked, order, .. } = lease;
    LeaseData {
        id: lease.id,
        client: asked.client,
        purpose: asked.purpose,
        sites: asked.sites,
        mode: asked.mode,
        minutes: asked.minutes,
        url: asked.url,
        state: lease.state,
        session_id: lease.session.get(),
        created_at: time::iso(lease.created_ms),
        expires_at: time::iso(lease.ends_ms),
        ended_by: lease.ended_by,
        why: lease.why,
        order: order.map(|order| OrderData {
            no: order.no,
            order: order.order,
            state: order.state,
            cancelled: order.cancelled,
            report: order.report,
        }),
    }
}
