import { Icon, type IconName, Refusal } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import type { Loaded } from "./use-loaded.ts";

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

/** In place of what is not there: being read, refused, or nothing. */
export function Unread<T>({
  loaded,
  otherwise,
  icon = "info",
}: {
  loaded: Loaded<T>;
  otherwise: string;
  icon?: IconName;
}): JSX.Element {
  if (loaded.problem) return <Refusal message={loaded.problem} onRetry={loaded.reload} />;
  return (
    <p class="empty soft">
      <Icon name={icon} />
      {otherwise}
    </p>
  );
}
