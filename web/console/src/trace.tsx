import type { ArtifactLink, TraceEvent } from "@screen-agent/api/ide";
import { type Fields, listOf, outcomeOf, sentenceOf, textOf } from "@screen-agent/api/ide";
import { Button, Notice, oneLine } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import { Head } from "./columns.tsx";
import { FlowGraph } from "./flow-graph.tsx";
import { save } from "./save.ts";
import { ScreenPicture } from "./screen-picture.tsx";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import { useLoaded } from "./use-loaded.ts";
import { useTrace } from "./use-trace.ts";

/** Characters of an event that are shown of it. */
const SHOWN = 4_000;

/** One trace: what came of it, and everything that it told, as it comes. */
export function Trace({ trace }: { trace: string }): JSX.Element {
  const { ide } = useServer();
  const { events, problem } = useTrace(trace);
  const outcome = outcomeOf(events);
  const made = useLoaded(outcome.over ? trace : null, (signal) => ide.made(trace, signal));
  const last = events.at(-1);
  const standing = outcome.over ? (outcome.problem ? "Failed" : "Done") : "Under way";
  return (
    <>
      <Head title={oneLine(outcome.title, 300) || trace} />
      <p class="trace-standing" role="status">
        <strong>{standing}</strong>
        {last && !outcome.over && ` · ${sentenceOf(last) || last.event}`}
      </p>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {outcome.problem && <Notice kind="bad">{outcome.problem}</Notice>}
      {outcome.response && <p>{outcome.response}</p>}
      {outcome.screen && (
        <Part title="Screen">
          <ScreenPicture screen={outcome.screen} />
        </Part>
      )}
      {outcome.flow && (
        <Part title="Flow">
          <FlowGraph flow={outcome.flow} />
        </Part>
      )}
      {outcome.diff && (
        <Part title="What was changed">
          <Diff text={outcome.diff} />
        </Part>
      )}
      {outcome.plan.length > 0 && (
        <Part title="Plan">
          <Plan actions={outcome.plan} />
        </Part>
      )}
      {made.data && made.data.length > 0 && (
        <Part title="Artifacts">
          <Artifacts links={made.data} />
        </Part>
      )}
      <Part title="Events">
        <ol class="told">
          {events.map((event) => (
            <Told key={event.seq} event={event} />
          ))}
        </ol>
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="shelf" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Told({ event }: { event: TraceEvent }): JSX.Element {
  const whole = JSON.stringify(event.fields, null, 2);
  return (
    <li value={event.seq}>
      <details class="fold">
        <summary>
          <code>{event.event}</code> <span dir="auto">{oneLine(sentenceOf(event), 160)}</span>
        </summary>
        <pre class="scrolls" tabIndex={0}>
          {whole.length > SHOWN ? `${whole.slice(0, SHOWN)} …` : whole}
        </pre>
      </details>
    </li>
  );
}

/** Actions that an IDE may carry out: none is, from here. */
function Plan({ actions }: { actions: readonly Fields[] }): JSX.Element {
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label="Planned actions">
      <table>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">With</th>
            <th scope="col">How</th>
          </tr>
        </thead>
        <tbody>
          {actions.map((action) => (
            <tr key={textOf(action.id)}>
              <td>{textOf(action.command)}</td>
              <td>
                <code>{listOf(action.args).map(textOf).join(" ")}</code>
              </td>
              <td>{[action.dry_run === true ? "dry run" : "applied", textOf(action.apply_strategy)].join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A unified diff: what was added and removed is told by its sign, and by colour besides. */
function Diff({ text }: { text: string }): JSX.Element {
  const kind = (line: string): string => (line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same");
  return (
    <pre class="diff scrolls" tabIndex={0}>
      {text.split("\n").map((line, at) => (
        <span key={`${at} ${line}`} class={kind(line)}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}

function Artifacts({ links }: { links: readonly ArtifactLink[] }): JSX.Element {
  const { ide } = useServer();
  const { problem, act } = useAct();
  return (
    <>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <ul class="made-files">
        {links.map((link) => (
          <li key={`${link.bucket}/${link.key}`}>
            <span>
              <code>{`${link.bucket}/${link.key}`}</code>{" "}
              <span class="soft">{`${link.mime}, ${link.size.toLocaleString("en")} bytes`}</span>
            </span>
            <Button
              icon="report"
              aria-label={`Save ${link.name}`}
              onClick={() => void act(ide.object(link).then(save))}
            >
              Save
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
