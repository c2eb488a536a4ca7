/** What was noted of one's requests, where the server is in debug mode. */
import type { DebugLogEntry } from "@screen-agent/api";
import { Button, codeWords, Field, Form, Refusal } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Head, Read } from "./columns.tsx";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import { useLoaded } from "./use-loaded.ts";

/** Notes that are shown at once. */
const SHOWN = 200;

export function Debug(): JSX.Element {
  const { client } = useServer();
  const [task, setTask] = useState("");
  const { problem, act } = useAct();
  const loaded = useLoaded(`debug ${task}`, async (signal) => {
    const noted = await client.debugLogs({ limit: SHOWN, ...(task ? { taskId: task } : {}) }, signal);
    return { logs: noted?.logs ?? null };
  });
  const take = (id: string): void => void act(client.debugExport(id).then(save));
  return (
    <main id="main" class="account debug" tabIndex={-1} aria-label="Debug">
      <Head title="Debug">
        <Button onClick={loaded.reload}>Read again</Button>
      </Head>
      {problem && <Refusal message={problem} />}
      <Read loaded={loaded}>
        {({ logs }) =>
          logs ? (
            <>
              <Form class="choice" aria-label="Which requests" onWords={(words) => setTask(words("task").trim())}>
                <Field label="Of this task" name="task" defaultValue={task} pattern="[0-9a-fA-F\\-]{36}|" size={40} />
                <Button submit>Show</Button>
                {task && <Button onClick={() => take(task)}>Download the task</Button>}
              </Form>
              <Notes logs={logs} onTask={setTask} />
            </>
          ) : (
            <p class="empty soft">
              Requests are noted only while the server is in debug mode: debug = true in its settings file.
            </p>
          )
        }
      </Read>
    </main>
  );
}

function Notes({ logs, onTask }: { logs: readonly DebugLogEntry[]; onTask: (task: string) => void }): JSX.Element {
  if (logs.length === 0) return <p class="empty soft">Nothing is noted.</p>;
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label="Requests">
      <table>
        <thead>
          <tr>
            {["When", "Request", "Status", "Took", "Models", "Task"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {logs.map((log, at) => (
            <tr key={`${log.timestamp} ${at}`} class={log.status >= 400 ? "bad" : undefined}>
              <td>
                <time datetime={log.timestamp}>{new Date(log.timestamp).toLocaleString()}</time>
              </td>
              <td>
                <code>{log.endpoint}</code>
              </td>
              <td>
                {log.status}
                {log.errorCode && ` ${codeWords(log.errorCode)}`}
              </td>
              <td>{log.duration} ms</td>
              <td>{log.notes.join(", ")}</td>
              <td>
                {log.taskId && (
                  <Button onClick={() => onTask(log.taskId ?? "")} title={log.taskId}>
                    {log.taskId.slice(-8)}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
