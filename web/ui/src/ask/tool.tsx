import type { PolicyDecision } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import type { IconName } from "../icon.tsx";
import { oneLine } from "../render/text.ts";
import { type Look, Verdict } from "../verdict-badge.tsx";
import { toolGiven, toolName, whyWords } from "./tool-words.ts";

/** How far a tool is; `kept` is for one that is only read about. */
export type ToolStanding = "waiting" | "asked" | "running" | "done" | "failed" | "cancelled" | "denied" | "kept";

/** A tool that an answer asked for. */
export interface ShownTool {
  callId: string;
  name: string;
  arguments: Record<string, unknown>;
  decision: PolicyDecision;
  /** Stable code of the decision. */
  reason: string;
  /** The server's own sentence on it. */
  text: string;
  state: ToolStanding;
  /** Why it failed. */
  code?: string;
}

const STANDINGS: Record<ToolStanding, { word: string; icon: IconName; look: Look }> = {
  waiting: { word: "Next", icon: "wait", look: "open" },
  asked: { word: "Waiting for you", icon: "question", look: "open" },
  running: { word: "Under way", icon: "go", look: "open" },
  done: { word: "Done", icon: "check", look: "good" },
  failed: { word: "Failed", icon: "cross", look: "bad" },
  cancelled: { word: "Not done", icon: "stop", look: "open" },
  denied: { word: "Not allowed", icon: "shield", look: "bad" },
  kept: { word: "", icon: "go", look: "open" },
};

/** What an answer asked for besides its words, and what became of each. */
export function ToolList({ tools }: { tools: readonly ShownTool[] }): JSX.Element | null {
  if (tools.length === 0) return null;
  return (
    <ul class="tools-asked" aria-label="Tools">
      {tools.map((tool) => (
        <ToolRow key={tool.callId} tool={tool} />
      ))}
    </ul>
  );
}

function ToolRow({ tool }: { tool: ShownTool }): JSX.Element {
  const { word, icon, look } = STANDINGS[tool.state];
  const given = toolGiven(tool.arguments);
  const why = tool.code ? whyWords(tool.code) : tool.state === "denied" && tool.reason ? whyWords(tool.reason) : "";
  const text = oneLine(tool.text, 400);
  return (
    <li class="tool">
      <p class="tool-line">
        <strong>{toolName(tool.name)}</strong>
        {word && (
          <Verdict look={look} icon={icon}>
            {why ? `${word}: ${why}` : word}
          </Verdict>
        )}
      </p>
      {text ? (
        <p class="soft" dir="auto">
          {text}
        </p>
      ) : (
        given && (
          <p class="soft">
            “<bdi>{given}</bdi>”
          </p>
        )
      )}
    </li>
  );
}
