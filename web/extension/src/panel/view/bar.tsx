import { ConnectionMark, hostOf, IconButton, Menu } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { PanelState } from "../../shared/protocol.ts";
import { isAnswering, isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";
import { canRecord } from "./recording.tsx";

/** Where we are, and the way to everything else. */
export function Bar({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element {
  const open = (sheet: "history" | "collections" | "debug" | "settings") => () => {
    panel.sheet.value = sheet;
  };
  const record = (): void => panel.withTab((tabId) => ({ kind: "startRecording", tabId }));
  const asks = panel.asking.way.value === "ask";
  const busy = asks ? isAnswering(state) : isOpen(state);
  return (
    <header class="bar">
      <IconButton icon="history" label="Conversations" onClick={open("history")} />
      <h1 title={state.tab?.url}>
        <bdi>{state.tab && !state.tab.restricted ? hostOf(state.tab.url) : "Screen Agent"}</bdi>
      </h1>
      {!asks && state.sessionId && <ConnectionMark connection={panel.outside.conversation.value.connection} />}
      <IconButton icon="stack" label="Collections" onClick={open("collections")} />
      <IconButton
        icon="plus"
        label="New conversation"
        title={busy ? (asks ? "Stop the answer first" : "Stop the task first") : "New conversation"}
        disabled={busy || !state.tab}
        onClick={() => panel.withTab((tabId) => ({ kind: asks ? "newConversation" : "newSession", tabId }))}
      />
      <Menu label="More" icon="gear" quiet>
        {[
          { label: "Settings", icon: "gear", onChoose: open("settings") },
          { label: "How it works", icon: "info", onChoose: () => panel.welcome(true) },
          ...(canRecord(state) ? [{ label: "Record", icon: "record" as const, onChoose: record }] : []),
          { label: "Debug view", icon: "bug", onChoose: open("debug") },
        ]}
      </Menu>
    </header>
  );
}
