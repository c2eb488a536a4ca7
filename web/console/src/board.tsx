import type { Client } from "@screen-agent/api";
import { IdeClient } from "@screen-agent/api/ide";
import { PacketClient } from "@screen-agent/api/packet";
import { Button, Icon } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Account } from "./account.tsx";
import { Audit } from "./audit.tsx";
import { Collections } from "./collections.tsx";
import type { ShelfProps } from "./columns.tsx";
import { Debug } from "./debug.tsx";
import { Keys } from "./keys.tsx";
import { Knowledge } from "./knowledge.tsx";
import { Made } from "./made.tsx";
import { Memory } from "./memory.tsx";
import { hashOf, type Place, type Section, usePlace } from "./place.ts";
import { Questions } from "./questions.tsx";
import { Runs } from "./runs.tsx";
import { ServerContext } from "./server.ts";
import { SessionList } from "./session-list.tsx";
import { Tasks } from "./tasks.tsx";
import { Traces } from "./traces.tsx";
import { Usage } from "./usage.tsx";
import { useSessions } from "./use-sessions.ts";
import { Workflows } from "./workflows.tsx";

interface BoardProps {
  client: Client;
  onSignOut: () => void;
  onUnauthorized: () => void;
}

const SECTIONS: readonly { section: Section; label: string }[] = [
  { section: "tasks", label: "Tasks" },
  { section: "runs", label: "Runs" },
  { section: "workflows", label: "Workflows" },
  { section: "questions", label: "Questions" },
  { section: "collections", label: "Collections" },
  { section: "made", label: "Artifacts" },
  { section: "traces", label: "Traces" },
  { section: "keys", label: "Keys" },
  { section: "knowledge", label: "Knowledge" },
  { section: "memory", label: "Memory" },
  { section: "usage", label: "Usage" },
  { section: "audit", label: "Log" },
  { section: "debug", label: "Debug" },
  { section: "account", label: "Account" },
];

/** What there is on the left, what is chosen of it on the right. */
export function Board({ client, onSignOut, onUnauthorized }: BoardProps): JSX.Element {
  const [place, go] = usePlace();
  const server = useMemo(
    () => ({
      client,
      packets: new PacketClient({ base: "", token: client.token }),
      ide: new IdeClient({ base: "", token: client.token }),
      onUnauthorized,
    }),
    [client],
  );
  const main = place.section === "tasks" ? "tasks" : "main";
  return (
    <div class="sa board">
      <a class="skip" href={`#${main}`} onClick={(event) => skipTo(event, main)}>
        {place.section === "tasks" ? "Skip to the tasks" : "Skip to what is chosen"}
      </a>
      <header class="bar">
        <h1>Screen Agent</h1>
        <nav class="sections" aria-label="Sections">
          {SECTIONS.map(({ section, label }) => (
            <a
              key={section}
              href={hashOf({ section, id: null })}
              aria-current={section === place.section ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <nav aria-label="Elsewhere">
          <a href="/api/docs">API</a>
        </nav>
        <Button onClick={onSignOut}>Sign out</Button>
      </header>
      <ServerContext.Provider value={server}>
        <Chosen place={place} go={go} />
      </ServerContext.Provider>
    </div>
  );
}

function Chosen({ place: { section, id }, go }: { place: Place; go: (place: Place) => void }): JSX.Element {
  const shelf = { chosen: id, onChoose: (to: string | null) => go({ section, id: to }) };
  switch (section) {
    case "tasks":
      return <Sessions {...shelf} />;
    case "runs":
      return <Runs {...shelf} />;
    case "workflows":
      return <Workflows {...shelf} onRun={(run) => go({ section: "runs", id: run })} />;
    case "questions":
      return <Questions {...shelf} />;
    case "collections":
      return <Collections {...shelf} onMade={(made) => go({ section: "made", id: made })} />;
    case "made":
      return <Made {...shelf} />;
    case "traces":
      return <Traces {...shelf} />;
    case "keys":
      return <Keys />;
    case "knowledge":
      return <Knowledge />;
    case "memory":
      return <Memory />;
    case "usage":
      return <Usage />;
    case "debug":
      return <Debug />;
    case "audit":
      return <Audit />;
    case "account":
      return <Account />;
  }
}

/** Conversations in which something was done, and the chosen one's tasks. */
function Sessions({ chosen, onChoose }: ShelfProps): JSX.Element {
  const sessions = useSessions();
  const shown = chosen ?? sessions.list?.[0]?.sessionId ?? null;
  return (
    <>
      <SessionList sessions={sessions} chosen={shown} onChoose={onChoose} />
      <main id="tasks" tabIndex={-1} aria-label="Tasks">
        {shown ? (
          <Tasks key={shown} session={shown} info={sessions.list?.find((one) => one.sessionId === shown) ?? null} />
        ) : (
          <p class="empty soft">
            <Icon name="history" />
            {sessions.list
              ? "Nothing has been asked yet. Start a task in the extension, or with screen-agent run."
              : "Reading …"}
          </p>
        )}
      </main>
    </>
  );
}

/** The address is taken by the place, so the link moves the focus by itself. */
function skipTo(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
