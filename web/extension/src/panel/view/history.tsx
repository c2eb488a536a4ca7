import type { Client, SessionInfo } from "@screen-agent/api";
import { count, Dialog, dayWords, Entry, Switch, timeOfDay, Verdict, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PanelState } from "../../shared/protocol.ts";
import type { Way } from "../asking.ts";
import { matching } from "../matching.ts";
import type { Panel } from "../panel.ts";
import { Asked } from "./asked.tsx";
import { Found, PAGE, usePaged } from "./list.tsx";

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

/** Archiving: the conversation is kept, and leaves the list. */
const ARCHIVING = {
  verb: "Archive",
  icon: "archive",
  label: () => "Archive this conversation?",
} as const;

/** What became of the last task; nothing where it goes on, or was put away. */
const OUTCOMES: Partial<Record<SessionInfo["status"], Parameters<typeof Verdict>[0]>> = {
  completed: { look: "good", icon: "check", children: "Done" },
  failed: { look: "bad", icon: "cross", children: "Failed" },
  interrupted: { look: "open", icon: "stop", children: "Stopped" },
};

function Mark({ session }: { session: SessionInfo }): JSX.Element | null {
  const outcome = OUTCOMES[session.status];
  return outcome ? (
    <>
      <Verdict {...outcome} />{" "}
    </>
  ) : null;
}

/** The title without its site, which stands below it. */
function titleOf({ title, domain }: SessionInfo): string {
  const own = domain && title.startsWith(`${domain}: `) ? title.slice(domain.length + 2) : title;
  return veiled(own) || domain;
}

const dayOf = (session: SessionInfo | undefined, now: number): string | null =>
  session ? dayWords(session.updatedAt, now) : null;

/** Conversations in which something was done: find, open, rename, put away. */
function Done({ panel, state, onClose }: Props): JSX.Element {
  const [words, setWords] = useState("");
  const now = panel.outside.now.value;
  const paged = usePaged<SessionInfo, Client>(panel, state, {
    client: () => panel.outside.client(),
    idOf: ({ sessionId }) => sessionId,
    read: async (client, offset) => {
      const { sessions, pagination } = await client.sessions({ limit: PAGE, offset });
      return { items: sessions, total: pagination.total, more: pagination.hasMore };
    },
  });
  const { list, withServer, load, change } = paged;
  useEffect(() => void load([]), []);

  const rename = ({ sessionId }: SessionInfo, title: string): Promise<void> =>
    withServer(async (client) => {
      const renamed = await client.renameSession(sessionId, title);
      change((all) => all.map((each) => (each.sessionId === sessionId ? renamed : each)));
    });
  const archive = ({ sessionId }: SessionInfo): Promise<void> =>
    withServer(async (client) => {
      await client.archiveSession(sessionId);
      change((all) => all.filter((each) => each.sessionId !== sessionId));
      if (sessionId === state.sessionId) panel.withTab((tabId) => ({ kind: "newSession", tabId }));
    });
  const open = ({ sessionId }: SessionInfo): void => {
    onClose();
    panel.asking.turn("do");
    panel.withTab((tabId) => ({ kind: "openSession", tabId, sessionId }));
  };

  const shown = list ? matching(list.items, words) : [];
  const none = words ? "No conversation has these words." : "There is no conversation yet.";
  return (
    <Found
      placeholder="Find by title or site"
      words={words}
      onWords={setWords}
      paged={paged}
      told={count(shown.length, "conversation")}
      none={list && shown.length === 0 ? none : ""}
      onRetry={() => void load([])}
      onMore={() => void load(list?.items ?? [])}
    >
      {shown.map((session, at) => (
        <Entry
          key={session.sessionId}
          heading={dayOf(session, now) === dayOf(shown[at - 1], now) ? null : dayOf(session, now)}
          title={titleOf(session)}
          about={
            <>
              <Mark session={session} />
              <bdi>{session.domain || "no site"}</bdi>, {timeOfDay(session.updatedAt)}
            </>
          }
          current={session.sessionId === state.sessionId}
          onOpen={() => open(session)}
          onRename={(title) => rename(session, title)}
          naming={{ label: "New title", from: titleOf(session) }}
          onRemove={() => void archive(session)}
          removal={ARCHIVING}
          warning="It leaves this list for good. What was said is kept on the server."
        />
      ))}
    </Found>
  );
}
