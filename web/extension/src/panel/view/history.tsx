import type { SessionInfo } from "@screen-agent/api";
import { ago, count, Dialog, Icon, Notice, Rename, Switch } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PanelState, Problem } from "../../shared/protocol.ts";
import type { Way } from "../asking.ts";
import { matching } from "../matching.ts";
import type { Panel } from "../panel.ts";
import { problemOf } from "../trouble.ts";
import { Asked } from "./asked.tsx";

/** How many conversations are read at once. */
const PAGE = 50;

interface Props {
  panel: Panel;
  state: PanelState;
  onClose: () => void;
}

/** Earlier conversations, of both kinds. */
export function History(props: Props): JSX.Element {
  const [way, setWay] = useState<Way>(props.panel.asking.way.value);
  return (
    <Dialog title="Conversations" onClose={props.onClose}>
      <div class="history">
        <Switch<Way>
          label="Which conversations"
          value={way}
          options={[
            { value: "do", label: "Tasks", icon: "press" },
            { value: "ask", label: "Questions", icon: "ask" },
          ]}
          onChange={setWay}
        />
        {way === "do" ? <Done {...props} /> : <Asked {...props} />}
      </div>
    </Dialog>
  );
}

/** Conversations in which something was done: find, open, rename, put away. */
function Done({ panel, state, onClose }: Props): JSX.Element {
  const [sessions, setSessions] = useState<SessionInfo[] | null>(null);
  const [more, setMore] = useState(false);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const now = panel.outside.now.value;

  /** Does something with the server; what it refuses is shown here. */
  const withServer = async (
    act: (client: NonNullable<ReturnType<typeof panel.outside.client>>) => Promise<void>,
  ): Promise<void> => {
    const client = panel.outside.client();
    if (!client) return;
    setProblem(null);
    await act(client).catch((error: unknown) => setProblem(problemOf(error, state.settings.server, now)));
  };
  const load = (known: SessionInfo[]): Promise<void> =>
    withServer(async (client) => {
      const page = await client.sessions({ limit: PAGE, offset: known.length });
      const ids = new Set(known.map((session) => session.sessionId));
      setSessions([...known, ...page.sessions.filter((session) => !ids.has(session.sessionId))]);
      setMore(page.pagination.hasMore);
    });
  useEffect(() => void load([]), []);

  const rename = (session: SessionInfo, title: string): Promise<void> =>
    withServer(async (client) => {
      const renamed = await client.renameSession(session.sessionId, title);
      setSessions((all) => all?.map((each) => (each.sessionId === session.sessionId ? renamed : each)) ?? null);
    });
  const archive = (session: SessionInfo): Promise<void> =>
    withServer(async (client) => {
      await client.archiveSession(session.sessionId);
      setSessions((all) => all?.filter((each) => each.sessionId !== session.sessionId) ?? null);
      if (session.sessionId === state.sessionId) panel.withTab((tabId) => ({ kind: "newSession", tabId }));
    });
  const open = (session: SessionInfo): void => {
    onClose();
    panel.asking.turn("do");
    panel.withTab((tabId) => ({ kind: "openSession", tabId, sessionId: session.sessionId }));
  };

  const shown = sessions && matching(sessions, words);
  return (
    <>
      <label class="find">
        <Icon name="search" />
        <span class="unseen">Find a conversation</span>
        <input
          type="search"
          autofocus
          placeholder="Find by title or site"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      {problem && (
        <Notice kind="bad">
          <p role="alert">
            <strong>{problem.message}</strong> {problem.advice}
          </p>
          <button type="button" class="button" onClick={() => void load([])}>
            Retry
          </button>
        </Notice>
      )}
      {!sessions && !problem && (
        <p class="soft" role="status">
          Loading …
        </p>
      )}
      {shown && (
        <p class="unseen" role="status">
          {count(shown.length, "conversation")}
        </p>
      )}
      {shown?.length === 0 && (
        <p class="soft">{words ? "No conversation has these words." : "There is no conversation yet."}</p>
      )}
      <ul class="sessions">
        {shown?.map((session) => (
          <Entry
            key={session.sessionId}
            session={session}
            current={session.sessionId === state.sessionId}
            now={now}
            onOpen={() => open(session)}
            onRename={(title) => rename(session, title)}
            onArchive={() => archive(session)}
          />
        ))}
      </ul>
      {more && sessions && (
        <button type="button" class="button" onClick={() => void load(sessions)}>
          Show earlier ones
        </button>
      )}
    </>
  );
}

interface EntryProps {
  session: SessionInfo;
  current: boolean;
  now: number;
  onOpen: () => void;
  onRename: (title: string) => Promise<void>;
  onArchive: () => Promise<void>;
}

function Entry({ session, current, now, onOpen, onRename, onArchive }: EntryProps): JSX.Element {
  const [doing, setDoing] = useState<"rename" | "archive" | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const title = session.title || session.domain || "Untitled";
  const back = (): void => {
    setDoing(null);
    row.current?.querySelector<HTMLElement>("button")?.focus();
  };
  return (
    <li ref={row} class={`session ${current ? "current" : ""}`}>
      {doing === "rename" ? (
        <Rename label="New title" title={session.title} onDone={(to) => void onRename(to).then(back)} onCancel={back} />
      ) : (
        <div class="session-row">
          <button type="button" class="session-open" aria-current={current ? "true" : undefined} onClick={onOpen}>
            <span class="session-title" dir="auto">
              {title}
            </span>
            <span class="soft small">
              <bdi>{session.domain || "no site"}</bdi>, {count(session.messageCount, "message")},{" "}
              {ago(session.updatedAt, now)}
            </span>
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={`Rename ${title}`}
            title="Rename"
            onClick={() => setDoing("rename")}
          >
            <Icon name="edit" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={`Archive ${title}`}
            title="Archive"
            onClick={() => setDoing("archive")}
          >
            <Icon name="archive" />
          </button>
        </div>
      )}
      {doing === "archive" && (
        <div class="confirm" role="group" aria-label="Archive this conversation?">
          <p class="small">It leaves this list for good. What was said is kept on the server.</p>
          <div class="buttons">
            <button type="button" class="button danger" autofocus onClick={() => void onArchive()}>
              Archive
            </button>
            <button type="button" class="button" onClick={back}>
              Keep
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
