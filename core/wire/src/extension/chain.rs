//! Several actions in a row, as clients are told them. Spec 001 §9.2 to §9.5; facts §2.

use screen_agent_action as action;
use screen_agent_gate::chain::{Chain, ChainReason, Check, Level, Link};

use super::basis::DecisionBasis;
use super::report::ElementId;
use crate::alike::alike;
use crate::derives::*;

/// Why actions go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
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
    /// A shorter way.
    OptimizedPath,
}

/// How closely an action of a chain is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum VerificationLevel {
    /// By the client, at once.
    Client,
    /// By the server, briefly.
    Lightweight,
    /// By the server, in full.
    Full,
}

/// What a client looks at after an action of a chain.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
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
    /// No error message came up.
    NoErrorMessage {
        /// Words of one that counts; any, if omitted.
        text_pattern: Option<String>,
    },
    /// A success message came up.
    SuccessMessage {
        /// Words of one that counts; any, if omitted.
        text_pattern: Option<String>,
    },
}

/// One action of a chain.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ChainAction {
    /// In its narrow form.
    pub action: String,
    /// What it is for.
    pub description: String,
    /// 0 for the first.
    pub index: u32,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ChainMetadata {
    /// How many actions it has.
    pub total_actions: u32,
    /// Always true: others are not sent.
    pub safe_to_chain: bool,
    /// Why they go together.
    pub chain_reason: WireChainReason,
    /// CSS selector of what holds them all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container_selector: Option<String>,
    /// How closely all but the last are looked at.
    pub default_verification_level: VerificationLevel,
    /// What the client looks at is enough for all but the last.
    pub client_verification_sufficient: bool,
    /// How closely the last is looked at.
    pub final_verification_level: VerificationLevel,
}

/// The same, as older clients read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ChainSummary {
    /// How many actions it has.
    pub total_actions: u32,
    /// Always true.
    pub safe_to_chain: bool,
    /// Why they go together.
    pub chain_reason: WireChainReason,
    /// CSS selector of what holds them all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
        }
    }
}

impl From<&Chain> for ChainSummary {
    fn from(chain: &Chain) -> Self {
        Self {
            total_actions: count(chain),
            safe_to_chain: true,
            chain_reason: chain.reason.into(),
            container_selector: chain.container.clone(),
        }
    }
}

fn count(chain: &Chain) -> u32 {
    u32::try_from(chain.links.len()).unwrap_or(u32::MAX)
}

alike!(ChainReason => WireChainReason: FormFill, RelatedInputs, BulkSelection, SequentialSteps, OptimizedPath);

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
            Check::NoErrorMessage { pattern } => Self::NoErrorMessage {
                text_pattern: pattern.clone(),
            },
            Check::SuccessMessage { pattern } => Self::SuccessMessage {
                text_pattern: pattern.clone(),
            },
        }
    }
}
