/** Keys that are published with an application: made, told once, revoked. */
import type { KeyMade, KeyShown } from "@screen-agent/api/ide";
import { Button, Field, Form, moment } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Part, Told, useOutcome } from "./account.tsx";
import { Head, Read } from "./columns.tsx";
import { Listed, Removable } from "./listed.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

export function Keys(): JSX.Element {
  const { ide } = useServer();
  const loaded = useLoaded("keys", (signal) => ide.keys(signal));
  const [made, setMade] = useState<KeyMade | null>(null);
  const [outcome, act] = useOutcome();
  const name = useRef<HTMLInputElement>(null);
  const make = (wanted: string, form: HTMLFormElement): Promise<void> =>
    act(async () => {
      setMade(await ide.makeKey(wanted));
      form.reset();
      loaded.reload();
      return { good: true, words: `The key “${wanted}” is made.` };
    });
  const revoke = (key: KeyShown): Promise<void> =>
    act(async () => {
      await ide.revokeKey(key.id);
      if (made?.id === key.id) setMade(null);
      loaded.reload();
      return { good: true, words: `The key “${key.name}” no longer works.` };
    });
  const saved = (): void => {
    setMade(null);
    name.current?.focus();
  };
  return (
    <main id="main" class="account" tabIndex={-1} aria-label="Keys">
      <Head title="Keys" />
      <p class="soft">
        A key may be shown in public, in a page or in a plugin. Whoever has it asks for screens, symbols, scenarios and
        flows in your name, and nothing else: give it to an account of its own.
      </p>
      <Part id="make-title" title="Make a key">
        <Form
          class="narrow"
          aria-labelledby="make-title"
          onWords={(words, form) => void make(words("name").trim(), form)}
        >
          <Field label="What it is for" ref={name} name="name" required maxLength={100} autocomplete="off" />
          <Button submit kind="primary">
            Make a key
          </Button>
        </Form>
        {made && <New key={made.id} made={made} onDone={saved} />}
        <Told outcome={outcome} />
      </Part>
      <Part id="keys-title" title="Active keys">
        <Read loaded={loaded}>
          {({ keys }) => (
            <Listed all={keys} none="There is no key yet.">
              {(key) => (
                <Removable
                  key={key.id}
                  name={key.name}
                  about={[`last used ${moment(key.last_used_at)}, made ${moment(key.created_at)}`]}
                  verb="Revoke"
                  words="Whoever uses it is refused from now on, for good."
                  onRemove={() => void revoke(key)}
                />
              )}
            </Listed>
          )}
        </Read>
      </Part>
    </main>
  );
}

/** The key itself, for as long as it takes to put it where it belongs. */
function New({ made, onDone }: { made: KeyMade; onDone: () => void }): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState("");
  useLayoutEffect(() => group.current?.focus(), []);
  const copy = async (): Promise<void> => {
    const words = await navigator.clipboard.writeText(made.key).then(
      () => "Copied.",
      () => "The browser does not let it be copied. Select it, and copy it yourself.",
    );
    setCopied(words);
  };
  return (
    <div class="narrow" ref={group} tabIndex={-1} role="group" aria-label="The new key">
      <p>
        <strong>Keep it now.</strong> It is not shown again.
      </p>
      <p>
        <code class="secret">{made.key}</code>
      </p>
      <div class="row">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button kind="primary" onClick={onDone}>
          I have saved it
        </Button>
      </div>
      <p role="status" class="soft small">
        {copied}
      </p>
    </div>
  );
}
