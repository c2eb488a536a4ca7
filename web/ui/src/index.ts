/** What panel and console show alike. Props in, callbacks out: nothing here fetches or says `chrome`. */
export { type ActionKind, type Piece, actionKind, actionPieces, actionText, endsTask, parseAction } from "./action-words.ts";
export { ActionBadge, type ActionBadgeProps } from "./action-badge.tsx";
export { ApprovalCard, type ApprovalCardProps } from "./approval.tsx";
export {
  type AskActivity,
  AskProgress,
  type AskProgressProps,
  AnswerTurn,
  type AnswerTurnProps,
  CopyWords,
  KeptConversation,
  type KeptConversationProps,
  type KeptTurn,
  QuestionTurn,
  type QuestionTurnProps,
  type ShownApproval,
  type ShownTool,
  Switch,
  type SwitchOption,
  type SwitchProps,
  ToolApprovalCard,
  type ToolApprovalCardProps,
  ToolList,
  ToolResults,
  type ToolResultsProps,
  type ToolStanding,
  keptTurns,
  everythingGiven,
  toolGiven,
  toolName,
  whyWords,
} from "./ask/index.ts";
export { AttachmentChip, type AttachmentChipProps } from "./attachment-chip.tsx";
export { ChatTurn, type ChatTurnProps, type StepFacts } from "./chat-turn.tsx";
export {
  AddressForm,
  type AddressFormProps,
  ArtifactList,
  type ArtifactListProps,
  ArtifactView,
  type ArtifactViewProps,
  CollectionList,
  type CollectionListProps,
  Confirm,
  type ConfirmProps,
  type Depth,
  Entry,
  type EntryProps,
  LinkChoice,
  type LinkChoiceProps,
  MadeBadge,
  NoteForm,
  type NoteFormProps,
  type Pasted,
  SourceList,
  type SourceListProps,
  Transforms,
  type TransformsProps,
  addressesIn,
  isInTheMaking,
  typeName,
} from "./collections/index.ts";
export { Dialog, type DialogProps } from "./dialog.tsx";
export { Icon, type IconName } from "./icon.tsx";
export { type Stretch, stretches } from "./links.ts";
export { Menu, type MenuItem, type MenuProps } from "./menu.tsx";
export { type MessagePlan, attachmentsOf, planOf, stepOf, taskOf } from "./message.ts";
export { type Connection, ConnectionMark, Notice, type NoticeProps, ProblemNotice, type ProblemNoticeProps } from "./notice.tsx";
export { PlanCard, PlanWidget, type PlanWidgetProps } from "./plan.tsx";
export { QuestionCard, type QuestionCardProps } from "./question.tsx";
export { Rename, type RenameProps } from "./rename.tsx";
export { type CitationWords, Citations, type CitationsProps, RenderTree, type RenderTreeProps, citationWords, cleanText, oneLine, safeHref } from "./render/index.ts";
export { Stream, type StreamProps } from "./stream.tsx";
export { type ReportFormat, TaskCompletedCard, type TaskCompletedCardProps } from "./task-completed.tsx";
export { StandingBadge, type TaskActivity, TaskHeader, type TaskHeaderProps, type TaskStanding } from "./task-header.tsx";
export { ActionWords, Name, Prose, Said } from "./text.tsx";
export { Evidence, VerdictBadge, type VerdictBadgeProps } from "./verdict-badge.tsx";
export * from "./words.ts";
