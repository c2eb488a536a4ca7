//! What is generated from these types: TypeScript and JSON Schema.

use std::collections::BTreeMap;

use schemars::{Schema, schema_for};
use screen_agent_action::{CATALOG, ToolType};
use ts_rs::{Config, TS};

use crate::extension::{
    ErrorBody, InteractData, InteractRequest, Mirrored, audit, auth, basis, blocker, capture,
    chain, debug, files, health, knowledge, lease, live, memory, message, outputs, plan,
    preferences, profile, realtime, report, request, response, run, schedule, session, task,
    task_report, usage, v2, vault, watch, workflow,
};
use crate::ide;
use crate::packet::{self, collection, conversation, document, envelope, problem, tool, tree};

/// Declarations, by name.
pub type Declarations = BTreeMap<String, String>;

/// Every number of ours fits into one of JavaScript's.
pub fn config() -> Config {
    Config::new().with_large_int("number")
}

/// A type's declaration, with its comment.
pub fn documented<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}

/// Lists every type of a module once.
#[macro_export]
macro_rules! exported {
    ($(#[$doc:meta])* $module:ident: $($type:ty),* $(,)?) => {
        $(#[$doc])*
        pub fn $module() -> $crate::export::Declarations {
            let config = $crate::export::config();
            [$((
                <$type as ts_rs::TS>::ident(&config),
                $crate::export::documented::<$type>(&config),
            )),*]
            .into()
        }
    };
}

exported! {
    /// Every declaration of the extension's surface in TypeScript.
    typescript:
    auth::LoginRequest, auth::LoginData, auth::WireUser, auth::WhoData,
    auth::PasswordChange, auth::PasswordOnly, auth::CodeRequest, auth::ProofRequest,
    auth::SignInData, auth::SignInsData, auth::StorageData,
    auth::SecondFactorData, auth::SecondFactorOffer, auth::RecoveryData,
    audit::AuditRow, audit::AuditStanding, audit::AuditPerson, audit::AuditData,
    basis::DecisionBasis, capture::SemanticNode, capture::NodeScroll, capture::NodeFacts,
    capture::ControlRef, capture::FormSubmitter, capture::KeyboardAt,
    capture::TextRun, capture::TextLine, capture::Viewport, capture::ScrollableContainer,
    capture::PageCapture,
    v2::SemanticNodeV2, v2::Bounds,
    report::ActionStatus, report::ElementId, report::LastActionError, report::LastActionResult,
    report::ClientVerification, report::ClientObservations, report::ChainPartialState,
    report::ChainError,
    request::WireDomMode, request::Attachment, request::ClientInfo, request::WireApprovalScope,
    request::WireApprovalAnswer, request::DomChanges, InteractRequest,
    response::InteractStatus, response::WireTaskType, response::WireToolType,
    response::ActionDetails, response::ToolAction, response::VerificationInfo,
    response::ExpectedOutcome, response::ExpectedDomChanges, response::AttributeChange, response::WireNextGoal,
    response::MemoryResult, response::ReasoningInfo, response::ReasoningEvidence, response::StepCounts,
    response::CorrectionInfo, response::WireApprovalRequest, response::WireOffer,
    response::QuestionContext, response::WireClause, response::WireStanding, response::TokenUsage, response::InteractMetrics, InteractData,
    Mirrored<InteractData>,
    plan::PlanStep, plan::PlanStepStatus, plan::WirePlan,
    chain::WireChainReason, chain::VerificationLevel, chain::ClientCheck, chain::ChainAction,
    chain::ChainMetadata, chain::ChainSummary,
    blocker::BlockerType, blocker::BlockerResolution, blocker::BlockerField, blocker::BlockerInfo,
    session::WireSessionStatus, session::InitSessionRequest, session::InitSessionData,
    session::ArchiveRequest, session::ArchiveData, session::RenameRequest, session::SessionInfo,
    session::Pagination, session::SessionListData, session::DomainSessionData,
    message::MessageRole, message::MessageError, message::WireMessage, message::MessagesData,
    task::ActiveTaskData, task::ResolutionMethod, task::ResumeRequest, task::ResumeData,
    task::StepMaker, task::StepCorrection, task::ModelUsage,
    task::TaskInfo, task::TaskListData, task::TimelineStep, task::TimelineData,
    task_report::ReportFormat, task_report::ReportMetadata, task_report::ReportTask,
    task_report::ReportedStatus, task_report::ReportedAction, task_report::ReportSummary,
    task_report::TaskReport,
    files::StoredReference, files::FileMetadata, files::UploadData, files::PresignRequest,
    files::PresignData,
    knowledge::KnowledgeChunk, knowledge::Citation, knowledge::RagMode, knowledge::RagDebug,
    knowledge::ResolveData, knowledge::KnowledgeStanding, knowledge::KnowledgeOrigin,
    knowledge::KnowledgeSourceInfo, knowledge::KnowledgeDocumentInfo, knowledge::KnowledgeSourcesData,
    knowledge::KnowledgeSourceData, knowledge::IngestKind, knowledge::IngestRequest,
    live::LiveRound, live::LiveEvent,
    realtime::RealtimeData, realtime::ChannelAuthRequest, realtime::ChannelAuth,
    preferences::Theme, preferences::Language, preferences::PreferencesRequest, preferences::Preferences,
    preferences::PreferencesData,
    memory::FactData, memory::FixData, memory::MemoryData, memory::MemoryCorrection,
    memory::FoundTask, memory::FoundTasksData,
    run::RunStatus, run::RunApproval, run::NewRun, run::RunOutcome, run::RunData, run::RunListData, run::RunAnswer,
    outputs::OutputType, outputs::OutputField, outputs::FoundSource, outputs::FoundAnswer, outputs::MissingWhy,
    outputs::MissingOutput, outputs::RunFound,
    run::RunBatch, run::RunFile, run::RunCallback, run::CallbackStanding, run::RunTold, run::CallbackSecret,
    schedule::NewSchedule, schedule::ScheduleChange, schedule::ScheduleData, schedule::ScheduleListData,
    workflow::WorkflowCause, workflow::WorkflowRef, workflow::WorkflowStart, workflow::WorkflowForm,
    workflow::NewWorkflow, workflow::WorkflowText,
    workflow::WorkflowFromTask, workflow::RecordedStep, workflow::WorkflowRecorded, workflow::WorkflowPointed,
    workflow::WireParameterType, workflow::WorkflowParameter, workflow::WorkflowData,
    workflow::WorkflowListData, workflow::WorkflowVersionData, workflow::WorkflowShown, workflow::WorkflowVersionShown,
    lease::LeaseMode, lease::LeaseState, lease::LeaseEnder, lease::NewLease, lease::LeaseOrder, lease::OrderState,
    lease::OrderFault, lease::OrderReport, lease::OrderData, lease::LeaseData, lease::LeaseListData, lease::LeaseStep,
    lease::UnderLease,
    run::WorkClaim, run::WorkData, run::HeldRun, run::WorkRenewal, run::WorkRenewed, run::WorkQuestion,
    run::WorkReturn, run::WorkFile, run::WorkEnd,
    profile::ProfileData, profile::ProfileListData, profile::StoredCookie, profile::StoredItem, profile::StoredOrigin,
    profile::StorageState, profile::WorkProfile, profile::WorkProfileData, profile::WorkProfileSaved,
    vault::NewSecret, vault::SecretData, vault::SecretListData, vault::WorkSecret, vault::WorkSecretData,
    watch::WatchSaid, watch::PersonInput, watch::MouseDoes, watch::MouseButton, watch::HeldKeys, watch::WatchTold,
    watch::WatchState, watch::WorkWatched, watch::WorkWatchedData, watch::WorkTakeover,
    usage::ModelOfDay, usage::TasksOfDay, usage::ChecksOfDay, usage::UsageData,
    debug::DebugLogEntry, debug::DebugLogsData, debug::DebugCall, debug::DebugMetrics,
    debug::DebugError, debug::DebugSummary, debug::DebugExport,
    health::HealthStatus, health::ServiceHealth, health::HealthData,
    crate::extension::error::ErrorDetails, crate::extension::error::DebugInfo, ErrorBody,
}

exported! {
    /// Every declaration of the packet surface in TypeScript. A module of its own: both surfaces have a
    /// `Citation`, and they are strangers.
    packets:
    envelope::Protocol, envelope::Conversation, envelope::SenderRole, envelope::Sender,
    envelope::Trace, problem::ProblemBody, problem::Problem,
    packet::request::RequestPacket, packet::request::RequestType, packet::request::Input,
    packet::request::UserMessage, packet::request::PacketTask, packet::request::TaskName,
    packet::request::ToolMode, packet::request::ToolApprovalAnswer, packet::request::Context,
    packet::request::Output, packet::request::OutputFormat,
    packet::response::ResponsePacket, packet::response::ReplyPacket, packet::response::ResponseType,
    packet::response::InReplyTo, packet::response::Assistant, packet::response::Citation,
    packet::response::CitationCheck, packet::response::CitationFault,
    document::Document, document::Trust, document::Source, document::Content,
    document::SummaryDocument, document::Primary, document::PageItem, document::PageComment,
    document::PageFact, document::OutlineEntry, document::PageElement, document::Discussion,
    document::ChunkDocument,
    document::CaptureDocument, document::IndexDocument, document::IndexedSource,
    document::SourceDocument, document::SourceHeading, document::SourceLink,
    document::ToolResultDocument, document::ToolStatus, document::ToolError,
    document::SearchResultsDocument, document::SearchResult, document::LinksDocument,
    tree::Doc, tree::Block, tree::ListItem, tree::TableRow, tree::TableCell,
    tree::Inline, tree::TextNode,
    tool::ToolCall, tool::Policy, tool::PolicyDecision, tool::ToolApprovalRequest,
    conversation::ConversationInfo, conversation::ConversationList,
    conversation::ConversationMessage, conversation::ConversationData,
    collection::CollectionInfo, collection::CollectionList, collection::CollectionRequest,
    collection::SourceKind, collection::CaptureStatus, collection::SourceInfo,
    collection::CollectionData, collection::AddSourcesRequest, collection::CaptureRequest,
    collection::TransformType, collection::TransformTypes, collection::TransformRequest,
    collection::ArtifactStatus, collection::ArtifactInfo, collection::ArtifactList,
    collection::ArtifactData, collection::ContentQuery, collection::CaptureMode,
    collection::NewSource, collection::ShareFormat,
}

exported! {
    /// Every declaration of the IDE surface in TypeScript. A module of its own, as the surfaces are strangers.
    ide_types:
    ide::task::IdeTask, ide::intent::IntentGiven, ide::intent::IntentBlock, ide::intent::IntentParsed,
    ide::intent::IntentTarget, ide::intent::IntentReply, ide::intent::RegistryRef, ide::intent::RegistryKnown,
    ide::intent::ResolveRequest, ide::intent::ResolveReply, ide::intent::ResolvedIntent,
    ide::request::IdeRequest, ide::request::IdePayload, ide::request::DevFlags, ide::request::IdeAttachment,
    ide::request::UiShape, ide::request::VariablePolicy, ide::request::VariableNaming,
    ide::reply::IdeReply, ide::reply::ArtifactKept, ide::reply::ComponentsWritten,
    ide::cli_action::CliAction, ide::cli_action::NextAction, ide::cli_action::ApplyStrategy, ide::cli_action::ConflictStrategy,
    ide::cli_action::Execution, ide::cli_action::ExecutionMode, ide::cli_action::IdeHints,
    ide::capabilities::IdeCapabilities, ide::capabilities::TaskDetails,
    ide::capabilities::IdeLimits, ide::capabilities::EditorContextSupport,
    ide::artifact::UploadPresign, ide::artifact::UploadPresigned, ide::artifact::UploadIngest,
    ide::artifact::UploadIngesting, ide::artifact::UploadIngested, ide::artifact::IngestStatus,
    ide::artifact::ArtifactQuery, ide::artifact::ArtifactListing, ide::artifact::ArtifactLink,
    ide::figma::FigmaPayload, ide::figma::FigmaStarted, ide::figma::FigmaJobReply, ide::figma::FigmaArtifacts,
    ide::figma::FigmaJobState, ide::figma::PluginRegister, ide::figma::PluginRegistered, ide::figma::PluginSession,
    ide::figma::PluginListing, ide::figma::PluginPresence,
    ide::trace::TraceListing, ide::trace::TraceEntry,
    ide::document::DocumentName, ide::document::DocumentSet, ide::document::DocumentMerge,
    ide::document::MergeDepth, ide::document::DocumentRemove, ide::document::DocumentList,
    ide::document::DocumentCheck, ide::document::DocumentReply, ide::document::DocumentDiff,
    ide::document::DocumentListReply, ide::document::DocumentEntry, ide::document::DocumentValid,
    ide::document::DocumentGenerate, ide::document::DocumentGenerated,
    ide::key::KeyShown, ide::key::KeysReply, ide::key::KeyWanted, ide::key::KeyMade,
    ide::plan::IdePlan, ide::plan::PlanAction, ide::plan::PlanOperation, ide::plan::PlanOp, ide::plan::PlanFile,
    ide::plan::ConflictSide, ide::plan::ApplySummary, ide::plan::ChangeCounts, ide::plan::FileChange,
    ide::plan::ChangeKind, ide::plan::PlanReport, ide::plan::IdeRefusal, ide::plan::IdeRefusalCode,
    ide::report::TraceReport, ide::report::ReportedEvent, ide::report::TraceReportReply,
    ide::registry::RegistryReply, ide::registry::RegisteredKeyword, ide::registry::KeywordChange, ide::registry::ActionTemplate,
    ide::problem::IdeProblem, ide::trace::TraceStatusReply, ide::trace::TraceState, ide::trace::TraceStatus, ide::trace::ChatOutput, ide::chat::ChatRequest, ide::chat::ChatMessage, ide::trace::TracedEvent,
}

/// The schemas of the IDE surface, by name.
pub fn ide_schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("request", schema_for!(ide::IdeRequest)),
        ("reply", schema_for!(ide::IdeReply)),
        (
            "capabilities",
            schema_for!(ide::capabilities::IdeCapabilities),
        ),
        ("resolve-request", schema_for!(ide::intent::ResolveRequest)),
        ("resolve-reply", schema_for!(ide::intent::ResolveReply)),
        ("problem", schema_for!(ide::problem::IdeProblem)),
        ("plan", schema_for!(ide::plan::IdePlan)),
        ("apply-summary", schema_for!(ide::plan::ApplySummary)),
        ("plan-report", schema_for!(ide::plan::PlanReport)),
        ("refusal", schema_for!(ide::plan::IdeRefusal)),
        ("trace-report", schema_for!(ide::report::TraceReport)),
    ])
}

/// The schemas that are published, by name: what comes in, what goes out, what is pushed.
pub fn schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("interact-request", schema_for!(InteractRequest)),
        ("interact-response", schema_for!(Mirrored<InteractData>)),
        ("page-capture", schema_for!(capture::PageCapture)),
        ("login-request", schema_for!(auth::LoginRequest)),
        ("login-response", schema_for!(Mirrored<auth::LoginData>)),
        (
            "session-list",
            schema_for!(Mirrored<session::SessionListData>),
        ),
        ("messages", schema_for!(Mirrored<message::MessagesData>)),
        ("timeline", schema_for!(Mirrored<task::TimelineData>)),
        ("upload", schema_for!(Mirrored<files::UploadData>)),
        ("resolve", schema_for!(Mirrored<knowledge::ResolveData>)),
        ("task-report", schema_for!(task_report::TaskReport)),
        ("live-event", schema_for!(live::LiveEvent)),
        ("health", schema_for!(Mirrored<health::HealthData>)),
        ("error", schema_for!(ErrorBody)),
    ])
}

/// The names of all actions as a TypeScript union: what a client must be able to perform, and what
/// the server performs itself.
pub fn action_names() -> String {
    let union = |tool: ToolType| {
        CATALOG
            .iter()
            .filter(|entry| entry.tool() == tool)
            .map(|entry| format!("\n  | {:?}", entry.name))
            .collect::<String>()
    };
    format!(
        "/** An action that the client performs, by the name that is printed. */\n\
         export type DomActionName ={};\n\n\
         /** An action that the server performs inside the turn. */\n\
         export type ServerActionName ={};\n\n\
         /** Any action. */\n\
         export type ActionName = DomActionName | ServerActionName;\n",
        union(ToolType::Dom),
        union(ToolType::Server)
    )
}
