import { Icon, type IconName, Refusal } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import type { Loaded } from "./use-loaded.ts";

/** What is chosen in a section, and how another thing is. */
export interface ShelfProps {
  /** Null before anything is. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

export interface ColumnsProps {
  /** What the list is of. */
  label: string;
  list: ComponentChildren;
  /** What the chosen one is. */
  about: string;
  children: ComponentChildren;
}

/** A list on the left, what is chosen of it on the right. */
export function Columns({ label, list, about, children }: ColumnsProps): JSX.Element {
  return (
    <>
      <nav class="sessions" aria-label={label}>
        {list}
      </nav>
      <main id="main" tabIndex={-1} aria-label={about}>
        {children}
      </main>
    </>
  );
}

/** What something is called, and what can be done with all of it. */
export function Head({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <header class="work-head">
      <h2 dir="auto">{title}</h2>
      {children}
    </header>
  );
}

export interface ReadProps<T> {
  loaded: Loaded<T>;
  /** What is said while there is nothing. */
  otherwise?: string;
  icon?: IconName;
  children: (data: T) => ComponentChildren;
}

/** What stands beside a list while nothing of it is open: nothing where there is nothing to choose. */
export function beside(chosen: string | null, list: readonly unknown[] | undefined, choose: string): string {
  if (chosen) return "Reading …";
  return list?.length ? choose : "";
}

/** What was read; in place of what is not there, that it is being read, was refused, or is nothing. */
export function Read<T>({ loaded, otherwise = "Reading …", icon = "info", children }: ReadProps<T>): JSX.Element {
  if (loaded.data !== null) return <>{children(loaded.data)}</>;
  if (loaded.problem) return <Refusal message={loaded.problem} onRetry={loaded.reload} />;
  if (!otherwise) return <></>;
  return (
    <p class="empty soft">
      <Icon name={icon} />
      {otherwise}
    </p>
  );
}
