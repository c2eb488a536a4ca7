/** Asking about pages, and collections, as the panel is shown them. */
import type {
  ArtifactData,
  ArtifactInfo,
  Citation,
  CollectionData,
  CollectionInfo,
  Doc,
  NewSource,
  TaskName,
  ToolMode,
  ToolResultDocument,
  TransformType,
} from "@screen-agent/api/packet";
import type { AskActivity, ShownApproval, ShownTool, ToolStanding } from "@screen-agent/ui";
import type { Problem } from "./protocol.ts";

/** A tool that was proposed, as this client lived it. */
export interface AskTool extends ShownTool {
  state: Exclude<ToolStanding, "kept">;
}

/** `results`: what came of the server's own tools, such as the link to what was shared. */
export type AskMessage =
  | { from: "person"; id: string; at: number; text: string; task: TaskName }
  | {
      from: "agent";
      id: string;
      at: number;
      title: string | null;
      render: Doc;
      citations: Citation[];
      tools: AskTool[];
      results?: ToolResultDocument[];
    };

/** What the person is asked before a tool. The text is the server's, made of facts alone. */
export type AskApproval = ShownApproval;

/** A conversation about pages, on a tab. */
export interface AskView {
  conversationId: string | null;
  messages: AskMessage[];
  /** `waiting` is for the person: approvals stand in `approvals`, or `problem` says what holds it up. */
  status: "idle" | "running" | "waiting";
  activity: AskActivity | null;
  /** What the server says it is doing. */
  progress: string | null;
  step: number;
  /** Not answered yet. */
  approvals: AskApproval[];
  /** The collection that the present question is about. */
  collectionId: string | null;
  problem: Problem | null;
}

/** Collections of whoever is signed in, as far as they were loaded. */
export interface CollectionsView {
  /** Null before they were asked for. */
  list: CollectionInfo[] | null;
  /** The one that is open. */
  open: CollectionData | null;
  /** What collections can be made into. */
  types: TransformType[];
  /** Of the open collection, the latest first. */
  artifacts: ArtifactInfo[];
  /** Of no collection, the latest first. */
  loose: ArtifactInfo[];
  /** The one that is open. */
  artifact: ArtifactData | null;
  /** What was found selected on a page, to be looked over before it is added. */
  links: { tabId: number; urls: string[]; totalFound: number } | null;
  /** What is being done. */
  busy: "loading" | "capturing" | "adding" | "making" | null;
  problem: Problem | null;
}

export type AskCommand =
  /** `collectionId`: about its sources; else about the page in the tab. */
  | {
      kind: "ask";
      tabId: number;
      text: string;
      task?: TaskName;
      args?: Record<string, unknown>;
      mode?: ToolMode;
      collectionId?: string;
    }
  | { kind: "approveTool"; tabId: number; callId: string; fingerprint: string; allow: boolean }
  | { kind: "stopAsking"; tabId: number }
  /** Try again now after a problem. */
  | { kind: "retryAsking"; tabId: number }
  | { kind: "newConversation"; tabId: number }
  | { kind: "openConversation"; tabId: number; conversationId: string }
  /** Shows where a citation stands. `quote` must stand there; `url` is the citation's, and the page's still. */
  | { kind: "highlight"; tabId: number; handleId: string; quote?: string; url?: string }
  | { kind: "unhighlight"; tabId: number };

export type CollectionCommand =
  | { kind: "loadCollections" }
  | { kind: "createCollection"; title: string }
  | { kind: "renameCollection"; collectionId: string; title: string }
  | { kind: "removeCollection"; collectionId: string }
  | { kind: "openCollection"; collectionId: string }
  | { kind: "closeCollection" }
  /** Captures what the tab shows into the collection. */
  | { kind: "collectTab"; tabId: number; collectionId: string }
  /** Reads the links in what is selected; they show in `links`. */
  | { kind: "selectedLinks"; tabId: number }
  | { kind: "addSources"; collectionId: string; sources: NewSource[] }
  /** Has the server fetch a page that was added. */
  | { kind: "captureSource"; sourceId: string }
  | { kind: "removeSource"; sourceId: string }
  | { kind: "transform"; collectionId: string; transform: string; config?: Record<string, unknown> }
  | { kind: "openArtifact"; artifactId: string }
  | { kind: "closeArtifact" }
  | { kind: "cancelArtifact"; artifactId: string }
  | { kind: "removeArtifact"; artifactId: string };
