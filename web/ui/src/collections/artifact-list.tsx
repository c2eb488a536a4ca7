import type { ArtifactInfo, ArtifactStatus, TransformType } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { IconButton } from "../button.tsx";
import type { IconName } from "../icon.tsx";
import { oneLine } from "../render/text.ts";
import { type Look, Verdict } from "../verdict-badge.tsx";
import { ago, codeWords } from "../words.ts";
import { Entry } from "./entry.tsx";

export interface ArtifactListProps {
  artifacts: readonly ArtifactInfo[];
  /** Names of what things can be made into; a type that is not among them is shown by its code. */
  types?: readonly TransformType[];
  current?: string | null;
  now: number;
  onOpen: (id: string) => void;
  onCancel?: (id: string) => void;
  onRemove?: (id: string) => void;
}

/** What was made, the latest first. */
export function ArtifactList(props: ArtifactListProps): JSX.Element {
  const { artifacts, types = [], current = null, now, onOpen, onCancel, onRemove } = props;
  return (
    <ul class="things">
      {artifacts.map((artifact) => (
        <Entry
          key={artifact.id}
          title={artifact.title}
          about={
            <>
              {typeName(artifact.type, types)}, {ago(artifact.updatedAt, now)}
              <MadeBadge status={artifact.status} error={artifact.error} />
            </>
          }
          current={artifact.id === current}
          onOpen={() => onOpen(artifact.id)}
          {...(onRemove && { onRemove: () => onRemove(artifact.id) })}
          tools={
            onCancel &&
            isInTheMaking(artifact) && (
              <IconButton
                icon="stop"
                label={`Stop making ${oneLine(artifact.title, 120)}`}
                title="Stop"
                onClick={() => onCancel(artifact.id)}
              />
            )
          }
        />
      ))}
    </ul>
  );
}

/** What a type is called. */
export function typeName(type: string, types: readonly TransformType[]): string {
  return oneLine(types.find(({ name }) => name === type)?.title, 80) || codeWords(oneLine(type, 60));
}

/** True while it is being made. */
export function isInTheMaking({ status }: Pick<ArtifactInfo, "status">): boolean {
  return status === "pending" || status === "running";
}

const STANDINGS: Record<ArtifactStatus, { word: string; icon: IconName; look: Look }> = {
  pending: { word: "Queued", icon: "wait", look: "open" },
  running: { word: "Being made", icon: "go", look: "open" },
  completed: { word: "Ready", icon: "check", look: "good" },
  failed: { word: "Not made", icon: "cross", look: "bad" },
  cancelled: { word: "Stopped", icon: "stop", look: "open" },
};

/** How far something is. */
export function MadeBadge({ status, error }: { status: ArtifactStatus; error?: string | undefined }): JSX.Element {
  const { word, icon, look } = STANDINGS[status];
  const why = status === "failed" ? oneLine(error, 240) : "";
  return (
    <Verdict look={look} icon={icon} class="made" pulse={status === "running"}>
      <span dir="auto">{why ? `${word}: ${why}` : word}</span>
    </Verdict>
  );
}
