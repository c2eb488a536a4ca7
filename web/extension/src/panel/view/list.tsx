import { Button, FindField, Refusal } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PanelState, Problem } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";
import { problemOf } from "../trouble.ts";

/** How many entries are read at once. */
export const PAGE = 50;

/** A part of a list, as the server gives it. */
export interface Page<T> {
  items: T[];
  total: number;
  more: boolean;
}

export interface Paged<T, C> {
  /** Null before it was read. */
  list: Page<T> | null;
  problem: Problem | null;
  /** Does something with the server; what it refuses becomes the problem. */
  withServer: (act: (client: C) => Promise<void>) => Promise<void>;
  load: (known: readonly T[]) => Promise<void>;
  /** Puts others in the place of what was read. */
  change: (edit: (items: T[]) => T[]) => void;
}

interface Source<T, C> {
  client: () => C | null;
  idOf: (item: T) => string;
  read: (client: C, offset: number) => Promise<Page<T>>;
}

/** A list of the server's that is read page by page. */
export function usePaged<T, C>(panel: Panel, state: PanelState, { client, idOf, read }: Source<T, C>): Paged<T, C> {
  const [list, setList] = useState<Page<T> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = useRef(0);
  const withServer = async (act: (client: C) => Promise<void>): Promise<void> => {
    const connected = client();
    if (!connected) return;
    setProblem(null);
    await act(connected).catch((error: unknown) =>
      setProblem(problemOf(error, state.settings.server, panel.outside.now.value)),
    );
  };
  const load = (known: readonly T[]): Promise<void> =>
    withServer(async (connected) => {
      const mine = ++asked.current;
      const page = await read(connected, known.length);
      // Something else was asked for meanwhile.
      if (mine !== asked.current) return;
      const ids = new Set(known.map(idOf));
      setList({ ...page, items: [...known, ...page.items.filter((item) => !ids.has(idOf(item)))] });
    });
  const change = (edit: (items: T[]) => T[]): void =>
    setList((now) => {
      if (!now) return null;
      const items = edit(now.items);
      return { ...now, items, total: now.total - (now.items.length - items.length) };
    });
  return { list, problem, withServer, load, change };
}

interface FoundProps {
  placeholder: string;
  words: string;
  onWords: (words: string) => void;
  paged: Pick<Paged<never, never>, "problem"> & { list: Page<unknown> | null };
  /** How many there are, in words; empty before they were read. */
  told: string;
  /** What is said where there are none; empty where there are some. */
  none: string;
  onRetry: () => void;
  onMore: () => void;
  children: ComponentChildren;
}

/** A list with a search field, and what is said in place of its entries. */
export function Found(props: FoundProps): JSX.Element {
  const { placeholder, words, onWords, paged, told, none, onRetry, onMore, children } = props;
  const { list, problem } = paged;
  return (
    <>
      <FindField label="Find a conversation" autofocus placeholder={placeholder} value={words} onText={onWords} />
      {problem && <Refusal {...problem} onRetry={onRetry} />}
      <p class={list || problem ? "unseen" : "soft"} role="status">
        {list ? told : problem ? "" : "Loading …"}
      </p>
      {none && <p class="soft">{none}</p>}
      <ul class="things">{children}</ul>
      {list?.more && <Button onClick={onMore}>Show earlier ones</Button>}
    </>
  );
}
