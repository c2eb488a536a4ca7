import type { ToolResultDocument } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { Button } from "../button.tsx";
import type { IconName } from "../icon.tsx";
import { safeHref } from "../render/href.ts";
import { oneLine } from "../render/text.ts";
import { type Look, Verdict } from "../verdict-badge.tsx";
import { CopyWords } from "./copy.tsx";
import { toolName, whyWords } from "./tool-words.ts";

export interface ToolResultsProps {
  results: readonly ToolResultDocument[];
  /** Origin of the server; links to what was shared begin there. */
  server: string;
  onOpenArtifact?: (id: string) => void;
  onOpenCollection?: (id: string) => void;
}

/** What came of the server's own tools. */
export function ToolResults({ results, ...rest }: ToolResultsProps): JSX.Element | null {
  if (results.length === 0) return null;
  return (
    <ul class="tools-asked" aria-label="What came of it">
      {results.map((result) => (
        <ResultRow key={result.call_id} told={result} {...rest} />
      ))}
    </ul>
  );
}

const STANDINGS: Record<ToolResultDocument["status"], { word: string; icon: IconName; look: Look }> = {
  ok: { word: "Done", icon: "check", look: "good" },
  error: { word: "Failed", icon: "cross", look: "bad" },
  cancelled: { word: "Not done", icon: "stop", look: "open" },
};

type RowProps = Omit<ToolResultsProps, "results"> & { told: ToolResultDocument };

function ResultRow({ told, server, onOpenArtifact, onOpenCollection }: RowProps): JSX.Element {
  const { name, status, error } = told;
  const result = told.result ?? {};
  const text = (field: string): string => (typeof result[field] === "string" ? result[field] : "");
  const { word: standing, icon, look } = STANDINGS[status] ?? STANDINGS.cancelled;
  const ok = status === "ok";
  // The person opens it, and puts it on the clipboard: it is theirs to press.
  const word = ok && (name === "artifact.open" || name === "artifact.share") ? "Ready" : standing;
  const artifact = text("artifactId");
  const collection = artifact ? "" : text("collectionId");
  const href = text("url") ? safeHref(absolute(text("url"), server)) : null;
  const target = text("target");
  // Where it stands in the console.
  const place = `/#/made/${encodeURIComponent(artifact)}`;
  const inTab = name === "artifact.open" && target === "browser" ? safeHref(absolute(place, server)) : null;
  const canShare = typeof navigator.share === "function";
  const figure = oneLine(text("told"), 400);
  return (
    <li class="tool">
      <p class="tool-line">
        <strong>{toolName(name)}</strong>
        <Verdict look={look} icon={icon}>
          {status === "error" && error ? `${word}: ${whyWords(error.code)}` : word}
        </Verdict>
      </p>
      {ok && figure && (
        <p>
          <bdi>{figure}</bdi>
        </p>
      )}
      {ok && (
        <div class="buttons result-ways">
          {href && (
            <a href={href} target="_blank" rel="noopener noreferrer">
              <bdi>{oneLine(text("filename"), 120) || "Open the link"}</bdi>
            </a>
          )}
          {text("content") && <CopyWords label="Copy to the clipboard" words={() => text("content")} />}
          {href && target === "share_sheet" && canShare && (
            <Button onClick={() => void navigator.share({ title: text("filename"), url: href }).catch(() => undefined)}>
              Share…
            </Button>
          )}
          {inTab && (
            <a href={inTab} target="_blank" rel="noopener noreferrer">
              Open it in a tab
            </a>
          )}
          {artifact && !inTab && onOpenArtifact && <Button onClick={() => onOpenArtifact(artifact)}>Open it</Button>}
          {collection && onOpenCollection && (
            <Button onClick={() => onOpenCollection(collection)}>Open the collection</Button>
          )}
        </div>
      )}
    </li>
  );
}

function absolute(url: string, server: string): string {
  return URL.canParse(url, server) ? new URL(url, server).href : "";
}
