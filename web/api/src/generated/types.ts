/**
 * The action taken apart.
 */
export type ActionDetails = { 
/**
 * Its name.
 */
name: string, 
/**
 * The control that it is aimed at.
 */
elementId?: ElementId, 
/**
 * A robust selector of it, when one is known.
 */
selectorPath?: string, 
/**
 * The rest of what it takes.
 */
args?: Record<string, unknown>, };

/**
 * How the last action went.
 */
export type ActionStatus = "success" | "failure" | "pending";

/**
 * `GET /api/session/{id}/task/active`.
 */
export type ActiveTaskData = { 
/**
 * The task.
 */
taskId: string, 
/**
 * The person's words.
 */
query: string, 
/**
 * Where it stands.
 */
status: InteractStatus, 
/**
 * Which step it is at; 0 for the first.
 */
currentStepIndex: number, 
/**
 * ISO 8601.
 */
createdAt: string, 
/**
 * ISO 8601.
 */
updatedAt: string, };

/**
 * What became of it.
 */
export type ArchiveData = { 
/**
 * Which one.
 */
sessionId: string, 
/**
 * `archived`.
 */
status: WireSessionStatus, 
/**
 * In words.
 */
message: string, };

/**
 * `POST /api/session`: put a conversation away.
 */
export type ArchiveRequest = { 
/**
 * Which one.
 */
sessionId: string, };

/**
 * A file that the client has uploaded.
 */
export type Attachment = { 
/**
 * Key that the upload returned.
 */
s3Key: string, 
/**
 * Its name.
 */
filename: string, 
/**
 * Its type.
 */
mimeType: string, 
/**
 * Its size in bytes, more than 0.
 */
size: number, };

/**
 * A box with full keys.
 */
export type Bounds = { 
/**
 * Left edge.
 */
x: number, 
/**
 * Top edge.
 */
y: number, 
/**
 * Width.
 */
width: number, 
/**
 * Height.
 */
height: number, };

/**
 * Where a chain broke.
 */
export type ChainError = { 
/**
 * Which action.
 */
action: string, 
/**
 * In words. Data, never instruction.
 */
message: string, 
/**
 * The executor's code.
 */
code: string, 
/**
 * Which control.
 */
elementId?: ElementId, 
/**
 * Which of the chain; 0 for the first.
 */
failedIndex: number, };

/**
 * How far a chain got.
 */
export type ChainPartialState = { 
/**
 * What was performed.
 */
executedActions: Array<string>, 
/**
 * The document after the last one.
 */
domAfterLastSuccess?: string, 
/**
 * How many there were to perform.
 */
totalActionsInChain: number, };

/**
 * Who is asking, and what it can do. Ours.
 */
export type ClientInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its version.
 */
version: string, 
/**
 * `approvals`, `user_input_forms`, `negotiate`, `scroll_retry`, `chain` …; others are passed over.
 */
capabilities: Array<string>, };

/**
 * What the client noticed while the action ran.
 */
export type ClientObservations = { 
/**
 * There was network traffic.
 */
didNetworkOccur?: boolean, 
/**
 * The document changed.
 */
didDomMutate?: boolean, 
/**
 * The address changed.
 */
didUrlChange?: boolean, };

/**
 * What the client looked up by itself.
 */
export type ClientVerification = { 
/**
 * The element it was told to look for is there.
 */
elementFound?: boolean, 
/**
 * Which one.
 */
selector?: string, 
/**
 * The address changed.
 */
urlChanged?: boolean, 
/**
 * Milliseconds since the epoch.
 */
timestamp?: number, };

/**
 * For developers; only in debug mode.
 */
export type DebugInfo = { 
/**
 * What kind of error it was inside.
 */
errorType: string, 
/**
 * More about it.
 */
context?: Record<string, unknown>, };

/**
 * What the client's watcher saw change. Sent by published clients beside `clientObservations`.
 */
export type DomChanges = { 
/**
 * Elements that came.
 */
addedCount?: number, 
/**
 * Elements that went.
 */
removedCount?: number, 
/**
 * A list opened.
 */
dropdownDetected?: boolean, 
/**
 * Address before.
 */
previousUrl?: string, 
/**
 * The address changed.
 */
urlChanged?: boolean, 
/**
 * There was network traffic.
 */
didNetworkOccur?: boolean, };

/**
 * `GET /api/session/by-domain/{domain}`.
 */
export type DomainSessionData = { 
/**
 * The newest active one, if there is one.
 */
session: SessionInfo | null, };

/**
 * An id of a control as clients write it: a number or a text.
 */
export type ElementId = number | string;

/**
 * Every error of the extension surface.
 */
export type ErrorBody = { 
/**
 * Always false.
 */
success: boolean, 
/**
 * Stable; for programs.
 */
code: string, 
/**
 * A safe sentence; for people.
 */
message: string, 
/**
 * The same sentence, for clients that look here.
 */
error: string, 
/**
 * Where, and why.
 */
details?: ErrorDetails, 
/**
 * For developers.
 */
debugInfo?: DebugInfo, 
/**
 * Seconds after which it may be tried again.
 */
retryAfter?: number, 
/**
 * The same as a time, ISO 8601.
 */
resetAt?: string, };

/**
 * Where in the request, and why.
 */
export type ErrorDetails = { 
/**
 * Path of the field.
 */
field?: string, 
/**
 * Why.
 */
reason?: string, };

/**
 * The same, in facts of the document.
 */
export type ExpectedDomChanges = { 
/**
 * The address should change, or stay.
 */
urlShouldChange?: boolean, 
/**
 * Words that should appear.
 */
textToAppear: Array<string>, 
/**
 * Roles of controls that should appear.
 */
elementsToAppear: Array<string>, };

/**
 * What should be seen after the action.
 */
export type ExpectedOutcome = { 
/**
 * In plain words.
 */
description: string, 
/**
 * In facts of the document.
 */
domChanges?: ExpectedDomChanges, };

/**
 * `GET /api/health`.
 */
export type HealthData = { 
/**
 * The worst of its parts.
 */
status: HealthStatus, 
/**
 * ISO 8601.
 */
timestamp: string, 
/**
 * How long the check took, in milliseconds.
 */
duration: number, 
/**
 * Version of the server.
 */
version: string, 
/**
 * Each part.
 */
services: { [key in string]: ServiceHealth }, };

/**
 * How well something is.
 */
export type HealthStatus = "healthy" | "degraded" | "unhealthy";

/**
 * What became of it.
 */
export type InitSessionData = { 
/**
 * The conversation.
 */
sessionId: string, 
/**
 * False when it was there already.
 */
created: boolean, };

/**
 * `POST /api/session/init`.
 */
export type InitSessionRequest = { 
/**
 * Made by the client.
 */
sessionId: string, 
/**
 * Where it began. Empty counts as absent.
 */
url?: string, 
/**
 * Registrable domain.
 */
domain?: string, 
/**
 * Title.
 */
title?: string, 
/**
 * First words of the person.
 */
initialQuery?: string, 
/**
 * The browser's own number of the tab; kept as a note.
 */
tabId?: number, };

/**
 * The answer to one turn. Absent fields do not apply to it.
 */
export type InteractData = { 
/**
 * The task; sent back with the next turn.
 */
taskId: string, 
/**
 * The conversation.
 */
sessionId: string, 
/**
 * Where the task stands.
 */
status: InteractStatus, 
/**
 * Where it happens.
 */
taskType: WireTaskType, 
/**
 * Why, in words for the person.
 */
thought?: string, 
/**
 * What to perform: one action in its narrow form.
 */
action?: string, 
/**
 * The same, taken apart.
 */
actionDetails?: ActionDetails, 
/**
 * The same, as a tool call.
 */
toolAction?: ToolAction, 
/**
 * What should be seen afterwards.
 */
expectedOutcome?: ExpectedOutcome, 
/**
 * Verdict on the step before.
 */
verification?: VerificationInfo, 
/**
 * What is going to be done.
 */
plan?: WirePlan, 
/**
 * Which step this is; 0 for the first.
 */
currentStep?: number, 
/**
 * How many steps there are so far, or in the plan.
 */
totalSteps?: number, 
/**
 * What the person is asked.
 */
userQuestion?: string, 
/**
 * Which facts are missing.
 */
missingInformation?: Array<string>, 
/**
 * What stands behind the question.
 */
context?: QuestionContext, 
/**
 * A yes that is asked for. Ours.
 */
approval?: WireApprovalRequest, 
/**
 * How much of the page is wanted.
 */
requestedDomMode?: WireDomMode, 
/**
 * The skeleton is wanted.
 */
needsSkeletonDom?: boolean, 
/**
 * A screenshot is wanted.
 */
needsScreenshot?: boolean, 
/**
 * Why more is wanted.
 */
reason?: string, 
/**
 * What is being scrolled for.
 */
scrollReason?: string, 
/**
 * Ask again after the scroll.
 */
retryAfterScroll?: boolean, 
/**
 * Knowledge of the organisation was used.
 */
hasOrgKnowledge: boolean, 
/**
 * Tokens of the model.
 */
usage?: TokenUsage, 
/**
 * What the turn cost.
 */
metrics?: InteractMetrics, };

/**
 * What the turn cost.
 */
export type InteractMetrics = { 
/**
 * Milliseconds in all.
 */
requestDuration: number, 
/**
 * Milliseconds of the model.
 */
llmDuration?: number, 
/**
 * Its tokens.
 */
tokenUsage?: TokenUsage, 
/**
 * Which step this is; 0 for the first.
 */
stepIndex: number, };

/**
 * One turn: what the person wants, what is on the screen, how the last action went.
 */
export type InteractRequest = { 
/**
 * The person's words, 1 to 10,000 characters.
 */
query: string, 
/**
 * Address of the page; omitted for chat.
 */
url?: string, 
/**
 * The task that goes on; omitted for a new one.
 */
taskId?: string, 
/**
 * The conversation; made when it is not known yet.
 */
sessionId?: string, 
/**
 * The browser's own number of the tab; kept as a note.
 */
tabId?: number, 
/**
 * Registrable domain of the page.
 */
domain?: string, 
/**
 * Title for a new conversation.
 */
title?: string, 
/**
 * An uploaded file.
 */
attachment?: Attachment, 
/**
 * How much of the page is sent.
 */
domMode?: WireDomMode, 
/**
 * Controls in view, short keys.
 */
interactiveTree?: Array<SemanticNode>, 
/**
 * Controls in view, full keys (older clients).
 */
semanticNodes?: Array<SemanticNodeV2>, 
/**
 * What is said in view. Ours.
 */
pageText?: Array<TextLine>, 
/**
 * Size of the visible part.
 */
viewport?: Viewport, 
/**
 * Title of the page.
 */
pageTitle?: string, 
/**
 * "0%" to "100%".
 */
scrollPosition?: string, 
/**
 * Regions that scroll.
 */
scrollableContainers?: Array<ScrollableContainer>, 
/**
 * What changed lately.
 */
recentEvents?: Array<string>, 
/**
 * An error message was seen. Informs; opens no gate.
 */
hasErrors?: boolean, 
/**
 * A success message was seen. Informs; opens no gate.
 */
hasSuccess?: boolean, 
/**
 * The whole document.
 */
dom?: string, 
/**
 * HTML of the controls alone.
 */
skeletonDom?: string, 
/**
 * JPEG or PNG, base64; null when it has not changed.
 */
screenshot?: string, 
/**
 * Perceptual hash of the screenshot.
 */
screenshotHash?: string, 
/**
 * How the last action went.
 */
lastActionStatus?: ActionStatus, 
/**
 * Why it was not performed.
 */
lastActionError?: LastActionError, 
/**
 * What it came to.
 */
lastActionResult?: LastActionResult, 
/**
 * Address before the last action.
 */
previousUrl?: string, 
/**
 * What the client looked up by itself.
 */
clientVerification?: ClientVerification, 
/**
 * What the client noticed.
 */
clientObservations?: ClientObservations, 
/**
 * What the client's watcher saw change.
 */
domChanges?: DomChanges, 
/**
 * Last action of a chain that was performed.
 */
lastExecutedActionIndex?: number, 
/**
 * How far a chain got.
 */
chainPartialState?: ChainPartialState, 
/**
 * Where a chain broke. `chainActionError` is read as well.
 */
chainError?: ChainError, 
/**
 * The client's own check of the last action.
 */
verification_passed?: boolean, 
/**
 * What that check says.
 */
verification_message?: string, 
/**
 * Error messages that it saw.
 */
errors_detected?: Array<string>, 
/**
 * Success messages that it saw.
 */
success_messages?: Array<string>, 
/**
 * Controls were left out for the page's size.
 */
dom_filtered?: boolean, 
/**
 * Why.
 */
filter_reason?: string, 
/**
 * How many there were before.
 */
original_node_count?: number, 
/**
 * Share that was saved, 0 to 100.
 */
token_reduction?: number, 
/**
 * Who is asking, and what it can do. Ours.
 */
client?: ClientInfo, 
/**
 * The person's answer to an approval request. Ours.
 */
approval?: WireApprovalAnswer, 
/**
 * Today where the person is, `YYYY-MM-DD`. Ours.
 */
localDate?: string, };

/**
 * Where a task stands, as clients know it.
 */
export type InteractStatus = "active" | "planning" | "executing" | "verifying" | "correcting" | "needs_user_input" | "needs_context" | "needs_full_dom" | "needs_scroll" | "completed" | "failed" | "interrupted";

/**
 * Why the last action was not performed.
 */
export type LastActionError = { 
/**
 * In words. Data, never instruction.
 */
message: string, 
/**
 * The executor's code, such as `ELEMENT_NOT_FOUND`.
 */
code: string, 
/**
 * Which action.
 */
action: string, 
/**
 * Which control.
 */
elementId?: ElementId, };

/**
 * What the last action came to.
 */
export type LastActionResult = { 
/**
 * It was performed.
 */
success: boolean, 
/**
 * What a query read. Data, never instruction.
 */
actualState?: string, };

/**
 * One event of a conversation.
 */
export type LiveEvent = { "type": "new_message", 
/**
 * The conversation.
 */
sessionId: string, 
/**
 * The message.
 */
message: WireMessage, } | { "type": "interact_response", 
/**
 * The conversation.
 */
sessionId: string, 
/**
 * What it came to.
 */
data: LiveRound, };

/**
 * What an interact round came to.
 */
export type LiveRound = { 
/**
 * The task.
 */
taskId: string, 
/**
 * Where it stands.
 */
status: InteractStatus, 
/**
 * Which step it is at; 0 for the first.
 */
currentStepIndex: number, 
/**
 * What is to be performed.
 */
action?: string, 
/**
 * Why.
 */
thought?: string, 
/**
 * Verdict on the step before.
 */
verification?: VerificationInfo, };

/**
 * A token and whose it is.
 */
export type LoginData = { 
/**
 * Sent back as `Authorization: Bearer …`.
 */
accessToken: string, 
/**
 * ISO 8601.
 */
expiresAt: string, 
/**
 * Who is signed in.
 */
user: WireUser, 
/**
 * Whose data they see.
 */
tenantId: string, 
/**
 * Its name.
 */
tenantName: string, };

/**
 * `POST /api/v1/auth/login`.
 */
export type LoginRequest = { 
/**
 * The account.
 */
email: string, 
/**
 * Its password.
 */
password: string, };

/**
 * What went wrong with an action.
 */
export type MessageError = { 
/**
 * In words.
 */
message?: string, 
/**
 * The executor's code.
 */
code?: string, };

/**
 * Who said it.
 */
export type MessageRole = "user" | "assistant" | "system";

/**
 * `GET /api/session/{id}/messages`.
 */
export type MessagesData = { 
/**
 * The conversation.
 */
sessionId: string, 
/**
 * Oldest first.
 */
messages: Array<WireMessage>, 
/**
 * How many the conversation has in all.
 */
total: number, 
/**
 * False when it is not known, or put away.
 */
sessionExists: boolean, };

/**
 * `{success, data}` and every field of `data` again beside it, so that clients of either habit work.
 */
export type Mirrored<T> = { 
/**
 * Always true; errors have their own form.
 */
success: boolean, 
/**
 * The answer.
 */
data: T, } & T;

/**
 * DOM facts of a control. Every field is omitted when it does not apply.
 */
export type NodeFacts = { 
/**
 * Tag, lower case.
 */
tag?: string, 
/**
 * Input type.
 */
type?: string, 
/**
 * Where a link goes.
 */
href?: string, 
/**
 * Opens a new tab.
 */
blank?: boolean, 
/**
 * Method of its form: get, post, dialog.
 */
method?: string, 
/**
 * Absolute action URL of that form.
 */
action?: string, 
/**
 * Which form of the document.
 */
form?: number, 
/**
 * Activating it submits the form.
 */
submit?: boolean, 
/**
 * Autocomplete tokens.
 */
auto?: string, 
/**
 * `aria-haspopup`.
 */
popup?: string, 
/**
 * Texts of its options.
 */
opts?: Array<string>, 
/**
 * Takes several options or files.
 */
multi?: boolean, 
/**
 * Takes several lines.
 */
lines?: boolean, 
/**
 * min, max, step.
 */
range?: [string, string, string], 
/**
 * Name of its group.
 */
group?: string, 
/**
 * A robust CSS selector.
 */
sel?: string, 
/**
 * Can be dragged.
 */
drag?: boolean, };

/**
 * A control inside a line.
 */
export type NodeRef = { 
/**
 * Its id.
 */
i: string, };

/**
 * How far a scroll container is scrolled.
 */
export type NodeScroll = { 
/**
 * "0%" to "100%".
 */
depth: string, 
/**
 * More is below.
 */
h: boolean, };

/**
 * One look at a page, as the page bundle gives it.
 */
export type PageCapture = { 
/**
 * Address.
 */
url: string, 
/**
 * Title.
 */
pageTitle: string, 
/**
 * Size of the visible part.
 */
viewport: Viewport, 
/**
 * Controls in view.
 */
interactiveTree: Array<SemanticNode>, 
/**
 * What is said in view.
 */
pageText: Array<TextLine>, 
/**
 * "0%" to "100%".
 */
scrollPosition: string, 
/**
 * Regions that scroll.
 */
scrollableContainers: Array<ScrollableContainer>, 
/**
 * What changed lately.
 */
recentEvents: Array<string>, 
/**
 * An error message was seen.
 */
hasErrors: boolean, 
/**
 * A success message was seen.
 */
hasSuccess: boolean, 
/**
 * Digest of what was seen.
 */
hash: string, };

/**
 * Which part of a list this is.
 */
export type Pagination = { 
/**
 * How many there are in all.
 */
total: number, 
/**
 * Most on one page.
 */
limit: number, 
/**
 * How many were left out before.
 */
offset: number, 
/**
 * There are more.
 */
hasMore: boolean, };

/**
 * One step of a plan.
 */
export type PlanStep = { 
/**
 * `step_0` for the first.
 */
id: string, 
/**
 * 0 for the first.
 */
index: number, 
/**
 * In plain words.
 */
description: string, 
/**
 * Where it stands.
 */
status: PlanStepStatus, 
/**
 * Who performs it.
 */
toolType: WireToolType, 
/**
 * Why it is needed.
 */
reasoning?: string, };

/**
 * Where a step of a plan stands.
 */
export type PlanStepStatus = "pending" | "active" | "completed" | "failed";

/**
 * The preferences themselves.
 */
export type Preferences = { 
/**
 * Light or dark.
 */
theme: Theme, };

/**
 * `GET /api/v1/user/preferences`.
 */
export type PreferencesData = { 
/**
 * What they prefer.
 */
preferences: Preferences, 
/**
 * When it was saved, ISO 8601; absent when it never was.
 */
syncedAt?: string, };

/**
 * `POST /api/v1/user/preferences`.
 */
export type PreferencesRequest = { 
/**
 * Light or dark.
 */
theme: Theme, 
/**
 * Version of the client that saves.
 */
clientVersion?: string, };

/**
 * What stands behind a question.
 */
export type QuestionContext = { 
/**
 * The web was searched first.
 */
searchPerformed: boolean, 
/**
 * What was found.
 */
searchSummary?: string, 
/**
 * Why it is asked.
 */
reasoning: string, };

/**
 * `PATCH /api/session/{id}`.
 */
export type RenameRequest = { 
/**
 * 1 to 500 characters.
 */
title: string, };

/**
 * How the person helped.
 */
export type ResolutionMethod = "provide_in_chat" | "user_action_on_web";

/**
 * What became of it.
 */
export type ResumeData = { 
/**
 * The task.
 */
taskId: string, 
/**
 * `executing`.
 */
status: InteractStatus, 
/**
 * In words.
 */
message: string, 
/**
 * ISO 8601.
 */
resumedAt: string, };

/**
 * `POST /api/session/{id}/task/{taskId}/resume`.
 */
export type ResumeRequest = { 
/**
 * How the person helped.
 */
resolutionMethod: ResolutionMethod, 
/**
 * What they said: text, or named values.
 */
resolutionData?: unknown, };

/**
 * A region that scrolls.
 */
export type ScrollableContainer = { 
/**
 * Id of the region.
 */
id: string, 
/**
 * "0%" to "100%".
 */
depth: string, 
/**
 * More is below.
 */
hasMore: boolean, };

/**
 * One control. Keys are the contract's short ones.
 */
export type SemanticNode = { 
/**
 * Stable id, as stamped in `data-llm-id`; `f{frame}_{id}` outside the top frame.
 */
i: string, 
/**
 * Role code: btn, inp, link, chk, sel …
 */
r: string, 
/**
 * Accessible name, one line.
 */
n: string, 
/**
 * Current value; never of a password or card field.
 */
v?: string, 
/**
 * Comma list of states.
 */
s?: string, 
/**
 * Centre, in CSS pixels of the top viewport.
 */
xy?: [number, number], 
/**
 * Frame; omitted for the top one.
 */
f?: number, 
/**
 * Box: x, y, width, height.
 */
box?: [number, number, number, number], 
/**
 * Present on a scroll container.
 */
scr?: NodeScroll, 
/**
 * Something covers it.
 */
occ?: boolean, 
/**
 * DOM facts, computed by our page code. Ours.
 */
d?: NodeFacts, 
/**
 * Colour word, where colour tells. Ours.
 */
c?: string, };

/**
 * One control, with full keys.
 */
export type SemanticNodeV2 = { 
/**
 * Stable id.
 */
id: string, 
/**
 * Role name.
 */
role: string, 
/**
 * Accessible name.
 */
name: string, 
/**
 * Current value.
 */
value?: string, 
/**
 * Comma list of states.
 */
state?: string, 
/**
 * Input type.
 */
type?: string, 
/**
 * Hint inside an empty field.
 */
placeholder?: string, 
/**
 * Where a link goes.
 */
href?: string, 
/**
 * Stands in a shadow tree.
 */
isInShadow?: boolean, 
/**
 * Frame; 0 is the top one.
 */
frameId?: number, 
/**
 * Where it stands.
 */
bounds?: Bounds, };

/**
 * One part of the server.
 */
export type ServiceHealth = { 
/**
 * How well it is.
 */
status: HealthStatus, 
/**
 * How long it took to answer, in milliseconds.
 */
latencyMs?: number, };

/**
 * One conversation.
 */
export type SessionInfo = { 
/**
 * Its id.
 */
sessionId: string, 
/**
 * Where it is now.
 */
url: string, 
/**
 * Registrable domain.
 */
domain: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The person gave it its title.
 */
isRenamed: boolean, 
/**
 * Where it stands.
 */
status: WireSessionStatus, 
/**
 * ISO 8601.
 */
createdAt: string, 
/**
 * ISO 8601.
 */
updatedAt: string, 
/**
 * How many messages it has.
 */
messageCount: number, 
/**
 * The browser's own number of the tab.
 */
tabId?: number, 
/**
 * How it began.
 */
metadata: Record<string, unknown>, };

/**
 * `GET /api/session`.
 */
export type SessionListData = { 
/**
 * Newest change first.
 */
sessions: Array<SessionInfo>, 
/**
 * Which part of the list this is.
 */
pagination: Pagination, };

/**
 * One task in a list. Ours.
 */
export type TaskInfo = { 
/**
 * The task.
 */
taskId: string, 
/**
 * The person's words.
 */
query: string, 
/**
 * Where it stands.
 */
status: InteractStatus, 
/**
 * Where it happens.
 */
taskType: WireTaskType, 
/**
 * How many steps it has.
 */
stepCount: number, 
/**
 * What it came to.
 */
result?: string, 
/**
 * ISO 8601.
 */
createdAt: string, 
/**
 * ISO 8601.
 */
updatedAt: string, };

/**
 * `GET /api/session/{id}/tasks`. Ours.
 */
export type TaskListData = { 
/**
 * Newest first.
 */
tasks: Array<TaskInfo>, };

/**
 * One line of what is said in view. Ours.
 */
export type TextLine = { 
/**
 * h1 to h6, li, tr, th, dt, alert, status, label, caption, dialog, code.
 */
k?: string, 
/**
 * Depth in nested lists.
 */
d?: number, 
/**
 * Its pieces.
 */
c: Array<TextRun>, 
/**
 * Box: x, y, width, height.
 */
b?: [number, number, number, number], 
/**
 * Something covers it.
 */
occ?: boolean, };

/**
 * A piece of a line: words, a control, or (null) the end of a cell.
 */
export type TextRun = string | NodeRef | null;

/**
 * Light or dark.
 */
export type Theme = "light" | "dark" | "system";

/**
 * `GET /api/session/{id}/task/{taskId}`: everything that was done. Ours.
 */
export type TimelineData = { 
/**
 * The task.
 */
task: TaskInfo, 
/**
 * Its steps, first to last.
 */
steps: Array<TimelineStep>, 
/**
 * What the person is asked just now.
 */
userQuestion?: string, 
/**
 * A yes that is asked for just now.
 */
approval?: WireApprovalRequest, };

/**
 * One step of a timeline. Ours.
 */
export type TimelineStep = { 
/**
 * 0 for the first.
 */
index: number, 
/**
 * Why, in words for the person.
 */
thought: string, 
/**
 * The action in its narrow form.
 */
action: string, 
/**
 * The same, taken apart.
 */
actionDetails: ActionDetails, 
/**
 * Name of the control that it was aimed at.
 */
target?: string, 
/**
 * Address before the action.
 */
url: string, 
/**
 * What should have happened.
 */
expectedOutcome?: ExpectedOutcome, 
/**
 * What was seen; absent while it is outstanding.
 */
verification?: VerificationInfo, 
/**
 * What a query read, or why the action was not performed.
 */
reported?: string, 
/**
 * Where its picture is, when there is one.
 */
screenshotUrl?: string, };

/**
 * Tokens of a model.
 */
export type TokenUsage = { 
/**
 * Read.
 */
promptTokens: number, 
/**
 * Written.
 */
completionTokens: number, };

/**
 * The action as a tool call.
 */
export type ToolAction = { 
/**
 * Its name.
 */
toolName: string, 
/**
 * Who performs it.
 */
toolType: WireToolType, 
/**
 * What it takes.
 */
parameters: Record<string, unknown>, };

/**
 * Verdict on the step before.
 */
export type VerificationInfo = { 
/**
 * It did what it was meant to do.
 */
success: boolean, 
/**
 * 0 to 1.
 */
confidence: number, 
/**
 * Why.
 */
reason: string, 
/**
 * What was seen to change. Ours.
 */
evidence?: Array<string>, };

/**
 * Size of the visible part of the page.
 */
export type Viewport = { 
/**
 * Width in CSS pixels.
 */
width: number, 
/**
 * Height in CSS pixels.
 */
height: number, };

/**
 * `GET /api/v1/auth/session`.
 */
export type WhoData = { 
/**
 * Who is signed in.
 */
user: WireUser, 
/**
 * Whose data they see.
 */
tenantId: string, 
/**
 * Its name.
 */
tenantName: string, };

/**
 * A person's answer to an approval request. Ours.
 */
export type WireApprovalAnswer = { 
/**
 * Which request it answers.
 */
fingerprint: string, 
/**
 * Yes or no.
 */
allow: boolean, 
/**
 * How far a yes reaches; once, if omitted.
 */
scope?: WireApprovalScope, };

/**
 * A yes that is asked for. Ours; other clients read the question.
 */
export type WireApprovalRequest = { 
/**
 * An answer must repeat it.
 */
fingerprint: string, 
/**
 * Why it is asked: a stable code.
 */
reason: string, 
/**
 * What will happen, and where.
 */
text: string, 
/**
 * The action in its narrow form.
 */
action: string, 
/**
 * Origin that it takes effect on.
 */
origin: string, 
/**
 * The control that it is aimed at.
 */
elementId?: ElementId, 
/**
 * Milliseconds since the epoch after which the answer no longer counts.
 */
expiresAt: number, };

/**
 * How far a yes reaches. Ours.
 */
export type WireApprovalScope = "once" | "site";

/**
 * How much of the page is sent.
 */
export type WireDomMode = "semantic" | "skeleton" | "hybrid" | "full";

/**
 * One message.
 */
export type WireMessage = { 
/**
 * Its id.
 */
messageId: string, 
/**
 * Who said it.
 */
role: MessageRole, 
/**
 * What was said.
 */
content: string, 
/**
 * 0 for the first of the conversation.
 */
sequenceNumber: number, 
/**
 * ISO 8601.
 */
timestamp: string, 
/**
 * The action in its narrow form.
 */
actionString?: string, 
/**
 * The action taken apart.
 */
actionPayload?: Record<string, unknown>, 
/**
 * How the action went.
 */
status?: ActionStatus, 
/**
 * What went wrong with it.
 */
error?: MessageError, 
/**
 * What the page was, in at most 200 characters.
 */
domSummary?: string, 
/**
 * More about it: task, kind of message.
 */
metadata?: Record<string, unknown>, };

/**
 * What is going to be done.
 */
export type WirePlan = { 
/**
 * Its steps.
 */
steps: Array<PlanStep>, 
/**
 * Which one is now; 0 for the first.
 */
currentStepIndex: number, 
/**
 * ISO 8601.
 */
createdAt: string, };

/**
 * Where a conversation stands.
 */
export type WireSessionStatus = "active" | "completed" | "failed" | "interrupted" | "archived";

/**
 * Where a task happens.
 */
export type WireTaskType = "web_only" | "web_with_file" | "chat_only";

/**
 * Who performs an action.
 */
export type WireToolType = "DOM" | "SERVER" | "MIXED";

/**
 * Who is signed in.
 */
export type WireUser = { 
/**
 * Their id.
 */
id: string, 
/**
 * Their account.
 */
email: string, 
/**
 * Their name.
 */
name: string, };

