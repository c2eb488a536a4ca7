import type { JSX } from "preact";
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
      {onRemove && (
        <button type="button" class="icon-button small" aria-label={`Remove ${filename}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}
