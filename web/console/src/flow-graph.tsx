import { type Fields, fieldsOf, listOf, textOf } from "@screen-agent/api/ide";
import type { JSX } from "preact";

/** Steps that are drawn. */
const MOST = 200;
/** Levels of branches that are drawn. */
const DEEPEST = 12;
const BOX = { width: 190, height: 40 };
const GAP = { across: 44, down: 22 };
/** Letters that fit into a box. */
const LETTERS = 26;

const BRANCHES = [
  { field: "onSuccess", words: "then" },
  { field: "onError", words: "if it fails" },
  { field: "isTrue", words: "if so" },
  { field: "isFalse", words: "if not" },
] as const;

interface Step {
  words: string;
  column: number;
  row: number;
  /** What leads to it, and why. */
  from: Step | null;
  why: string;
  branches: { words: string; steps: Step[] }[];
}

/** A flow as a graph, and the same as a list for who cannot see it. */
export function FlowGraph({ flow }: { flow: Fields }): JSX.Element {
  const all: Step[] = [];
  const steps = placed(listOf(flow.steps).map(fieldsOf), all, { column: 0, from: null, why: "" });
  const columns = Math.max(0, ...all.map(({ column }) => column)) + 1;
  const width = columns * (BOX.width + GAP.across) - GAP.across + 2;
  const height = all.length * (BOX.height + GAP.down) - GAP.down + 2;
  const name = textOf(flow.label) || textOf(flow.id) || "flow";
  return (
    <div class="flow">
      <div class="scrolls" tabIndex={0} role="region" aria-label={`Graph of ${name}`}>
        <svg
          role="img"
          aria-label={`${name}: ${all.length} steps. They are listed below.`}
          width={width}
          height={Math.max(height, 1)}
          viewBox={`-1 -1 ${width} ${Math.max(height, 1)}`}
        >
          {all.map((step, at) => (
            <g key={`${at} ${step.words}`}>
              <Edge step={step} />
              <title>{step.words}</title>
              <rect x={left(step)} y={top(step)} width={BOX.width} height={BOX.height} rx={8} />
              <text x={left(step) + 12} y={top(step) + BOX.height / 2 + 5}>
                {step.words.length > LETTERS ? `${step.words.slice(0, LETTERS - 1)}…` : step.words}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <details class="fold">
        <summary>The same as a list</summary>
        <Listed steps={steps} />
      </details>
    </div>
  );
}

const left = ({ column }: Step): number => column * (BOX.width + GAP.across);
const top = ({ row }: Step): number => row * (BOX.height + GAP.down);

/** Down to the next step, or across into a branch. */
function Edge({ step }: { step: Step }): JSX.Element | null {
  const { from, why } = step;
  if (!from) return null;
  const [x, y] = [left(step), top(step) + BOX.height / 2];
  const start = left(from) + 18;
  const path = why
    ? `M${start + 8} ${top(from) + BOX.height} V${y} H${x}`
    : `M${start} ${top(from) + BOX.height} V${top(step)}`;
  return (
    <>
      <path d={path} class={why === "if it fails" || why === "if not" ? "edge bad" : "edge"} />
      {why && (
        <text class="why" x={start + 14} y={y - 5 - BOX.height / 2}>
          {why}
        </text>
      )}
    </>
  );
}

function Listed({ steps }: { steps: readonly Step[] }): JSX.Element {
  return (
    <ol>
      {steps.map((step) => (
        <li key={step.row}>
          {step.words}
          {step.branches.map(({ words, steps: inner }) => (
            <div key={words}>
              <em>{words}:</em>
              <Listed steps={inner} />
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Gives each step a row of its own, and its branches a column further right. */
function placed(steps: readonly Fields[], all: Step[], at: { column: number; from: Step | null; why: string }): Step[] {
  const here: Step[] = [];
  for (const fields of steps) {
    if (all.length >= MOST || at.column > DEEPEST) break;
    const before = here.at(-1);
    const step: Step = {
      words: wordsOf(fields),
      column: at.column,
      row: all.length,
      from: before ?? at.from,
      why: before ? "" : at.why,
      branches: [],
    };
    all.push(step);
    here.push(step);
    for (const { field, words } of BRANCHES) {
      const inner = listOf(fields[field]).map(fieldsOf);
      if (inner.length === 0) continue;
      const branch = placed(inner, all, { column: at.column + 1, from: step, why: words });
      step.branches.push({ words, steps: branch });
    }
  }
  return here;
}

/** What a step does: its action, and what with. */
function wordsOf(step: Fields): string {
  const params = fieldsOf(step.params);
  const about = ["path", "target", "routePath", "message", "flowId", "actionId", "url"]
    .map((name) => textOf(params[name]))
    .find((text) => text !== "");
  const what = textOf(step.actionId) || textOf(step.actionType) || "step";
  const more = textOf(step.execute) || about || (what === "none" ? textOf(step.description) : "");
  return more ? `${what}: ${more}` : what;
}
