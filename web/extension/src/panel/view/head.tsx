import { IconButton, oneLine } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface HeadProps {
  /** What it goes back to. */
  back: string;
  onBack: () => void;
  title: string;
  children?: ComponentChildren;
}

/** The way back, and what is shown; it takes the focus, since what was pressed is gone. */
export function Head({ back, onBack, title, children }: HeadProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div class="thing-head">
      <IconButton icon="back" label={back} onClick={onBack} />
      <h3 ref={heading} tabIndex={-1} dir="auto">
        {oneLine(title, 300) || "Untitled"}
      </h3>
      {children}
    </div>
  );
}
