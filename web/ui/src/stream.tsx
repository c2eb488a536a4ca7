import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** How far from the end counts as being there, in CSS pixels. */
const NEAR = 48;

export interface StreamProps {
  label: string;
  /** Changes whenever something was added. */
  mark: string | number;
  children: ComponentChildren;
}

/** A list that grows at its end. It follows the end while the reader is there, and leaves them alone otherwise. */
export function Stream({ label, mark, children }: StreamProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const [unread, setUnread] = useState(false);

  const toEnd = (): void => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
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
      if (following.current) element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => watch.disconnect();
  }, []);

  const scrolled = (): void => {
    const element = box.current;
    if (!element) return;
    following.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
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
