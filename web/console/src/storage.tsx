/** How much is kept, and how much may be. */
import { bytes } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Part } from "./account.tsx";
import { Read } from "./columns.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

/** From this share on it is said that room runs out. */
const SCARCE = 0.9;

export function Storage(): JSX.Element {
  const { client } = useServer();
  const loaded = useLoaded("storage", (signal) => client.storage(signal));
  return (
    <Part id="storage-title" title="What is kept">
      <p class="soft">Files, conversations, tasks, collections and what was made of them.</p>
      <Read loaded={loaded}>
        {(kept) => (
          <>
            <Share name="Yours" kept={kept.bytes} most={kept.mostBytes} />
            <Share name="Your organisation’s" kept={kept.organisationBytes} most={kept.organisationMostBytes} />
          </>
        )}
      </Read>
    </Part>
  );
}

function Share({ name, kept, most }: { name: string; kept: number; most: number }): JSX.Element {
  const id = useId();
  const share = most > 0 ? kept / most : 1;
  return (
    <div class="share">
      <p>
        <span id={id}>{name}</span>
        <span class="soft small">
          {bytes(kept)} of {bytes(most)}
        </span>
      </p>
      <meter aria-labelledby={id} min={0} max={most} high={most * SCARCE} value={Math.min(kept, most)}>
        {bytes(kept)} of {bytes(most)}
      </meter>
      {share >= SCARCE && (
        <p class="small scarce" role="status">
          {share >= 1
            ? "It is full: nothing more is kept until something is deleted."
            : "It is almost full: delete what you no longer need."}
        </p>
      )}
    </div>
  );
}
