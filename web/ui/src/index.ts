/** What panel and console show alike. Props in, callbacks out: nothing here fetches or says `chrome`. */

export { ActionBadge, type ActionBadgeProps } from "./action-badge.tsx";
export {
  type ActionKind,
  actionKind,
  actionPieces,
  actionText,
  endsTask,
  type Piece,
  parseAction,
} from "./action-words.ts";
export { ApprovalCard, type ApprovalCardProps } from "./approval.tsx";
export {
  AnswerTurn,
  type AnswerTurnProps,
  type AskActivity,
  AskProgress,
  type AskProgressProps,
  CopyWords,
  everythingGiven,
  KeptConversation,
  type KeptConversationProps,
  type KeptTurn,
  keptTurns,
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
  addressesIn,
  CollectionList,
  type CollectionListProps,
  Confirm,
  type ConfirmProps,
  type Depth,
  Entry,
  type EntryProps,
  isInTheMaking,
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
  typeName,
} from "./collections/index.ts";
export { Dialog, type DialogProps } from "./dialog.tsx";
export { Icon, type IconName } from "./icon.tsx";
export { type Stretch, stretches } from "./links.ts";
export { Menu, type MenuItem, type MenuProps } from "./menu.tsx";
export { attachmentsOf, type MessagePlan, planOf, stepOf, taskOf } from "./message.ts";
export {
  type Connection,
  ConnectionMark,
  Notice,
  type NoticeProps,
  ProblemNotice,
  type ProblemNoticeProps,
} from "./notice.tsx";
export { PlanCard, PlanWidget, type PlanWidgetProps } from "./plan.tsx";
export { QuestionCard, type QuestionCardProps } from "./question.tsx";
export { Rename, type RenameProps } from "./rename.tsx";
export {
  Citations,
  type CitationsProps,
  type CitationWords,
  citationWords,
  cleanText,
  oneLine,
  RenderTree,
  type RenderTreeProps,
  safeHref,
} from "./render/index.ts";
export { Stream, type StreamProps } from "./stream.tsx";
export { type ReportFormat, TaskCompletedCard, type TaskCompletedCardProps } from "./task-completed.tsx";
export {
  StandingBadge,
  type TaskActivity,
  TaskHeader,
  type TaskHeaderProps,
  type TaskStanding,
} from "./task-header.tsx";
export { ActionWords, Name, Prose, Said } from "./text.tsx";
export { Evidence, VerdictBadge, type VerdictBadgeProps } from "./verdict-badge.tsx";
export * from "./words.ts";
