/** Profiles: what runs stay signed in with, by name. */
import type { ProfileData } from "@screen-agent/api";
import { ago, Button, Confirm } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Told, useOutcome } from "./account.tsx";
import { Head, Read } from "./columns.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

export function Profiles(): JSX.Element {
  const { client } = useServer();
  const loaded = useLoaded("profiles", (signal) => client.profiles(signal));
  const [outcome, act] = useOutcome();
  const remove = (name: string): Promise<void> =>
    act(async () => {
      await client.removeProfile(name);
      loaded.reload();
      return { good: true, words: "The profile is removed. The next run that names it begins signed in nowhere." };
    });
  return (
    <>
      <Head title="Profiles" />
      <section class="shelf account" aria-label="Profiles">
        <p class="soft">
          A task that is submitted with a profile begins signed in as the one before it ended. Only its worker gets what
          a profile holds; one task at a time has it.
        </p>
        <Told outcome={outcome} />
        <Read loaded={loaded}>
          {({ profiles }) => (
            <>
              <ul class="signed-in">
                {profiles.map((one) => (
                  <Entry key={one.name} shown={one} onRemove={() => void remove(one.name)} />
                ))}
              </ul>
              {profiles.length === 0 && <p class="soft">No task was submitted with a profile yet.</p>}
            </>
          )}
        </Read>
      </section>
    </>
  );
}

function Entry({ shown, onRemove }: { shown: ProfileData; onRemove: () => void }): JSX.Element {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = (): void => {
    setAsks(false);
    // Back to where it was asked from.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li>
      <div>
        <strong>{shown.name}</strong>
        <p class="soft small">{shown.savedAt ? `saved ${ago(shown.savedAt, Date.now())}` : "empty"}</p>
      </div>
      {asks ? (
        <Confirm
          label={`Remove ${shown.name}`}
          words="What it is signed in with is gone then."
          verb="Remove"
          onYes={onRemove}
          onNo={keep}
        />
      ) : (
        <Button ref={button} aria-label={`Remove ${shown.name}`} onClick={() => setAsks(true)}>
          Remove
        </Button>
      )}
    </li>
  );
}
