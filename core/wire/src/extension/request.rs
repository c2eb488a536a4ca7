//! `POST /api/agent/interact`: what a client sends. Spec 001 §1; fields marked "ours" may be omitted.

use uuid::Uuid;

use super::capture::{KeyboardAt, ScrollableContainer, SemanticNode, TextLine, Viewport};
use super::lease::UnderLease;
use super::report::{
    ActionStatus, ChainError, ChainPartialState, ClientObservations, ClientVerification,
    LastActionError, LastActionResult,
};
use super::v2::SemanticNodeV2;
use super::workflow::WorkflowStart;
use crate::derives::*;

/// How long a check of the client's own counts, in milliseconds.
const CHECK_COUNTS_MS: f64 = 10.0 * 60.0 * 1_000.0;

/// How much of the page is sent.
#[contract(word)]
pub enum WireDomMode {
    /// The controls in view.
    Semantic,
    /// HTML of the controls alone.
    Skeleton,
    /// Skeleton and screenshot.
    Hybrid,
    /// The whole HTML.
    Full,
}

/// A file that the client has uploaded.
#[contract(camel)]
pub struct Attachment {
    /// Key that the upload returned.
    #[serde(rename = "s3Key")]
    pub s3_key: String,
    /// Its name.
    pub filename: String,
    /// Its type.
    pub mime_type: String,
    /// Its size in bytes, more than 0.
    pub size: u64,
}

/// Who is asking, and what it can do. Ours.
#[contract(default)]
pub struct ClientInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `approvals`, `user_input_forms`, `negotiate`, `scroll_retry`, `chain` …; others are passed over.
    pub capabilities: Vec<String>,
    /// Names of the files that the person gave it for the task: it hands these to a page, and no others.
    pub files: Option<Vec<String>>,
}

/// How far a yes reaches. Ours.
#[contract(Copy, Default, Eq)]
#[serde(rename_all = "lowercase")]
pub enum WireApprovalScope {
    /// This once.
    #[default]
    Once,
    /// This capability on this origin, until it expires.
    Site,
}

/// A person's answer to an approval request. Ours.
#[contract]
pub struct WireApprovalAnswer {
    /// Which request it answers.
    pub fingerprint: String,
    /// Yes or no.
    pub allow: bool,
    /// How far a yes reaches; once, if omitted.
    pub scope: Option<WireApprovalScope>,
}

/// What the client's watcher saw change. Sent by published clients beside `clientObservations`.
#[contract(camel, default)]
pub struct DomChanges {
    /// Elements that came.
    pub added_count: Option<f64>,
    /// Elements that went.
    pub removed_count: Option<f64>,
    /// A list opened.
    pub dropdown_detected: Option<bool>,
    /// Address before.
    pub previous_url: Option<String>,
    /// The address changed.
    pub url_changed: Option<bool>,
    /// There was network traffic.
    pub did_network_occur: Option<bool>,
}

/// One turn: what the person wants, what is on the screen, how the last action went.
#[contract(camel, Default)]
pub struct InteractRequest {
    /// The person's words, 1 to 10,000 characters.
    pub query: String,
    /// Address of the page; omitted for chat.
    pub url: Option<String>,
    /// The task that goes on; omitted for a new one.
    pub task_id: Option<Uuid>,
    /// The conversation; made when it is not known yet.
    pub session_id: Option<Uuid>,
    /// The browser's own number of the tab; kept as a note.
    pub tab_id: Option<i64>,
    /// Registrable domain of the page.
    pub domain: Option<String>,
    /// What another program wants done, and under which lease. Ours.
    pub lease: Option<UnderLease>,
    /// Title for a new conversation.
    pub title: Option<String>,
    /// An uploaded file.
    pub attachment: Option<Attachment>,

    /// How much of the page is sent.
    pub dom_mode: Option<WireDomMode>,
    /// Controls in view, short keys.
    pub interactive_tree: Option<Vec<SemanticNode>>,
    /// Controls in view, full keys (older clients).
    pub semantic_nodes: Option<Vec<SemanticNodeV2>>,
    /// What is said in view. Ours.
    pub page_text: Option<Vec<TextLine>>,
    /// Size of the visible part.
    pub viewport: Option<Viewport>,
    /// Title of the page.
    pub page_title: Option<String>,
    /// A mark of the document, drawn anew for each. Ours.
    pub document: Option<String>,
    /// Where the keyboard is. Ours.
    pub keyboard: Option<KeyboardAt>,
    /// "0%" to "100%".
    pub scroll_position: Option<String>,
    /// Regions that scroll.
    pub scrollable_containers: Option<Vec<ScrollableContainer>>,
    /// What changed lately.
    pub recent_events: Option<Vec<String>>,
    /// An error message was seen. Informs; opens no gate.
    pub has_errors: Option<bool>,
    /// A success message was seen. Informs; opens no gate.
    pub has_success: Option<bool>,
    /// The whole document.
    pub dom: Option<String>,
    /// HTML of the controls alone.
    pub skeleton_dom: Option<String>,
    /// JPEG or PNG, base64; null when it has not changed.
    pub screenshot: Option<String>,
    /// Perceptual hash of the screenshot.
    pub screenshot_hash: Option<String>,

    /// Which step the client reports on: the index that came with its action; omitted before the
    /// first. Ours.
    pub answers_step: Option<u32>,
    /// How the last action went.
    pub last_action_status: Option<ActionStatus>,
    /// Why it was not performed.
    pub last_action_error: Option<LastActionError>,
    /// What it came to.
    pub last_action_result: Option<LastActionResult>,
    /// Address before the last action.
    pub previous_url: Option<String>,
    /// What the client looked up by itself.
    pub client_verification: Option<ClientVerification>,
    /// What the client noticed.
    pub client_observations: Option<ClientObservations>,
    /// What the client's watcher saw change.
    pub dom_changes: Option<DomChanges>,
    /// Last action of a chain that was performed.
    pub last_executed_action_index: Option<u32>,
    /// How far a chain got.
    pub chain_partial_state: Option<ChainPartialState>,
    /// Where a chain broke. `chainActionError` is read as well.
    #[serde(alias = "chainActionError")]
    pub chain_error: Option<ChainError>,

    /// The client's own check of the last action.
    #[serde(rename = "verification_passed")]
    pub verification_passed: Option<bool>,
    /// What that check says.
    #[serde(rename = "verification_message")]
    pub verification_message: Option<String>,
    /// Error messages that it saw.
    #[serde(rename = "errors_detected")]
    pub errors_detected: Option<Vec<String>>,
    /// Success messages that it saw.
    #[serde(rename = "success_messages")]
    pub success_messages: Option<Vec<String>>,
    /// Controls were left out for the page's size.
    #[serde(rename = "dom_filtered")]
    pub dom_filtered: Option<bool>,
    /// Why.
    #[serde(rename = "filter_reason")]
    pub filter_reason: Option<String>,
    /// How many there were before.
    #[serde(rename = "original_node_count")]
    pub original_node_count: Option<f64>,
    /// Share that was saved, 0 to 100.
    #[serde(rename = "token_reduction")]
    pub token_reduction: Option<f64>,

    /// Who is asking, and what it can do. Ours.
    pub client: Option<ClientInfo>,
    /// The person's answer to an approval request. Ours.
    pub approval: Option<WireApprovalAnswer>,
    /// Today where the person is, `YYYY-MM-DD`. Ours.
    pub local_date: Option<String>,
    /// The kept workflow that a new task carries out. Ours.
    pub workflow: Option<WorkflowStart>,
}

impl InteractRequest {
    /// Address of the page; an empty one counts as absent.
    pub fn page_url(&self) -> Option<&str> {
        self.url.as_deref().filter(|url| !url.is_empty())
    }

    /// The control that has the keyboard, where the client tells.
    pub fn focused(&self) -> Option<&SemanticNode> {
        self.keyboard.as_ref()?.node.as_ref()
    }

    /// True when HTML has to be read before the page is understood.
    pub fn has_only_html(&self) -> bool {
        self.has_no_tree() && self.has_html()
    }

    /// True when there is HTML to be read, for the page or for the selectors of its controls.
    pub fn has_html(&self) -> bool {
        self.dom.is_some() || self.skeleton_dom.is_some() || self.is_blind()
    }

    /// True when nothing of the page was sent but what a broken chain left behind.
    pub(super) fn is_blind(&self) -> bool {
        let partial = self.chain_partial_state.as_ref();
        self.has_no_tree()
            && self.dom.is_none()
            && self.skeleton_dom.is_none()
            && partial.is_some_and(|state| state.dom_after_last_success.is_some())
    }

    fn has_no_tree(&self) -> bool {
        self.interactive_tree.as_ref().is_none_or(Vec::is_empty)
            && self.semantic_nodes.as_ref().is_none_or(Vec::is_empty)
            && self.page_text.as_ref().is_none_or(Vec::is_empty)
    }

    /// Forgets a check of the client's own that is of long before: it was of another action.
    pub fn forget_stale_check(&mut self, now_ms: i64) {
        let made = self.client_verification.as_ref();
        let made = made.and_then(|check| check.timestamp);
        #[allow(clippy::cast_precision_loss, reason = "a time in milliseconds fits")]
        let age = made.map(|at| now_ms as f64 - at);
        if age.is_some_and(|age| age > CHECK_COUNTS_MS) {
            self.client_verification = None;
        }
    }
}
