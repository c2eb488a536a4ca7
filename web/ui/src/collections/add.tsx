import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../button.tsx";
import { Field, TextArea } from "../field.tsx";
import { oneLine } from "../render/text.ts";
import { count } from "../words.ts";
import { addressesIn } from "./addresses.ts";

/** Longest note that the server takes. */
const LONGEST_NOTE = 200_000;

interface AddFormProps {
  label: string;
  /** What its button says; without one there is nothing to add. */
  verb: string | null;
  disabled: boolean;
  onAdd: () => void;
  onCancel: () => void;
  children: ComponentChildren;
}

/** What something is added with. Its first field takes the focus. */
function AddForm({ label, verb, disabled, onAdd, onCancel, children }: AddFormProps): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>("textarea, input, button")?.focus(), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    onAdd();
  };
  return (
    <form class="add-form" ref={form} aria-label={label} onSubmit={submit}>
      {children}
      <div class="buttons">
        {verb && (
          <Button submit kind="primary" disabled={disabled}>
            {verb}
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

interface Adding<Added> {
  busy: boolean;
  onAdd: (added: Added) => void;
  onCancel: () => void;
}

/** A note of one's own. */
export function NoteForm({ busy, onAdd, onCancel }: Adding<{ title: string; text: string }>): JSX.Element {
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const empty = text.trim() === "";
  const add = (): void => void (empty || onAdd({ title: title.trim(), text }));
  return (
    <AddForm label="Add a note" verb="Add note" disabled={busy || empty} onAdd={add} onCancel={onCancel}>
      <TextArea label="Note" rows={4} dir="auto" maxLength={LONGEST_NOTE} value={text} onText={setText} />
      <Field
        label="Title, if it should have one"
        type="text"
        dir="auto"
        maxLength={200}
        value={title}
        onText={setTitle}
      />
    </AddForm>
  );
}

/** Addresses, pasted. */
export function AddressForm({ busy, onAdd, onCancel }: Adding<string[]>): JSX.Element {
  const [text, setText] = useState("");
  const id = useId();
  const { urls, others } = addressesIn(text);
  const none = urls.length === 0;
  const verb = urls.length > 1 ? `Add ${urls.length} pages` : "Add page";
  const add = (): void => void (none || onAdd(urls));
  return (
    <AddForm label="Add addresses" verb={verb} disabled={busy || none} onAdd={add} onCancel={onCancel}>
      <TextArea
        label="Addresses, one in each line"
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
    </AddForm>
  );
}

export interface LinkChoiceProps extends Adding<string[]> {
  urls: readonly string[];
  /** How many were selected. */
  totalFound: number;
}

/** Links that were selected on a page, looked over before they are added. */
export function LinkChoice({ urls, totalFound, busy, onAdd, onCancel }: LinkChoiceProps): JSX.Element {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = urls.filter((url) => !left.has(url));
  const none = chosen.length === 0;
  const toggle = (url: string): void => {
    const next = new Set(left);
    if (!next.delete(url)) next.add(url);
    setLeft(next);
  };
  const verb = urls.length > 0 ? `Add ${count(chosen.length, "link")}` : null;
  const add = (): void => void (none || onAdd(chosen));
  return (
    <AddForm label="Selected links" verb={verb} disabled={busy || none} onAdd={add} onCancel={onCancel}>
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
    </AddForm>
  );
}
