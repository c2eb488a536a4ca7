import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { IconButton } from "../button.tsx";
import type { IconName } from "../icon.tsx";

/** Puts text on the clipboard, and says whether it worked. */
export function CopyWords({
  words,
  label = "Copy",
  icon = "copy",
}: {
  words: () => string | Promise<string>;
  label?: string;
  icon?: IconName;
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
      <IconButton icon={icon} label={label} small onClick={() => void copy()} />
      <span class="soft small" role="status">
        {said}
      </span>
    </>
  );
}
