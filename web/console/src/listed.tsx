/** Things that are kept, one below the other, and what is asked before one is gone. */
import { Button, Confirm, type ConfirmProps } from "@screen-agent/ui";
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";

interface ListedProps<T> {
  all: T[];
  /** What is said where there are none. */
  none: string;
  children: (one: T) => JSX.Element;
}

export function Listed<T>({ all, none, children }: ListedProps<T>): JSX.Element {
  return (
    <>
      <ul class="signed-in">{all.map(children)}</ul>
      {all.length === 0 && <p class="soft">{none}</p>}
    </>
  );
}

interface SureProps extends Omit<ConfirmProps, "onNo"> {
  /** What asks, given what makes it ask. */
  children: (asking: { ref: RefObject<HTMLButtonElement | null>; onClick: () => void }) => JSX.Element;
}

/** Something that is done after a second yes, for which is asked in its place. */
export function Sure({ children, ...asked }: SureProps): JSX.Element {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = (): void => {
    setAsks(false);
    // Back to where it was asked from.
    requestAnimationFrame(() => button.current?.focus());
  };
  return asks ? <Confirm {...asked} onNo={keep} /> : children({ ref: button, onClick: () => setAsks(true) });
}

interface RemovableProps {
  name: string;
  /** What it is called in a sentence, where that is not its name. */
  called?: string;
  about: ComponentChildren[];
  verb?: string;
  words: string;
  onRemove: () => void;
}

/** One of a list, with what takes it away. */
export function Removable(props: RemovableProps): JSX.Element {
  const { name, called = name, about, verb = "Remove", words, onRemove } = props;
  const label = `${verb} ${called}`;
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        {about.map((words, index) => (
          <p key={index} class="soft small">
            {words}
          </p>
        ))}
      </div>
      <Sure label={label} words={words} verb={verb} onYes={onRemove}>
        {(asking) => (
          <Button {...asking} aria-label={label}>
            {verb}
          </Button>
        )}
      </Sure>
    </li>
  );
}
