//! Leases: another program works on a tab of a person's own browser, as far and as long as they allow it.

use screen_agent_action::named::Site;
use uuid::Uuid;

use super::capture::PageCapture;
use crate::derives::*;
use crate::invalid::{Invalid, address, chars, given};
use crate::limits;

/// Longest time of a lease, in minutes.
pub const MOST_MINUTES: u32 = 240;
/// Most sites of a lease.
const SITES: usize = 20;
/// Longest purpose, in characters.
const PURPOSE: usize = 500;
/// Most actions of one order.
const ACTIONS: usize = 10;
/// Longest action, in characters.
const ACTION: usize = 20_000;
/// Longest sentence about what went wrong, in characters.
const WHY: usize = 500;

/// How much a client may do.
#[contract(word, Hash)]
pub enum LeaseMode {
    /// It looks, and does nothing.
    Observe,
    /// It acts, and the person is asked about every action.
    Assist,
    /// It acts, and the person is asked about what the gate asks about.
    Autopilot,
}

/// How a lease stands.
#[contract(word, Hash)]
pub enum LeaseState {
    /// The person has not said anything yet.
    Asked,
    /// The client may work.
    Open,
    /// The person has the tab for themselves.
    Paused,
    /// It is over, for good.
    Ended,
}

/// Who ended a lease.
#[contract(word, Hash)]
pub enum LeaseEnder {
    /// The person, who refused it or wanted no more.
    Person,
    /// The client.
    Client,
    /// The browser: its tab is gone, or nobody is signed in.
    Browser,
    /// Its time was over.
    Time,
}

/// `POST /api/leases`: a client asks for a tab.
#[contract(camel, Eq)]
pub struct NewLease {
    /// Who asks, in its own words.
    pub client: String,
    /// What for, in its own words.
    pub purpose: String,
    /// Where: hosts with all below them, or origins.
    pub sites: Vec<String>,
    /// How much it may do.
    pub mode: LeaseMode,
    /// For how many minutes from the person's yes.
    pub minutes: u32,
    /// Opens a new tab at this address; the tab in front, if omitted.
    pub url: Option<String>,
}

impl NewLease {
    /// Refuses what nobody could allow.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("client", &self.client, limits::WORD)?;
        given("purpose", &self.purpose, PURPOSE)?;
        if self.sites.is_empty() || self.sites.len() > SITES {
            return Err(Invalid::new("sites", format!("is not 1 to {SITES} sites")));
        }
        if !(1..=MOST_MINUTES).contains(&self.minutes) {
            let reason = format!("is not 1 to {MOST_MINUTES}");
            return Err(Invalid::new("minutes", reason));
        }
        let sites = sites(&self.sites)?;
        if let Some(url) = &self.url {
            address("url", url)?;
            if !sites.iter().any(|site| site.holds(url)) {
                return Err(Invalid::new("url", "is on none of the sites"));
            }
        }
        Ok(self)
    }
}

/// Reads sites of a lease.
pub fn sites(sites: &[String]) -> Result<Vec<Site>, Invalid> {
    let read = |site: &String| {
        site.parse()
            .map_err(|why: String| Invalid::new("sites", why))
    };
    sites.iter().map(read).collect()
}

/// What a client wants done on the tab.
#[contract(Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LeaseOrder {
    /// Show the page.
    Look,
    /// Do these, one after the other, each as if it had been proposed by a model.
    Act {
        /// In the action grammar.
        actions: Vec<String>,
    },
    /// Carry out an instruction. It orders nothing: nobody has said it.
    Do {
        /// In plain words.
        instruction: String,
    },
}

impl LeaseOrder {
    /// Refuses what cannot be done.
    pub fn checked(self) -> Result<Self, Invalid> {
        match &self {
            Self::Look => {}
            Self::Act { actions } => {
                if actions.is_empty() || actions.len() > ACTIONS {
                    let reason = format!("is not 1 to {ACTIONS} actions");
                    return Err(Invalid::new("actions", reason));
                }
                for action in actions {
                    given("actions", action, ACTION)?;
                    screen_agent_action::parse(action).map_err(|why| {
                        Invalid::new("actions", format!("are not actions: {why}"))
                    })?;
                }
            }
            Self::Do { instruction } => given("instruction", instruction, limits::QUERY)?,
        }
        Ok(self)
    }
}

/// How far an order is.
#[contract(word)]
pub enum OrderState {
    /// The browser has not taken it: nothing of it was done.
    Waiting,
    /// The browser is at it.
    Taken,
    /// It came to something, or to nothing.
    Done,
}

/// Why an order came to nothing, or not to all.
#[contract(Eq)]
pub struct OrderFault {
    /// A stable code.
    pub code: String,
    /// In a sentence.
    pub message: String,
}

/// What a browser reports of an order.
#[contract(camel, default)]
pub struct OrderReport {
    /// The task that it was, if one was begun.
    pub task_id: Option<Uuid>,
    /// The page as it is now; left out of a site that the lease is not for.
    pub page: Option<Box<PageCapture>>,
    /// Why it came to nothing, or not to all.
    pub fault: Option<OrderFault>,
}

/// An order as it stands.
#[contract(camel)]
pub struct OrderData {
    /// Its number, from 1.
    pub no: u32,
    /// What is wanted.
    pub order: LeaseOrder,
    /// How far it is.
    pub state: OrderState,
    /// The client wants it no more.
    pub cancelled: bool,
    /// What it came to; without the page where leases are listed.
    pub report: Option<OrderReport>,
}

/// A lease.
#[contract(camel)]
pub struct LeaseData {
    /// Its id.
    pub id: Uuid,
    /// Who asks, in its own words.
    pub client: String,
    /// What for, in its own words.
    pub purpose: String,
    /// Where.
    pub sites: Vec<String>,
    /// How much it may do.
    pub mode: LeaseMode,
    /// For how many minutes from the person's yes.
    pub minutes: u32,
    /// Where a new tab is opened; the tab in front, if omitted.
    pub url: Option<String>,
    /// How it stands.
    pub state: LeaseState,
    /// The conversation that its tasks are in.
    pub session_id: Uuid,
    /// When it was asked for, ISO 8601.
    pub created_at: String,
    /// When it ends by itself, ISO 8601.
    pub expires_at: String,
    /// Who ended it.
    pub ended_by: Option<LeaseEnder>,
    /// Why, in a sentence.
    pub why: Option<String>,
    /// What is wanted, or was wanted last.
    pub order: Option<OrderData>,
}

/// `GET /api/leases`: those that are not over.
#[contract(camel)]
pub struct LeaseListData {
    /// The oldest first.
    pub leases: Vec<LeaseData>,
    /// The channel on which it is told that one of them stands otherwise.
    pub channel: String,
}

/// `POST /api/leases/{id}`: what is done about one. `holder` is drawn by the browser in which the person said yes: no
/// other works under it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
#[ts(optional_fields)]
pub enum LeaseStep {
    /// The person allows it, on this tab.
    Allow {
        /// Whose browser.
        holder: Uuid,
        /// The browser's own number of the tab.
        tab: i64,
    },
    /// The person wants the tab for themselves.
    Pause {
        /// Whose browser.
        holder: Uuid,
    },
    /// And gives it back.
    Resume {
        /// Whose browser.
        holder: Uuid,
    },
    /// It is over.
    End {
        /// Who says so.
        by: LeaseEnder,
        /// Why, in a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The client wants something done.
    Order {
        /// What.
        order: LeaseOrder,
    },
    /// The client wants it no more.
    Cancel {
        /// Which order.
        no: u32,
    },
    /// The browser takes an order. Again is harmless.
    Take {
        /// Whose browser.
        holder: Uuid,
        /// Which order.
        no: u32,
    },
    /// The browser says what came of it.
    Report {
        /// Whose browser.
        holder: Uuid,
        /// Which order.
        no: u32,
        /// What.
        report: OrderReport,
    },
}

impl LeaseStep {
    /// Refuses what cannot be meant.
    pub fn checked(self) -> Result<Self, Invalid> {
        Ok(match self {
            Self::Order { order } => Self::Order {
                order: order.checked()?,
            },
            Self::End { by, why } => {
                chars("why", why.as_deref().unwrap_or_default(), WHY)?;
                Self::End { by, why }
            }
            Self::Report { holder, no, report } => {
                if let Some(fault) = &report.fault {
                    given("report.fault.code", &fault.code, limits::WORD)?;
                    chars("report.fault.message", &fault.message, WHY)?;
                }
                Self::Report { holder, no, report }
            }
            other => other,
        })
    }
}

/// Under which order of which lease a task is done.
#[contract(Copy, Eq)]
pub struct UnderLease {
    /// The lease.
    pub id: Uuid,
    /// Its order.
    pub no: u32,
    /// Whose browser.
    pub holder: Uuid,
}

/// What the channels of leases begin with.
const LEASES_CHANNEL: &str = "private-leases-";

/// The channel on which a person's browsers hear that a lease stands otherwise.
pub fn leases_channel(user: Uuid) -> String {
    format!("{LEASES_CHANNEL}{user}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lease() -> NewLease {
        NewLease {
            client: "Pilot".to_owned(),
            purpose: "Find the cheapest".to_owned(),
            sites: vec!["shop.example".to_owned()],
            mode: LeaseMode::Assist,
            minutes: 10,
            url: Some("https://www.shop.example/".to_owned()),
        }
    }

    #[test]
    fn a_lease_is_for_named_sites_and_a_time() {
        assert!(lease().checked().is_ok());
        let wrong: [fn(&mut NewLease); 7] = [
            |lease| lease.client.clear(),
            |lease| lease.purpose = "x".repeat(501),
            |lease| lease.sites.clear(),
            |lease| lease.sites = vec!["*".to_owned()],
            |lease| lease.minutes = 0,
            |lease| lease.minutes = MOST_MINUTES + 1,
            |lease| lease.url = Some("https://evil.example/".to_owned()),
        ];
        for (at, spoil) in wrong.iter().enumerate() {
            let mut spoilt = lease();
            spoil(&mut spoilt);
            assert!(spoilt.checked().is_err(), "{at}");
        }
    }

    #[test]
    fn an_order_is_a_few_actions_or_an_instruction() {
        let act = |actions: Vec<String>| LeaseOrder::Act { actions }.checked();
        assert!(act(vec!["click(4)".to_owned()]).is_ok());
        assert!(act(vec![]).is_err());
        assert!(act(vec!["click(4)".to_owned(); 11]).is_err());
        assert!(act(vec!["click(4); click(5)".to_owned()]).is_err());
        let instruction = "x".repeat(limits::QUERY + 1);
        assert!(LeaseOrder::Do { instruction }.checked().is_err());
    }
}
