import type { ReportFormat, SessionInfo } from "@screen-agent/api";
import { Button, ConnectionMark, Notice, standingWord, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Head } from "./columns.tsx";
import { Pictures } from "./pictures.ts";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { titleOf } from "./session-list.tsx";
import { standingOf } from "./standing.ts";
import { TaskCard } from "./task.tsx";
import { useAct } from "./use-act.ts";
import { useWork } from "./use-work.ts";

/** Tasks that are shown before the rest is asked for. */
const SHOWN = 20;

interface TasksProps {
  session: string;
  /** Null while the list is not read, or when the conversation is not in it. */
  info: SessionInfo | null;
}

/** One conversation: its tasks, newest first, as they go on. */
export function Tasks({ session, info }: TasksProps): JSX.Element {
  const { client } = useServer();
  const [state, work] = useWork(session);
  const [shown, setShown] = useState(SHOWN);
  const { problem, act } = useAct();
  const pictures = useMemo(() => new Pictures(client), [client, session]);
  useEffect(() => () => pictures.release(), [pictures]);

  const report = (task: string, format: ReportFormat): void =>
    void act(client.report(session, task, format).then(save));
  const tasks = state.tasks ?? [];
  const [latest] = tasks;
  return (
    <>
      <Head title={info ? titleOf(info) : "Conversation"}>
        <ConnectionMark connection={state.connection} />
      </Head>
      <p class="unseen" role="status">
        {latest &&
          `${veiled(latest.query)}: ${standingWord(standingOf(latest.status, state.timelines.get(latest.taskId)?.verified ?? latest.verified))}`}
      </p>
      {(problem ?? state.problem) && <Notice kind="bad">{problem ?? state.problem}</Notice>}
      {state.tasks === null && !state.problem && <p class="empty soft">Reading …</p>}
      {state.tasks?.length === 0 && <p class="empty soft">No task yet.</p>}
      {tasks.slice(0, shown).map((task, at) => (
        <TaskCard
          key={task.taskId}
          task={task}
          timeline={state.timelines.get(task.taskId) ?? null}
          openAtFirst={at === 0}
          pictures={pictures}
          onOpen={(open) => (open ? work?.open(task.taskId) : work?.close(task.taskId))}
          onStop={() => work?.stop(task.taskId) ?? Promise.resolve()}
          onReport={(format) => report(task.taskId, format)}
        />
      ))}
      {tasks.length > shown && <Button onClick={() => setShown(shown + SHOWN)}>Show earlier tasks</Button>}
    </>
  );
}
