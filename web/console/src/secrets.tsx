/** Secrets: what runs enter, and nobody reads. */
import { ago, Button, Field, Form } from "@screen-agent/ui";
import type { JSX } from "preact";
import { Told, useOutcome } from "./account.tsx";
import { Head, Read } from "./columns.tsx";
import { Listed, Removable } from "./listed.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

export function Secrets(): JSX.Element {
  const { client } = useServer();
  const loaded = useLoaded("secrets", (signal) => client.secrets(signal));
  const [outcome, act] = useOutcome();
  const keep = (words: (name: string) => string, form: HTMLFormElement): Promise<void> =>
    act(async () => {
      const sites = words("sites")
        .split(/[\s,]+/)
        .filter(Boolean);
      const { name } = await client.setSecret(words("name").trim(), { value: words("value"), sites });
      form.reset();
      loaded.reload();
      return { good: true, words: `It is kept. In orders ${reference(name)} stands for it.` };
    });
  const remove = (name: string): Promise<void> =>
    act(async () => {
      await client.removeSecret(name);
      loaded.reload();
      return { good: true, words: "The secret is removed. Runs that name it fail." };
    });
  return (
    <>
      <Head title="Secrets" />
      <section class="shelf account" aria-label="Secrets">
        <Told outcome={outcome} />
        <Read loaded={loaded}>
          {({ secrets }) => (
            <Listed all={secrets} none="No secret is kept yet.">
              {({ name, sites, usedAt }) => (
                <Removable
                  key={name}
                  name={reference(name)}
                  called={name}
                  about={[sites.join(" · "), usedAt ? `entered ${ago(usedAt, Date.now())}` : "never entered"]}
                  words="Runs that name it fail."
                  onRemove={() => void remove(name)}
                />
              )}
            </Listed>
          )}
        </Read>
      </section>
      <section class="shelf" aria-label="Keep a secret">
        <p class="soft">
          A worker gets it in the moment in which it enters it, into a field for secrets on one of its sites. Nobody
          reads it, you included. Another under the same name takes its place.
        </p>
        <Form class="narrow" onWords={(words, form) => void keep(words, form)}>
          <Field
            label="Name"
            name="name"
            required
            maxLength={64}
            pattern="[a-z0-9][a-z0-9._\-]*"
            placeholder="shop.password"
            autocomplete="off"
            hint="Small letters, digits, dots and dashes."
          />
          <Field label="The secret" type="password" name="value" required minLength={4} autocomplete="new-password" />
          <Field
            label="Sites that it may be entered on"
            name="sites"
            required
            placeholder="https://shop.example"
            autocomplete="off"
            hint="One or more, with spaces between them."
          />
          <Button submit kind="primary">
            Keep
          </Button>
        </Form>
      </section>
    </>
  );
}

function reference(name: string): string {
  return `{{secret:${name}}}`;
}
