import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** How far from the end counts as being there, in CSS pixels. */
const NEAR = 48;

export interface StreamProps {
  label: string;
  /** Changes whenever something was added. */
  mark: string | number;
  /** Where the reader is brought: to the end, or to the beginning of what was added last, as for answers that are long. */
  land?: "end" | "last";
  children: ComponentChildren;
}

/** A list that grows at its end. It follows what is added while the reader is there, and leaves them alone otherwise. */
export function Stream({ label, mark, land = "end", children }: StreamProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  /** Where the reader was brought to. */
  const brought = useRef(0);
  const [unread, setUnread] = useState(false);

  const toEnd = (): void => {
    const element = box.current;
    if (element) brought.current = bring(element, land);
    following.current = true;
    setUnread(false);
  };

  useLayoutEffect(() => {
    if (following.current) toEnd();
    else setUnread(true);
  }, [mark]);

  // What stands around the list takes room and gives it back; the reader who is at the end stays there.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      if (following.current) brought.current = bring(element, land);
    });
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => watch.disconnect();
  }, []);

  const scrolled = (): void => {
    const element = box.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    following.current = atEnd || Math.abs(element.scrollTop - brought.current) < NEAR;
    if (following.current) setUnread(false);
  };

  return (
    <div class="stream-frame">
      <div class="stream" ref={box} onScroll={scrolled} role="log" aria-label={label} tabIndex={0}>
        <div class="stream-list">{children}</div>
      </div>
      {unread && (
        <button type="button" class="unread" onClick={toEnd}>
          <Icon name="down" />
          New messages
        </button>
      )}
    </div>
  );
}

/** Room that is left above what the reader is brought to, in CSS pixels. */
const ROOM = 10;

/** Scrolls, and says where to. */
function bring(element: HTMLElement, land: "end" | "last"): number {
  const last = land === "last" ? element.querySelector(".stream-list")?.lastElementChild : null;
  const top = last
    ? last.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop - ROOM
    : element.scrollHeight;
  element.scrollTop = top;
  return element.scrollTop;
}
