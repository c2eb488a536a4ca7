/** Looks for tasks in every conversation, by their words. */
import { ago, FindField, Refusal, StandingBadge, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useServer } from "./server.ts";
import { standingOf } from "./standing.ts";
import { useLoaded } from "./use-loaded.ts";

/** How long nothing is typed before it is looked for. */
const PAUSE_MS = 250;

export function Find({ onChoose }: { onChoose: (session: string) => void }): JSX.Element {
  const { client } = useServer();
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useLoaded(words ? `find ${words}` : null, (signal) => client.findTasks(words, signal));
  return (
    <search class="finding">
      <FindField label="Find a task" placeholder="Find a task" value={typed} onText={setTyped} />
      <div role="status">
        {found.problem && <Refusal message={found.problem} onRetry={found.reload} />}
        {words && found.data?.tasks.length === 0 && <p class="soft small">No task has these words.</p>}
        {words && found.data && found.data.tasks.length > 0 && (
          <ul aria-label="Tasks found">
            {found.data.tasks.map((task) => (
              <li key={`${task.sessionId} ${task.createdAt}`} class="entry">
                <button type="button" class="choose" onClick={() => onChoose(task.sessionId)}>
                  <span class="title" dir="auto">
                    {veiled(task.query)}
                  </span>
                  <span class="soft small">
                    <StandingBadge standing={standingOf(task.status)} /> {ago(task.createdAt, Date.now())}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </search>
  );
}
