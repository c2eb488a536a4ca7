import type { Client } from "@screen-agent/api";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@screen-agent/ui";
import { SessionList } from "./session-list.tsx";
import { Tasks } from "./tasks.tsx";
import { useSessions } from "./use-sessions.ts";

interface BoardProps {
  client: Client;
  onSignOut: () => void;
  onUnauthorized: () => void;
}

/** Conversations on the left, the chosen one's tasks on the right. */
export function Board({ client, onSignOut, onUnauthorized }: BoardProps): JSX.Element {
  const sessions = useSessions(client, onUnauthorized);
  const [chosen, choose] = useChosen();
  const shown = chosen ?? sessions.list?.[0]?.sessionId ?? null;
  return (
    <div class="sa board">
      <a class="skip" href="#tasks" onClick={(event) => skipTo(event, "tasks")}>
        Skip to the tasks
      </a>
      <header class="bar">
        <h1>Screen Agent</h1>
        <nav aria-label="Elsewhere">
          <a href="/api/docs">API</a>
        </nav>
        <button type="button" class="button" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <SessionList client={client} sessions={sessions} chosen={shown} onChoose={choose} />
      <main id="tasks" tabIndex={-1} aria-label="Tasks">
        {shown ? (
          <Tasks key={shown} client={client} session={shown} info={sessions.list?.find((one) => one.sessionId === shown) ?? null} onUnauthorized={onUnauthorized} />
        ) : (
          <p class="empty soft">
            <Icon name="history" />
            {sessions.list ? "Nothing has been asked yet. Start a task in the extension, or with screen-agent run." : "Reading …"}
          </p>
        )}
      </main>
    </div>
  );
}

/** The chosen conversation stands in the address, so that it can be kept and sent. */
function useChosen(): [string | null, (session: string) => void] {
  const [chosen, setChosen] = useState(fromAddress);
  useEffect(() => {
    const until = new AbortController();
    window.addEventListener("hashchange", () => setChosen(fromAddress()), { signal: until.signal });
    return () => until.abort();
  }, []);
  return [chosen, (session) => (location.hash = `/${session}`)];
}

const fromAddress = (): string | null => /^#\/([0-9a-f-]{36})$/i.exec(location.hash)?.[1] ?? null;

/** The address is taken by the conversation, so the link moves the focus by itself. */
function skipTo(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
