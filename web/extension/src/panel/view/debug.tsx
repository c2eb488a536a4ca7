import { Button, bytes, codeWords, count, Dialog, Evidence, IconButton, Prose, percent } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DebugView, PanelState, TaskView } from "../../shared/protocol.ts";
import { Rows } from "./rows.tsx";

/** The last exchange with the server, and what was seen after each step. */
export function Debug({ state, onClose }: { state: PanelState; onClose: () => void }): JSX.Element {
  const { task } = state;
  const debug = task?.debug ?? null;
  return (
    <Dialog title="Debug view" onClose={onClose} tools={task && <Copy value={exported(state, task)} />}>
      <div class="debug">
        {!task && <p class="soft">Nothing was sent yet. Start a task, then look here again.</p>}
        {task && <Ids state={state} task={task} />}
        {debug && <Figures debug={debug} />}
        {debug && <Sources debug={debug} />}
        {task && task.steps.length > 0 && <Steps task={task} />}
        {debug && <Tree tree={debug.tree} />}
      </div>
    </Dialog>
  );
}

function Ids({ state, task }: { state: PanelState; task: TaskView }): JSX.Element {
  return (
    <Rows
      class="figures"
      rows={[
        ["Conversation", <code>{state.sessionId ?? "none"}</code>],
        ["Task", <code>{task.taskId ?? "not told yet"}</code>],
      ]}
    />
  );
}

const whole = new Intl.NumberFormat("en");

function Figures({ debug }: { debug: DebugView }): JSX.Element {
  const { usage } = debug;
  const payload = [bytes(debug.sent), count(debug.controls, "control"), `${count(debug.lines, "line")} of text`];
  return (
    <section aria-label="Figures">
      <h3>Last exchange</h3>
      <Rows
        class="figures"
        rows={[
          ["Sent as", codeWords(debug.mode)],
          ["Payload", payload.join(", ")],
          ["Look", `${whole.format(Math.round(debug.lookMs))} ms`],
          ["Round", `${whole.format(Math.round(debug.roundMs))} ms`],
          ["Tokens", `${whole.format(usage.promptTokens)} read, ${whole.format(usage.completionTokens)} written`],
          ["Model calls", whole.format(debug.modelCalls)],
        ]}
      />
    </section>
  );
}

/** What each source of what is needed is called. */
const SOURCES: Record<string, string> = {
  MEMORY: "What it knows from before",
  PAGE: "The page",
  WEB_SEARCH: "A search of the web",
  ASK_USER: "You",
};

/** Where what is needed comes from: how sure the model is of that, what it rests on, what was found on the web. */
function Sources({ debug: { reasoning, found, knowledge } }: { debug: DebugView }): JSX.Element | null {
  if (!reasoning && !found && !knowledge) return null;
  return (
    <section aria-label="Where it comes from">
      <h3>Where it comes from</h3>
      {reasoning && (
        <>
          <Rows
            class="figures"
            rows={[
              ["Source", SOURCES[reasoning.source] ?? codeWords(reasoning.source)],
              ["Confidence", percent(reasoning.confidence)],
              ["Evidence", codeWords(reasoning.evidence.quality)],
            ]}
          />
          <p dir="auto">{reasoning.reasoning}</p>
          <Points label="It rests on" points={reasoning.evidence.sources} />
          <Points label="It does not show" points={reasoning.evidence.gaps} />
        </>
      )}
      {found && (
        <>
          <h4>Found on the web</h4>
          <Prose text={found} />
        </>
      )}
      {knowledge && (
        <>
          <h4>Knowledge of the organisation</h4>
          <p dir="auto">
            {knowledge.reason} {knowledge.chunkCount > 0 && `${count(knowledge.chunkCount, "passage")} used.`}
          </p>
        </>
      )}
    </section>
  );
}

function Points({ label, points }: { label: string; points: readonly string[] }): JSX.Element | null {
  if (points.length === 0) return null;
  return (
    <>
      <h4>{label}</h4>
      <ul>
        {points.map((point) => (
          <li dir="auto">{point}</li>
        ))}
      </ul>
    </>
  );
}

function Steps({ task }: { task: TaskView }): JSX.Element {
  return (
    <section aria-label="Steps">
      <h3>What was seen after each step</h3>
      <ol class="seen">
        {task.steps.map((step) => (
          <li key={step.index}>
            <code>{step.action}</code>
            {step.performed && !step.performed.success && (
              <p class="not-done" dir="auto">
                {step.performed.code}: {step.performed.message}
              </p>
            )}
            {step.verification ? <Evidence verification={step.verification} /> : <p class="soft">Not judged yet</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Rows that are made at once; a page may have thousands. */
const ROWS = 200;

function Tree({ tree }: { tree: DebugView["tree"] }): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = all ? tree : tree.slice(0, ROWS);
  return (
    <section aria-label="Tree">
      <h3>Controls as they were sent ({whole.format(tree.length)})</h3>
      <div class="tree" tabIndex={0} role="region" aria-label="Controls as they were sent">
        <table>
          <thead>
            <tr>
              {["Id", "Role", "Name", "State"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((node) => (
              <tr key={node.id}>
                <td>
                  <code>{node.id}</code>
                </td>
                <td>{node.role}</td>
                <td dir="auto">{node.name}</td>
                <td>{[node.state, node.covered ? "covered" : ""].filter(Boolean).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < tree.length && <Button onClick={() => setAll(true)}>Show all</Button>}
    </section>
  );
}

function Copy({ value }: { value: () => string }): JSX.Element {
  const [said, setSaid] = useState("");
  const copy = (): void => {
    navigator.clipboard.writeText(value()).then(
      () => setSaid("Copied"),
      () => setSaid("Could not copy"),
    );
  };
  return (
    <>
      <span class="soft small" role="status">
        {said}
      </span>
      <IconButton icon="copy" label="Copy as JSON" onClick={copy} />
    </>
  );
}

/** All of it as JSON. Whoever reads it needs no account, so none stands in it. */
const exported = (state: PanelState, task: TaskView) => (): string =>
  JSON.stringify({ sessionId: state.sessionId, tab: state.tab, task }, null, 2);
