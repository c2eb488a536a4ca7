//! Leases on tabs of a person's own browser: who may work there, and what they want done.

use async_trait::async_trait;
use screen_agent_action::id::SessionId;
use screen_agent_wire::extension::lease::{
    LeaseEnder, LeaseMode, LeaseOrder, LeaseState, LeaseStep, NewLease, OrderFault, OrderReport,
    OrderState,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Stored;

/// Most leases of a person that are not over.
pub const MOST_LEASES: u32 = 20;
/// How long a client waits for the person's first word.
pub const ASKED_FOR_MS: i64 = 10 * 60_000;
/// How long a lease that is over can be looked up.
pub const KEEP_LEASES_MS: i64 = 24 * 60 * 60_000;

/// A lease on a tab, with its last order. It is kept as one sealed value: pages and instructions stand in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TabLease {
    pub id: Uuid,
    /// The conversation that its tasks are in.
    pub session: SessionId,
    pub asked: NewLease,
    pub state: LeaseState,
    pub created_ms: i64,
    /// When it ends by itself.
    pub ends_ms: i64,
    /// The browser in which the person allowed it, and its tab there.
    pub held: Option<(Uuid, i64)>,
    pub ended_by: Option<LeaseEnder>,
    pub why: Option<String>,
    pub order: Option<TabOrder>,
    /// What the client has seen last: its next order is about that.
    pub seen: Option<OrderReport>,
}

/// Something that a client wants done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TabOrder {
    /// From 1.
    pub no: u32,
    pub order: LeaseOrder,
    pub state: OrderState,
    /// The client wants it no more.
    pub cancelled: bool,
    pub report: Option<OrderReport>,
}

/// Why a lease does not change so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseRefusal {
    /// There is none.
    Unknown,
    /// It is over.
    Ended,
    /// The person has not allowed it yet.
    NotOpen,
    /// The person has the tab for themselves.
    Paused,
    /// An order is under way.
    Busy,
    /// It is for looking alone.
    ObservesOnly,
    /// Another browser has it.
    HeldElsewhere,
    /// Another lease has the tab.
    TabTaken,
    /// It does not wait for this, or not any more.
    OutOfTurn,
}

impl TabLease {
    /// A lease that is asked for.
    pub fn new(id: Uuid, session: SessionId, asked: NewLease, now_ms: i64) -> Self {
        Self {
            id,
            session,
            asked,
            state: LeaseState::Asked,
            created_ms: now_ms,
            ends_ms: now_ms.saturating_add(ASKED_FOR_MS),
            held: None,
            ended_by: None,
            why: None,
            order: None,
            seen: None,
        }
    }

    /// Nothing more comes of it.
    pub fn is_over(&self) -> bool {
        self.state == LeaseState::Ended
    }

    /// As it stands at a time.
    #[must_use]
    pub fn at(mut self, now_ms: i64) -> Self {
        if !self.is_over() && now_ms >= self.ends_ms {
            let why = match self.state {
                LeaseState::Asked => "Nobody answered in time.",
                LeaseState::Open | LeaseState::Paused | LeaseState::Ended => "Its time was over.",
            };
            self.end(LeaseEnder::Time, Some(why.to_owned()));
        }
        self
    }

    /// Takes a step, or says why it cannot be taken.
    pub fn step(&mut self, step: LeaseStep, now_ms: i64) -> Result<(), LeaseRefusal> {
        match step {
            LeaseStep::Allow { holder, tab } => {
                self.goes(&[LeaseState::Asked])?;
                self.state = LeaseState::Open;
                self.held = Some((holder, tab));
                self.ends_ms = now_ms.saturating_add(i64::from(self.asked.minutes) * 60_000);
            }
            LeaseStep::Pause { holder } => {
                self.goes(&[LeaseState::Open, LeaseState::Paused])?;
                self.is_of(holder)?;
                self.state = LeaseState::Paused;
                self.drop_waiting("LEASE_PAUSED", "The person has the tab for themselves now.");
            }
            LeaseStep::Resume { holder } => {
                self.goes(&[LeaseState::Open, LeaseState::Paused])?;
                self.is_of(holder)?;
                self.state = LeaseState::Open;
            }
            LeaseStep::End { by, why } => {
                self.goes(&[LeaseState::Asked, LeaseState::Open, LeaseState::Paused])?;
                self.end(by, why);
            }
            LeaseStep::Order { order } => {
                self.goes(&[LeaseState::Open])?;
                if self.asked.mode == LeaseMode::Observe && order != LeaseOrder::Look {
                    return Err(LeaseRefusal::ObservesOnly);
                }
                let before = self.order.as_ref();
                if before.is_some_and(|before| before.state != OrderState::Done) {
                    return Err(LeaseRefusal::Busy);
                }
                self.order = Some(TabOrder {
                    no: before.map_or(1, |before| before.no + 1),
                    order,
                    state: OrderState::Waiting,
                    cancelled: false,
                    report: None,
                });
            }
            LeaseStep::Cancel { no } => {
                let order = self.numbered(no)?;
                if order.state == OrderState::Done {
                    return Err(LeaseRefusal::OutOfTurn);
                }
                order.cancelled = true;
                self.drop_waiting("CANCELLED", "The client does not want it any more.");
            }
            LeaseStep::Take { holder, no } => {
                self.goes(&[LeaseState::Open])?;
                self.is_of(holder)?;
                let order = self.numbered(no)?;
                if order.state == OrderState::Done {
                    return Err(LeaseRefusal::OutOfTurn);
                }
                order.state = OrderState::Taken;
            }
            // Also of a lease that is over: what was under way came to something.
            LeaseStep::Report { holder, no, report } => {
                self.is_of(holder)?;
                let order = self.numbered(no)?;
                if order.state != OrderState::Taken {
                    return Err(LeaseRefusal::OutOfTurn);
                }
                order.state = OrderState::Done;
                order.report = Some(report.clone());
                self.seen = Some(report);
            }
        }
        Ok(())
    }

    /// What may be done now under this order, in this browser.
    pub fn under_way(&self, holder: Uuid, no: u32) -> Result<&LeaseOrder, LeaseRefusal> {
        self.goes(&[LeaseState::Open])?;
        self.is_of(holder)?;
        match &self.order {
            Some(order)
                if order.no == no && order.state == OrderState::Taken && !order.cancelled =>
            {
                Ok(&order.order)
            }
            _ => Err(LeaseRefusal::OutOfTurn),
        }
    }

    fn goes(&self, from: &[LeaseState]) -> Result<(), LeaseRefusal> {
        if from.contains(&self.state) {
            return Ok(());
        }
        Err(match self.state {
            LeaseState::Asked => LeaseRefusal::NotOpen,
            LeaseState::Open => LeaseRefusal::OutOfTurn,
            LeaseState::Paused => LeaseRefusal::Paused,
            LeaseState::Ended => LeaseRefusal::Ended,
        })
    }

    fn is_of(&self, holder: Uuid) -> Result<(), LeaseRefusal> {
        match self.held {
            Some((own, _)) if own == holder => Ok(()),
            Some(_) => Err(LeaseRefusal::HeldElsewhere),
            None => Err(LeaseRefusal::NotOpen),
        }
    }

    fn numbered(&mut self, no: u32) -> Result<&mut TabOrder, LeaseRefusal> {
        let order = self.order.as_mut().filter(|order| order.no == no);
        order.ok_or(LeaseRefusal::OutOfTurn)
    }

    fn end(&mut self, by: LeaseEnder, why: Option<String>) {
        self.state = LeaseState::Ended;
        self.ended_by = Some(by);
        self.why = why;
        self.drop_waiting("LEASE_ENDED", "The lease is over.");
    }

    /// What no browser has taken was not done, and will not be.
    fn drop_waiting(&mut self, code: &str, message: &str) {
        if let Some(order) = &mut self.order
            && order.state == OrderState::Waiting
        {
            order.state = OrderState::Done;
            order.report = Some(OrderReport {
                fault: Some(OrderFault {
                    code: code.to_owned(),
                    message: format!("{message} Nothing was done."),
                }),
                ..OrderReport::default()
            });
        }
    }
}

/// Leases on tabs, as their owner has them.
#[async_trait]
pub trait TabLeases: Send + Sync {
    /// Keeps one that is asked for. [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_LEASES`] that are not
    /// over.
    async fn ask_for_tab(&self, lease: TabLease, now_ms: i64) -> Stored<()>;

    /// One, as it stands now.
    async fn tab_lease(&self, id: Uuid, now_ms: i64) -> Stored<Option<TabLease>>;

    /// Those that are not over, the oldest first.
    async fn tab_leases(&self, now_ms: i64) -> Stored<Vec<TabLease>>;

    /// Takes a step of one, and tells its owner's browsers. What is refused changes nothing.
    async fn step_tab_lease(
        &self,
        id: Uuid,
        step: LeaseStep,
        now_ms: i64,
    ) -> Stored<Result<TabLease, LeaseRefusal>>;
}
