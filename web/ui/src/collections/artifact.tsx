import type { ArtifactData, ShareFormat, TransformType } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { CopyWords } from "../ask/copy.tsx";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { Citations } from "../render/citations.tsx";
import { cleanText } from "../render/text.ts";
import { RenderTree } from "../render/tree.tsx";
import { MadeBadge, typeName } from "./artifact-list.tsx";

export interface ArtifactViewProps {
  data: ArtifactData;
  types?: readonly TransformType[];
  /** Level of its own highest headings. */
  top?: number;
  /** Its text as Markdown, for the clipboard. */
  onMarkdown?: () => Promise<string>;
  onDownload?: (format: ShareFormat) => void;
}

const FORMATS: readonly { format: ShareFormat; label: string; table?: true }[] = [
  { format: "markdown", label: "Markdown" },
  { format: "csv", label: "CSV, its first table", table: true },
  { format: "pdf", label: "PDF, to print" },
  { format: "json", label: "JSON, for programs" },
  { format: "text", label: "Plain text" },
];

/** Something that was made or kept, with where its facts come from. */
export function ArtifactView({ data, types = [], top = 3, onMarkdown, onDownload }: ArtifactViewProps): JSX.Element {
  const { artifact, doc, text, citations } = data;
  const hasTable = doc?.children.some(({ type }) => type === "table") ?? false;
  const formats = FORMATS.filter(({ table }) => !table || hasTable);
  const isReady = artifact.status === "completed";
  return (
    <article class="artifact" aria-label="What was made">
      <p class="artifact-about small">
        <span class="soft">{typeName(artifact.type, types)}</span>
        <MadeBadge status={artifact.status} error={artifact.error} />
      </p>
      {isReady && (onMarkdown ?? onDownload) && (
        <div class="artifact-tools">
          {onDownload && (
            <Menu label="Download" icon="report" class="button">
              {formats.map(({ format, label }) => ({
                label,
                icon: "file" as const,
                onChoose: () => onDownload(format),
              }))}
            </Menu>
          )}
          {onMarkdown && <CopyWords label="Copy as Markdown" words={onMarkdown} />}
        </div>
      )}
      {doc && <RenderTree doc={doc} top={top} />}
      {!doc && text && (
        <p class="prose" dir="auto">
          {cleanText(text)}
        </p>
      )}
      {!doc && !text && isReady && (
        <p class="soft">
          <Icon name="info" /> There is nothing in it.
        </p>
      )}
      <Citations citations={citations} />
    </article>
  );
}
