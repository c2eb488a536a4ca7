import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { IconButton } from "../button.tsx";

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
      <IconButton icon="copy" label={label} small onClick={() => void copy()} />
      <span class="soft small" role="status">
        {said}
      </span>
    </>
  );
}
