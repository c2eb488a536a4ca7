import type { SessionInfo } from "@screen-agent/api";
import { ago, Button, count, Dialog, Field, Form, Menu, Notice, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Find } from "./find.tsx";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import type { Sessions } from "./use-sessions.ts";

interface SessionListProps {
  sessions: Sessions;
  chosen: string | null;
  onChoose: (session: string) => void;
}

/** All conversations; those put away stand folded at the end. */
export function SessionList({ sessions, chosen, onChoose }: SessionListProps): JSX.Element {
  const { client } = useServer();
  const [renaming, setRenaming] = useState<SessionInfo | null>(null);
  const { problem, act: doing } = useAct();
  const list = sessions.list ?? [];
  const archived = list.filter((session) => session.status === "archived");
  const act = async (what: Promise<unknown>): Promise<void> => {
    await doing(what);
    await sessions.refresh();
  };
  const entry = (session: SessionInfo): JSX.Element => (
    <Entry
      key={session.sessionId}
      session={session}
      isChosen={session.sessionId === chosen}
      onChoose={() => onChoose(session.sessionId)}
      onRename={() => setRenaming(session)}
      onArchive={() => void act(client.archiveSession(session.sessionId))}
    />
  );

  return (
    <nav class="sessions" aria-label="Conversations">
      <Find onChoose={onChoose} />
      {(problem ?? sessions.problem) && <Notice kind="bad">{problem ?? sessions.problem}</Notice>}
      <ul>{list.filter((session) => session.status !== "archived").map(entry)}</ul>
      {archived.length > 0 && (
        <details class="fold">
          <summary>{count(archived.length, "archived conversation")}</summary>
          <ul>{archived.map(entry)}</ul>
        </details>
      )}
      {sessions.total > list.length && (
        <p class="soft small">{count(sessions.total - list.length, "older conversation")} not shown.</p>
      )}
      {renaming && (
        <Rename
          session={renaming}
          onClose={() => setRenaming(null)}
          onDone={(title) => {
            setRenaming(null);
            void act(client.renameSession(renaming.sessionId, title));
          }}
        />
      )}
    </nav>
  );
}

interface EntryProps {
  session: SessionInfo;
  isChosen: boolean;
  onChoose: () => void;
  onRename: () => void;
  onArchive: () => void;
}

function Entry({ session, isChosen, onChoose, onRename, onArchive }: EntryProps): JSX.Element {
  const title = titleOf(session);
  const about = [session.domain, count(session.messageCount, "message"), ago(session.updatedAt, Date.now())];
  return (
    <li class={isChosen ? "entry chosen" : "entry"}>
      <button type="button" class="choose" aria-current={isChosen ? "true" : undefined} onClick={onChoose}>
        <span class="title" dir="auto">
          {title}
        </span>
        <span class="soft small">{about.filter((part) => part && part !== title).join(" · ")}</span>
      </button>
      {session.status !== "archived" && (
        <Menu label={`Rename or archive “${title}”`} icon="edit" quiet class="icon-button small">
          {[
            { label: "Rename", icon: "edit", onChoose: onRename },
            { label: "Archive", icon: "archive", onChoose: onArchive },
          ]}
        </Menu>
      )}
    </li>
  );
}

/** What a conversation is called. The host stands beside it already, unless somebody chose to name it. */
export function titleOf({ title, domain, isRenamed }: SessionInfo): string {
  const words = !isRenamed && domain && title.startsWith(`${domain}: `) ? title.slice(domain.length + 2) : title;
  return veiled(words) || domain || "Untitled";
}

interface RenameProps {
  session: SessionInfo;
  onClose: () => void;
  onDone: (title: string) => void;
}

function Rename({ session, onClose, onDone }: RenameProps): JSX.Element {
  const rename = (title: string): void => void (title && onDone(title));
  return (
    <Dialog title="Rename the conversation" kind="box" onClose={onClose}>
      <Form class="rename" onWords={(words) => rename(words("title").trim())}>
        <Field label="Title" name="title" required maxLength={200} defaultValue={session.title} autofocus />
        <div class="buttons">
          <Button submit kind="primary">
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
