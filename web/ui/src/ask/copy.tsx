import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../icon.tsx";

/** Puts text on the clipboard, and says whether it worked. */
export function CopyWords({
  words,
  label = "Copy",
}: {
  words: () => string | Promise<string>;
  label?: string;
}): JSX.Element {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await words());
      setSaid("Copied");
    } catch {
      setSaid("Could not copy");
    }
  };
  return (
    <>
      <button type="button" class="icon-button small" aria-label={label} title={label} onClick={() => void copy()}>
        <Icon name="copy" />
      </button>
      <span class="soft small" role="status">
        {said}
      </span>
    </>
  );
}
