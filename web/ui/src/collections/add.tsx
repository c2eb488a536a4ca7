import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "../button.tsx";
import { Field, TextArea } from "../field.tsx";
import { oneLine } from "../render/text.ts";
import { count } from "../words.ts";
import { addressesIn } from "./addresses.ts";

/** Longest note that the server takes. */
const LONGEST_NOTE = 200_000;

export interface NoteFormProps {
  busy: boolean;
  onAdd: (note: { title: string; text: string }) => void;
  onCancel: () => void;
}

/** A note of one's own. */
export function NoteForm({ busy, onAdd, onCancel }: NoteFormProps): JSX.Element {
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <form
      class="add-form"
      aria-label="Add a note"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onAdd({ title: title.trim(), text });
      }}
    >
      <TextArea label="Note" ref={first} rows={4} dir="auto" maxLength={LONGEST_NOTE} value={text} onText={setText} />
      <Field
        label="Title, if it should have one"
        type="text"
        dir="auto"
        maxLength={200}
        value={title}
        onText={setTitle}
      />
      <Buttons verb="Add note" disabled={busy || text.trim() === ""} onCancel={onCancel} />
    </form>
  );
}

export interface AddressFormProps {
  busy: boolean;
  onAdd: (urls: string[]) => void;
  onCancel: () => void;
}

/** Addresses, pasted. */
export function AddressForm({ busy, onAdd, onCancel }: AddressFormProps): JSX.Element {
  const [text, setText] = useState("");
  const id = useId();
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { urls, others } = addressesIn(text);
  return (
    <form
      class="add-form"
      aria-label="Add addresses"
      onSubmit={(event) => {
        event.preventDefault();
        if (urls.length > 0) onAdd(urls);
      }}
    >
      <TextArea
        label="Addresses, one in each line"
        ref={first}
        rows={4}
        dir="ltr"
        spellcheck={false}
        aria-describedby={id}
        value={text}
        onText={setText}
      />
      <p class="soft small" id={id} role="status">
        {text.trim() === ""
          ? "The server fetches each page and keeps its text."
          : `${count(urls.length, "page")}${others > 0 ? `; ${others} of what stands here ${others === 1 ? "is" : "are"} no address` : ""}`}
      </p>
      <Buttons
        verb={urls.length > 1 ? `Add ${urls.length} pages` : "Add page"}
        disabled={busy || urls.length === 0}
        onCancel={onCancel}
      />
    </form>
  );
}

export interface LinkChoiceProps {
  urls: readonly string[];
  /** How many were selected. */
  totalFound: number;
  busy: boolean;
  onAdd: (urls: string[]) => void;
  onCancel: () => void;
}

/** Links that were selected on a page, looked over before they are added. */
export function LinkChoice({ urls, totalFound, busy, onAdd, onCancel }: LinkChoiceProps): JSX.Element {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const first = useRef<HTMLFormElement>(null);
  useEffect(() => first.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  const chosen = urls.filter((url) => !left.has(url));
  const toggle = (url: string): void => {
    const next = new Set(left);
    if (!next.delete(url)) next.add(url);
    setLeft(next);
  };
  return (
    <form
      class="add-form"
      ref={first}
      aria-label="Selected links"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) onAdd(chosen);
      }}
    >
      {urls.length === 0 ? (
        <p role="status">No link is selected. Select some on the page, then try again.</p>
      ) : (
        <fieldset class="link-choice">
          <legend>
            {totalFound > urls.length
              ? `The first ${urls.length} of ${count(totalFound, "selected link")}`
              : count(urls.length, "selected link")}
          </legend>
          {urls.map((url) => (
            <label key={url} class="choice">
              <input type="checkbox" checked={!left.has(url)} onChange={() => toggle(url)} />
              <bdi class="cut-two">{oneLine(url, 300)}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <Buttons
        verb={`Add ${count(chosen.length, "link")}`}
        disabled={busy || chosen.length === 0}
        onCancel={onCancel}
      />
    </form>
  );
}

function Buttons({ verb, disabled, onCancel }: { verb: string; disabled: boolean; onCancel: () => void }): JSX.Element {
  return (
    <div class="buttons">
      <Button submit kind="primary" disabled={disabled}>
        {verb}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
