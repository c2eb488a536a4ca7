import type { JSX } from "preact";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { bytes } from "./words.ts";

export interface AttachmentChipProps {
  filename: string;
  /** Bytes; null where it is not told. */
  size: number | null;
  /** 0 to 1 while it is being uploaded; null or omitted when it is there. */
  progress?: number | null;
  /** Omitted where it cannot be taken away. */
  onRemove?: () => void;
}

/** A file that goes with what is said. */
export function AttachmentChip({ filename, size, progress = null, onRemove }: AttachmentChipProps): JSX.Element {
  return (
    <span class="chip">
      <Icon name="file" />
      <bdi class="chip-name">{filename}</bdi>
      {progress !== null ? (
        <span class="soft">{Math.round(progress * 100)} %</span>
      ) : (
        size !== null && <span class="soft">{bytes(size)}</span>
      )}
      {progress !== null && <progress aria-label={`Uploading ${filename}`} value={progress} max={1} />}
      {onRemove && <IconButton icon="close" label={`Remove ${filename}`} small onClick={onRemove} />}
    </span>
  );
}
