/** Everything that is one's own: to take away, and to erase. */
import { Button, Dialog, Field, Form } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Part, Told, useOutcome } from "./account.tsx";
import { save } from "./save.ts";
import { useServer } from "./server.ts";

export function OwnData(): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const [busy, setBusy] = useState(false);
  const [erasing, setErasing] = useState(false);
  const take = (): void => {
    setBusy(true);
    const taken = act(async () => {
      save(await client.takeOut());
      return { good: true, words: "It is saved where your browser keeps downloads." };
    });
    void taken.finally(() => setBusy(false));
  };
  return (
    <Part id="own-data-title" title="Everything of yours">
      <p class="soft">
        Conversations, tasks with pictures, questions, collections, artifacts, files, what is remembered, preferences
        and usage: a ZIP with a list in JSON for each kind, and the files.
      </p>
      <div class="row">
        <Button onClick={take} disabled={busy}>
          {busy ? "Packing …" : "Download everything"}
        </Button>
        <Button onClick={() => setErasing(true)}>Erase everything …</Button>
      </div>
      <Told outcome={outcome} />
      {erasing && (
        <Dialog title="Erase everything of yours?" kind="box" onClose={() => setErasing(false)}>
          <Form
            class="rename"
            onWords={(words) => {
              setErasing(false);
              void act(async () => {
                await client.erase({ password: words("password") });
                return { good: true, words: "Everything of yours is erased." };
              });
            }}
          >
            <p>
              Nothing brings it back. Your account stays, with what was spent; the log keeps that it was erased, and its
              rows of before.
            </p>
            <Field label="Your password" type="password" name="password" autocomplete="current-password" required />
            <div class="buttons">
              <Button submit kind="danger">
                Erase everything
              </Button>
              <Button onClick={() => setErasing(false)}>Cancel</Button>
            </div>
          </Form>
        </Dialog>
      )}
    </Part>
  );
}
