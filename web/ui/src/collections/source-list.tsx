import type { SourceInfo } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { IconButton } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { hostOfHref, safeHref } from "../render/href.ts";
import { cleanText, oneLine } from "../render/text.ts";
import type { Look } from "../verdict-badge.tsx";
import { count } from "../words.ts";
import { Confirm } from "./entry.tsx";

export interface SourceListProps {
  sources: readonly SourceInfo[];
  /** Something is being done; no other thing is begun. */
  busy?: boolean;
  /** Captures a page, again where it failed. Omitted where sources are only read. */
  onCapture?: (id: string) => void;
  onRemove?: (id: string) => void;
}

/** Sources, and how far the capture of each is. */
export function SourceList({ sources, ...doing }: SourceListProps): JSX.Element {
  return (
    <ul class="sources">
      {sources.map((source) => (
        <SourceRow key={source.id} source={source} {...doing} />
      ))}
    </ul>
  );
}

type RowProps = Omit<SourceListProps, "sources"> & { source: SourceInfo };

function SourceRow({ source, busy = false, onCapture, onRemove }: RowProps): JSX.Element {
  const [removing, setRemoving] = useState(false);
  const href = source.kind === "url" ? safeHref(source.url) : null;
  const title =
    oneLine(source.title, 160) || (href ? oneLine(href, 160) : source.kind === "note" ? "Note" : "Untitled");
  const preview = cleanText(source.preview);
  const canCapture = onCapture && source.kind === "url";
  return (
    <li class="source">
      <div class="source-head">
        <Icon name={source.kind === "note" ? "note" : "file"} />
        <div class="source-words">
          <p class="source-title" dir="auto">
            {title}
          </p>
          {href && (
            <p class="small">
              <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`${hostOfHref(href)}: ${title}`}>
                <bdi>{hostOfHref(href)}</bdi>
              </a>
            </p>
          )}
          <Capture source={source} />
        </div>
        {canCapture && (
          <IconButton
            icon={source.status === "pending" ? "report" : "renew"}
            label={`${CAPTURES[source.status]} ${title}`}
            disabled={busy}
            title={CAPTURES[source.status]}
            onClick={() => onCapture(source.id)}
          />
        )}
        {onRemove && (
          <IconButton
            icon="trash"
            label={`Remove ${title}`}
            disabled={busy}
            title="Remove"
            onClick={() => setRemoving(true)}
          />
        )}
      </div>
      {preview && (
        <details class="fold">
          <summary>How it begins</summary>
          <p class="soft preview" dir="auto">
            {preview}
          </p>
        </details>
      )}
      {removing && onRemove && (
        <Confirm
          label={`Remove ${title}?`}
          words="What was captured from it is deleted, too."
          verb="Remove"
          onYes={() => onRemove(source.id)}
          onNo={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

const CAPTURES: Record<SourceInfo["status"], string> = {
  pending: "Capture",
  captured: "Capture again",
  failed: "Try again",
};

const LOOKS: Record<SourceInfo["status"], { look: Look; icon: IconName }> = {
  captured: { look: "good", icon: "check" },
  pending: { look: "open", icon: "wait" },
  failed: { look: "bad", icon: "warn" },
};

/** How far the capture is. A failure does not hide what was captured before. */
function Capture({ source: { status, error, characters, kind } }: { source: SourceInfo }): JSX.Element {
  const { look, icon } = LOOKS[status];
  const kept = characters > 0 ? count(characters, "character") : "";
  return (
    <p class={`verdict ${look}`}>
      <Icon name={icon} />
      <span dir="auto">
        {status === "pending" && "Not captured yet"}
        {status === "captured" && (kind === "note" ? "Kept" : "Captured")}
        {status === "captured" && kept && <span class="soft">, {kept}</span>}
        {status === "failed" && (oneLine(error, 240) || "It could not be captured.")}
        {status === "failed" && kept && " What was captured before is kept."}
      </span>
    </p>
  );
}
