/** What questions about pages and their answers are shown with. */
export { AnswerTurn, type AnswerTurnProps, QuestionTurn, type QuestionTurnProps } from "./answer.tsx";
export { CopyWords } from "./copy.tsx";
export { type KeptTurn, keptTurns } from "./kept.ts";
export { KeptConversation, type KeptConversationProps } from "./kept-conversation.tsx";
export { type AskActivity, AskProgress, type AskProgressProps } from "./progress.tsx";
export { Switch, type SwitchOption, type SwitchProps } from "./switch.tsx";
export { type ShownTool, ToolList, type ToolStanding } from "./tool.tsx";
export { type ShownApproval, ToolApprovalCard, type ToolApprovalCardProps } from "./tool-approval.tsx";
export { ToolResults, type ToolResultsProps } from "./tool-results.tsx";
export { everythingGiven, toolGiven, toolName, whyWords } from "./tool-words.ts";
