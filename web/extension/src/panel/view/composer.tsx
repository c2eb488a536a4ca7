import { AttachmentChip, Icon } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelState } from "../../shared/protocol.ts";
import { composingOf } from "../composing.ts";
import { ACCEPT } from "../files.ts";
import type { Panel } from "../panel.ts";

/** Longest text that the server takes. */
const LONGEST = 10_000;

/** Where the person says what they want, or answers. */
export function Composer({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element {
  const composing = composingOf(state);
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
  }, [composing.kind, state.task?.status, state.task?.approval?.fingerprint]);
  useLayoutEffect(() => grow(input.current), [draft.value, composing.kind]);

  const send = (): void => {
    if (composing.kind !== "closed" && canSend) void panel.say(composing.kind);
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
      {enclosed.value && (
        <div class="enclosed">
          <AttachmentChip {...enclosed.value} onRemove={() => panel.unenclose()} />
        </div>
      )}
      <form
        class="box"
        aria-label={composing.kind === "answer" ? "Your answer" : "What you want done"}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <button
          type="button"
          class="icon-button"
          aria-label="Attach a file"
          title="Attach a file (PDF, CSV, JSON, text, Markdown, DOCX or XML, up to 10 MB)"
          disabled={composing.kind !== "start"}
          onClick={() => chooser.current?.click()}
        >
          <Icon name="clip" />
        </button>
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
            aria-label={composing.kind === "answer" ? "Your answer" : "What do you want done?"}
            placeholder={composing.hint}
            value={draft.value}
            onInput={(event) => (draft.value = event.currentTarget.value)}
            onKeyDown={keys}
            onPaste={(event) => {
              if (take(event.clipboardData?.files)) event.preventDefault();
            }}
          />
        )}
        <button class="send" aria-label={composing.kind === "answer" ? "Send the answer" : "Start"} title="Enter" disabled={closed || !canSend}>
          <Icon name="send" />
        </button>
      </form>
      {over && <p class="drop">Drop the file to attach it</p>}
    </footer>
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
