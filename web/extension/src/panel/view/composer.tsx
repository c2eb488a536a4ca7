import { AttachmentChip, Button, Icon, IconButton, oneLine, Select, Switch } from "@screen-agent/ui";
import type { Table } from "@screen-agent/ui/rows";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelState } from "../../shared/protocol.ts";
import type { Way } from "../asking.ts";
import { askingOf, type Composing, composingOf } from "../composing.ts";
import { ACCEPT } from "../files.ts";
import { isAnswering, isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";
import { ExtractForm } from "./extract.tsx";
import { Trouble } from "./notices.tsx";

/** Longest text that the server takes. */
const LONGEST = 10_000;

/** What the field and its button are called, by what they are for. */
const NAMES: Record<Composing["kind"], { form: string; field: string; send: string; verb: string }> = {
  start: { form: "What you want done", field: "What do you want done?", send: "Start", verb: "Start" },
  answer: { form: "Your answer", field: "Your answer", send: "Send the answer", verb: "Send" },
  ask: { form: "Your question", field: "What do you want to know?", send: "Ask", verb: "Ask" },
  closed: { form: "What you want", field: "", send: "Start", verb: "Start" },
};

/** Where the person says what they want done, asks, or answers. */
export function Composer({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element {
  const { asking } = panel;
  const asks = asking.way.value === "ask";
  const composing = asks ? askingOf(state, asking.about.value) : composingOf(state);
  const names = asks ? NAMES.ask : NAMES[composing.kind];
  const closed = composing.kind === "closed";
  const input = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { draft, enclosed, busy } = panel;
  useEffect(() => {
    if (state.tab) panel.turnTo(state.tab.id);
  }, [panel, state.tab?.id]);
  const uploading = enclosed.value?.progress != null;
  const canSend = !busy.value && !uploading && draft.value.trim() !== "";

  useEffect(() => {
    if (composing.kind === "answer" || (!closed && isFree())) input.current?.focus();
    else if (isFree()) document.querySelector<HTMLElement>(".task-header")?.focus();
  }, [composing.kind, state.task?.status, state.task?.approval?.fingerprint, state.ask?.status]);
  const hint = closed ? "" : composing.hint;
  useLayoutEffect(() => grow(input.current), [draft.value, composing.kind, hint]);
  useEffect(() => {
    const leaving = new AbortController();
    addEventListener("resize", () => grow(input.current), { signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  const send = (): void => {
    if (composing.kind === "closed" || !canSend) return;
    void (composing.kind === "ask" ? asking.say() : panel.say(composing.kind));
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  };
  const take = (files: FileList | null | undefined): boolean => {
    const file = files?.[0];
    if (!file || composing.kind !== "start") return false;
    void panel.enclose(file);
    return true;
  };

  return (
    <footer
      class={`composer ${over ? "over" : ""} ${closed ? "closed" : ""}`}
      onDragOver={(event) => {
        if (composing.kind !== "start" || !event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (take(event.dataTransfer?.files)) event.preventDefault();
      }}
    >
      <Trouble panel={panel} />
      <Ways panel={panel} state={state} />
      {asks && <Quick panel={panel} state={state} open={composing.kind === "ask"} />}
      {!asks && enclosed.value && (
        <div class="enclosed">
          <AttachmentChip {...enclosed.value} onRemove={() => panel.unenclose()} />
          {enclosed.value.table && <OnceForEach panel={panel} table={enclosed.value.table} />}
        </div>
      )}
      <form
        class="box"
        aria-label={names.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <IconButton
          icon="clip"
          label="Attach a file"
          hidden={asks}
          title="Attach a file (PDF, CSV, JSON, text, Markdown, DOCX, XML or a contact card, up to 10 MB)"
          disabled={composing.kind !== "start"}
          onClick={() => chooser.current?.click()}
        />
        <input
          type="file"
          ref={chooser}
          accept={ACCEPT}
          hidden
          aria-label="File to attach"
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        {composing.kind === "closed" ? (
          <p class="why">{composing.why}</p>
        ) : (
          <textarea
            ref={input}
            rows={1}
            dir="auto"
            maxLength={LONGEST}
            aria-label={names.field}
            placeholder={composing.hint}
            value={draft.value}
            onInput={(event) => {
              draft.value = event.currentTarget.value;
              panel.problem.value = null;
            }}
            onKeyDown={keys}
            onPaste={(event) => {
              if (take(event.clipboardData?.files)) event.preventDefault();
            }}
          />
        )}
        <button type="submit" class="send" aria-label={names.send} title="Enter" disabled={closed || !canSend}>
          {names.verb}
          <Icon name="send" />
        </button>
      </form>
      {over && <p class="drop">Drop the file to attach it</p>}
    </footer>
  );
}

/** Whether what is said is done for each row of the file. */
function OnceForEach({ panel, table }: { panel: Panel; table: Table }): JSX.Element {
  const [name = "column"] = table.columns.filter((column) => column !== "");
  return (
    <label class="each">
      <input
        type="checkbox"
        checked={panel.eachRow.value}
        onChange={(event) => (panel.eachRow.value = event.currentTarget.checked)}
      />
      <span>
        Once for each of its {table.rows.length} rows
        {panel.eachRow.value && (
          <span class="soft small">
            Each row begins on this page, and what is said fills the form from it: “Fill in the form and press Send”. Or
            name a column, as in “Enter <bdi>{`{${name}}`}</bdi> into Name”.
          </span>
        )}
      </span>
    </label>
  );
}

/** Whether what is said is done on the page, or answered about it. */
function Ways({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element {
  const about = panel.asking.about.value;
  return (
    <Switch<Way>
      label="What you say is"
      value={panel.asking.way.value}
      options={[
        { value: "do", label: "Do on this page", short: "Do", icon: "press", busy: isOpen(state) },
        {
          value: "ask",
          label: about ? "Ask about a collection" : "Ask about this page",
          short: "Ask",
          icon: "ask",
          busy: isAnswering(state),
        },
      ]}
      onChange={(way) => panel.asking.turn(way)}
    />
  );
}

const STYLES = [
  { value: "usual", label: "As usual" },
  { value: "concise", label: "In short" },
] as const;
const FOCUSES = [
  { value: "page", label: "Page" },
  { value: "item", label: "One item" },
  { value: "comments", label: "Comments" },
] as const;

/** What a question is about, and the question that is asked most. */
function Quick({ panel, state, open }: { panel: Panel; state: PanelState; open: boolean }): JSX.Element | null {
  const { asking } = panel;
  const about = asking.about.value;
  const [extracts, setExtracts] = useState(false);
  if (!open && !about) return null;
  if (open && extracts) return <ExtractForm panel={panel} onDone={() => setExtracts(false)} />;
  return (
    <div class="quick">
      {about && (
        <span class="chip about">
          <Icon name="stack" />
          <bdi class="chip-name">{oneLine(about.title, 120)}</bdi>
          <IconButton
            icon="close"
            label="Ask about this page again"
            small
            onClick={() => (asking.about.value = null)}
          />
        </span>
      )}
      {open && (
        <Button icon="brief" disabled={panel.busy.value || !state.tab} onClick={() => void asking.summarize()}>
          {about ? "Summarize it" : "Summarize"}
        </Button>
      )}
      {open && (
        <Button icon="plan" disabled={panel.busy.value || !state.tab} onClick={() => setExtracts(true)}>
          Extract fields
        </Button>
      )}
      {open && (
        <Select
          label="Length"
          class="shape"
          value={asking.style.value}
          options={STYLES}
          onChange={(style) => asking.write(style)}
        />
      )}
      {open && !about && (
        <Select
          label="About"
          class="shape"
          value={asking.focus.value}
          options={FOCUSES}
          onChange={(focus) => (asking.focus.value = focus)}
        />
      )}
    </div>
  );
}

/** True when nothing has the focus that the person put it on: what had it is gone, or it was put there by us. */
function isFree(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || active.matches(".task-header");
}

/** As tall as its text, up to what the style allows. */
function grow(input: HTMLTextAreaElement | null): void {
  if (!input) return;
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
