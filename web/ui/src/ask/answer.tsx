import type { Citation, Doc } from "@screen-agent/api/packets";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { Citations, type CitationsProps } from "../render/citations.tsx";
import { csvOf, recordsOf, tableOf } from "../render/table.ts";
import { cleanText, oneLine } from "../render/text.ts";
import { RenderTree } from "../render/tree.tsx";
import { timeOfDay, veiled } from "../words.ts";
import { CopyWords } from "./copy.tsx";
import { type ShownTool, ToolList } from "./tool.tsx";

export interface QuestionTurnProps {
  text: string;
  /** ISO 8601. */
  at: string;
}

/** What the person asked. */
export function QuestionTurn({ text, at }: QuestionTurnProps): JSX.Element {
  return (
    <article class="turn user" aria-label="You">
      <div class="bubble">
        <p class="prose" dir="auto">
          {veiled(cleanText(text))}
        </p>
      </div>
      <When at={at} />
    </article>
  );
}

export interface AnswerTurnProps extends Omit<CitationsProps, "citations"> {
  title: string | null;
  render: Doc;
  citations: Citation[];
  tools: readonly ShownTool[];
  /** ISO 8601. */
  at: string;
  /** Level of its title among the page's headings. */
  level?: 2 | 3;
  /** What came of it. */
  children?: ComponentChildren;
}

/** An answer: its tree, where its facts come from, and the tools that it asked for. */
export function AnswerTurn(props: AnswerTurnProps): JSX.Element {
  const { title, render, citations, tools, at, level = 2, children, ...pointing } = props;
  const words = useRef<HTMLDivElement>(null);
  const Title = level === 2 ? "h2" : "h3";
  const called = oneLine(title, 200);
  const rows = tableOf(render);
  const unsure = citations.filter(({ check }) => check?.verified !== true).length;
  return (
    <article class="turn agent answer" aria-label="Answer">
      <div class="bubble">
        <div ref={words} class="answer-words">
          {called && <Title dir="auto">{called}</Title>}
          <RenderTree doc={render} top={level + 1} />
        </div>
        {unsure > 0 && (
          <p class="unsure small">
            <Icon name="warn" />
            {unsure === citations.length
              ? "No source of this answer could be verified."
              : `${unsure} of ${citations.length} sources could not be verified.`}
          </p>
        )}
        <Citations citations={citations} {...pointing} />
        <ToolList tools={tools} />
        {children}
      </div>
      <div class="answer-foot">
        <When at={at} />
        <CopyWords words={() => words.current?.innerText ?? ""} />
        {rows.length > 1 && (
          <>
            <CopyWords label="Copy the table as CSV" icon="file" words={() => csvOf(rows)} />
            <CopyWords
              label="Copy the table as JSON"
              icon="report"
              words={() => JSON.stringify(recordsOf(rows), null, 2)}
            />
          </>
        )}
      </div>
    </article>
  );
}

function When({ at }: { at: string }): JSX.Element {
  return (
    <p class="when">
      <time datetime={at}>{timeOfDay(at)}</time>
    </p>
  );
}
