//! Several actions in a row, as clients are told them. Spec 001 §9.2 to §9.5; facts §2.

use screen_agent_action as action;
use screen_agent_action::{Action, ActionFamily};
use screen_agent_gate::chain::{Chain, ChainReason, Check, Level, Link};

use super::basis::DecisionBasis;
use super::report::ElementId;
use crate::alike::alike;
use crate::derives::*;

/// Why actions go together.
#[contract(Copy, Eq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WireChainReason {
    /// Fields of one form.
    FormFill,
    /// Fields that belong together.
    RelatedInputs,
    /// Several boxes.
    BulkSelection,
    /// One after the other.
    SequentialSteps,
}

/// How closely an action of a chain is looked at.
#[contract(word)]
pub enum VerificationLevel {
    /// By the client, at once.
    Client,
    /// By the server, briefly.
    Lightweight,
    /// By the server, in full.
    Full,
}

/// What a client looks at after an action of a chain.
#[contract]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
#[ts(optional_fields)]
pub enum ClientCheck {
    /// The field holds this value.
    ValueMatches {
        /// Which field.
        element_id: ElementId,
        /// Which value.
        expected_value: String,
    },
    /// Its state is another one than before.
    StateChanged {
        /// Which control.
        element_id: ElementId,
    },
    /// It can be seen.
    ElementVisible {
        /// Which control.
        element_id: ElementId,
    },
    /// It can be used.
    ElementEnabled {
        /// Which control.
        element_id: ElementId,
    },
}

/// One action of a chain.
#[contract(camel)]
pub struct ChainAction {
    /// In its narrow form.
    pub action: String,
    /// What it is for.
    pub description: String,
    /// 0 for the first.
    pub index: u32,
    /// Nothing is changed by it, so the actions after it may be done where it fails.
    pub can_fail: Option<bool>,
    /// The control that it is aimed at.
    pub target_element_id: Option<ElementId>,
    /// What it was decided on. Ours.
    pub basis: Option<DecisionBasis>,
    /// Its name.
    pub action_type: String,
    /// How closely it is looked at.
    pub verification_level: VerificationLevel,
    /// What the client looks at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub client_verification_checks: Vec<ClientCheck>,
}

/// What is true of a whole chain.
#[contract(camel)]
pub struct ChainMetadata {
    /// How many actions it has.
    pub total_actions: u32,
    /// Always true: others are not sent.
    pub safe_to_chain: bool,
    /// Why they go together.
    pub chain_reason: WireChainReason,
    /// CSS selector of what holds them all.
    pub container_selector: Option<String>,
    /// How closely all but the last are looked at.
    pub default_verification_level: VerificationLevel,
    /// What the client looks at is enough for all but the last.
    pub client_verification_sufficient: bool,
    /// How closely the last is looked at.
    pub final_verification_level: VerificationLevel,
    /// About how long all of it takes, in milliseconds.
    pub estimated_duration: u32,
}

/// The same, as older clients read it.
#[contract(camel)]
pub struct ChainSummary {
    /// How many actions it has.
    pub total_actions: u32,
    /// Always true.
    pub safe_to_chain: bool,
    /// Why they go together.
    pub chain_reason: WireChainReason,
    /// About how long all of it takes, in milliseconds.
    pub estimated_duration: u32,
    /// CSS selector of what holds them all.
    pub container_selector: Option<String>,
}

/// Every action of a chain, in order.
pub(super) fn actions(chain: &Chain) -> Vec<ChainAction> {
    (0..)
        .zip(&chain.links)
        .map(|(index, link)| chain_action(index, link))
        .collect()
}

fn chain_action(index: u32, link: &Link) -> ChainAction {
    let action = link.action.action();
    ChainAction {
        action: action::print(action),
        description: link.description.clone(),
        index,
        can_fail: changes_nothing(action).then_some(true),
        target_element_id: action.target().map(ElementId::narrow),
        basis: Some((&link.action).into()),
        action_type: action.entry().name.to_owned(),
        verification_level: link.level.into(),
        client_verification_checks: link.checks.iter().map(Into::into).collect(),
    }
}

impl From<&Chain> for ChainMetadata {
    fn from(chain: &Chain) -> Self {
        let level = |link: Option<&Link>| link.map_or(Level::Full, |link| link.level).into();
        Self {
            total_actions: count(chain),
            safe_to_chain: true,
            chain_reason: chain.reason.into(),
            container_selector: chain.container.clone(),
            default_verification_level: level(chain.links.first()),
            client_verification_sufficient: chain.reason.client_is_enough(),
            final_verification_level: level(chain.links.last()),
            estimated_duration: estimate(chain),
        }
    }
}

impl From<&Chain> for ChainSummary {
    fn from(chain: &Chain) -> Self {
        Self {
            total_actions: count(chain),
            safe_to_chain: true,
            chain_reason: chain.reason.into(),
            estimated_duration: estimate(chain),
            container_selector: chain.container.clone(),
        }
    }
}

/// It shows or points at something; the page holds what it held.
fn changes_nothing(action: &Action) -> bool {
    matches!(
        action.family(),
        ActionFamily::Point | ActionFamily::Scroll | ActionFamily::Pause
    )
}

/// What an action takes with the look after it, in milliseconds, besides what it waits for by itself.
const EACH_MS: u32 = 300;

fn estimate(chain: &Chain) -> u32 {
    let each = |link: &Link| match link.action.action() {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "waits are a few seconds"
        )]
        Action::Wait { seconds } => EACH_MS.saturating_add((seconds * 1_000.0) as u32),
        _ => EACH_MS,
    };
    chain.links.iter().map(each).fold(0, u32::saturating_add)
}

fn count(chain: &Chain) -> u32 {
    u32::try_from(chain.links.len()).unwrap_or(u32::MAX)
}

alike!(ChainReason => WireChainReason: FormFill, RelatedInputs, BulkSelection, SequentialSteps);

alike!(Level => VerificationLevel: Client, Lightweight, Full);

impl From<&Check> for ClientCheck {
    fn from(check: &Check) -> Self {
        match check {
            Check::ValueMatches { element, expected } => Self::ValueMatches {
                element_id: ElementId::narrow(element),
                expected_value: expected.clone(),
            },
            Check::StateChanged { element } => Self::StateChanged {
                element_id: ElementId::narrow(element),
            },
            Check::ElementVisible { element } => Self::ElementVisible {
                element_id: ElementId::narrow(element),
            },
            Check::ElementEnabled { element } => Self::ElementEnabled {
                element_id: ElementId::narrow(element),
            },
        }
    }
}
