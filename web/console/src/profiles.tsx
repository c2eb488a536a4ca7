/** Profiles: what runs stay signed in with, by name. */
import { ago } from "@screen-agent/ui";
import type { JSX } from "preact";
import { Told, useOutcome } from "./account.tsx";
import { Head, Read } from "./columns.tsx";
import { Listed, Removable } from "./listed.tsx";
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
            <Listed all={profiles} none="No task was submitted with a profile yet.">
              {({ name, savedAt }) => (
                <Removable
                  key={name}
                  name={name}
                  about={[savedAt ? `saved ${ago(savedAt, Date.now())}` : "empty"]}
                  words="What it is signed in with is lost."
                  onRemove={() => void remove(name)}
                />
              )}
            </Listed>
          )}
        </Read>
      </section>
    </>
  );
}
