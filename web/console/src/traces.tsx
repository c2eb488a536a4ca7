import type { TraceEntry } from "@screen-agent/api/ide";
import { ago, Button, count, Entry, Icon, Notice, oneLine } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Columns, type ShelfProps } from "./columns.tsx";
import { useServer } from "./server.ts";
import { Trace } from "./trace.tsx";
import { useLoaded } from "./use-loaded.ts";

const PAGE = 50;
/** How often the list is read again while it is looked at, in milliseconds. */
const EVERY = 5_000;

const STATUS: Record<TraceEntry["status"], string> = {
  pending: "under way",
  queued: "waits",
  handoff: "under way",
  done: "done",
  error: "failed",
};

/** What IDEs asked, the latest first; one of it as it happens. */
export function Traces({ chosen, onChoose }: ShelfProps): JSX.Element {
  const { ide } = useServer();
  const [most, setMost] = useState(PAGE);
  const { data, problem, reload } = useLoaded(`${most}`, (signal) => ide.traces({ limit: most }, signal));
  // What was read stays while it is read anew.
  const [shown, setShown] = useState(data);
  useEffect(() => {
    if (data) setShown(data);
  }, [data]);
  useEffect(() => {
    const timer = setInterval(reload, EVERY);
    return () => clearInterval(timer);
  }, [reload]);
  const items = shown?.items ?? [];
  const now = Date.now();
  const list = (
    <>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <p class="unseen" role="status">
        {shown ? count(shown.count, "trace") : ""}
      </p>
      {shown && items.length === 0 && <p class="soft">No IDE has asked anything yet.</p>}
      <ul class="things">
        {items.map((item) => (
          <Entry
            key={item.trace_id}
            title={oneLine(item.text, 200) || item.operation || "Trace"}
            about={[STATUS[item.status], item.operation, item.project_id, ago(item.last_event_at, now)]
              .filter(Boolean)
              .join(" · ")}
            current={item.trace_id === chosen}
            onOpen={() => onChoose(item.trace_id)}
          />
        ))}
      </ul>
      {shown && shown.count > items.length && most < 100 && (
        <Button onClick={() => setMost(100)}>Show earlier ones</Button>
      )}
    </>
  );
  return (
    <Columns label="Traces" about="Trace" list={list}>
      {chosen && <Trace key={chosen} trace={chosen} />}
      {!chosen && items.length > 0 && (
        <p class="empty soft">
          <Icon name="plan" />
          Choose a trace.
        </p>
      )}
    </Columns>
  );
}
