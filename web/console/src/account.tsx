/** One's own account: its password, its sign-ins, its second factor. */
import { ApiError, type SignInData } from "@screen-agent/api";
import { Button, Field, Form, moment, Notice } from "@screen-agent/ui";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { clientWords } from "./client-words.ts";
import { Read } from "./columns.tsx";
import { OwnData } from "./own-data.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { useServer } from "./server.ts";
import { Storage } from "./storage.tsx";
import { type Loaded, useLoaded } from "./use-loaded.ts";

export function Account(): JSX.Element {
  const { client } = useServer();
  const who = useLoaded("who", (signal) => client.whoami(signal));
  const sessions = useLoaded("sessions", (signal) => client.signIns(signal));
  return (
    <main id="main" class="account" tabIndex={-1} aria-label="Account">
      <div class="work-head">
        <h2>{who.data ? `Account of ${who.data.user.email}` : "Account"}</h2>
      </div>
      <NewPassword email={who.data?.user.email ?? ""} onDone={sessions.reload} />
      <SecondFactor />
      <SignIns loaded={sessions} />
      <Storage />
      <OwnData />
    </main>
  );
}

/** A part of the page under its own heading. */
export function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="shelf" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** What came of something: said aloud, and shown. */
export interface Outcome {
  good: boolean;
  words: string;
}

export function Told({ outcome }: { outcome: Outcome | null }): JSX.Element {
  return (
    <div role="status">
      {outcome && (
        <Notice kind={outcome.good ? "info" : "bad"}>
          <p>{outcome.words}</p>
        </Notice>
      )}
    </div>
  );
}

/** Why it did not work, in words for people. */
function whyNot(error: unknown): Outcome {
  if (!(error instanceof ApiError))
    return { good: false, words: "The server cannot be reached. See whether it runs, and try again." };
  const reason = error.reason ? ` ${error.reason[0]?.toUpperCase()}${error.reason.slice(1)}.` : "";
  return { good: false, words: error.field ? `That is not accepted.${reason}` : error.message };
}

/** Does one thing after another, and keeps what came of the latest. */
export function useOutcome(): [Outcome | null, (work: () => Promise<Outcome | null>) => Promise<void>] {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const act = async (work: () => Promise<Outcome | null>): Promise<void> => {
    setOutcome(null);
    setOutcome(await work().catch(whyNot));
  };
  return [outcome, act];
}

function NewPassword({ email, onDone }: { email: string; onDone: () => void }): JSX.Element {
  const { client } = useServer();
  const [outcome, act] = useOutcome();
  const [busy, setBusy] = useState(false);
  const change = async (words: (name: string) => string, form: HTMLFormElement): Promise<Outcome> => {
    if (words("new") !== words("again")) return { good: false, words: "The two new passwords differ." };
    await client.changePassword({ oldPassword: words("old"), newPassword: words("new") });
    form.reset();
    onDone();
    return { good: true, words: "The password is changed. Every other place was signed out." };
  };
  return (
    <Part id="password-title" title="Password">
      <Form
        class="narrow"
        aria-labelledby="password-title"
        onWords={(...given) => {
          setBusy(true);
          void act(() => change(...given)).then(() => setBusy(false));
        }}
      >
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <Field label="Current password" type="password" name="old" autocomplete="current-password" required />
        <Field
          label="New password"
          type="password"
          name="new"
          autocomplete="new-password"
          minLength={10}
          required
          hint="At least 10 characters. A few unrelated words are best."
        />
        <Field label="New password, again" type="password" name="again" autocomplete="new-password" required />
        <Button submit kind="primary" disabled={busy}>
          {busy ? "Changing …" : "Change password"}
        </Button>
      </Form>
      <Told outcome={outcome} />
    </Part>
  );
}

function SignIns({ loaded }: { loaded: Loaded<{ sessions: SignInData[] }> }): JSX.Element {
  const { client, onUnauthorized } = useServer();
  const [outcome, act] = useOutcome();
  const end = async (one: SignInData): Promise<void> => {
    await act(async () => {
      await client.endSignIn(one.id);
      return { good: true, words: `${nameOf(one)} was signed out.` };
    });
    loaded.reload();
  };
  const everywhere = (): Promise<void> =>
    act(async () => {
      await client.signOutEverywhere();
      onUnauthorized();
      return null;
    });
  return (
    <Part id="sessions-title" title="Where you are signed in">
      <Read loaded={loaded}>
        {({ sessions }) => (
          <ul class="signed-in">
            {sessions.map((one) => (
              <SignedIn key={one.id} one={one} onEnd={() => void end(one)} />
            ))}
          </ul>
        )}
      </Read>
      <Told outcome={outcome} />
      <div>
        <Button onClick={() => void everywhere()}>Sign out everywhere</Button>
      </div>
    </Part>
  );
}

/** What programs of others may do, in words. */
const SCOPES: Readonly<Record<string, string>> = { read: "read what is kept", browser: "ask for tabs and give orders" };

/** A program that was let in has a name; a browser has to be told by its words. */
function nameOf({ scope, client }: SignInData): string {
  return scope ? client : clientWords(client);
}

function SignedIn({ one, onEnd }: { one: SignInData; onEnd: () => void }): JSX.Element {
  const name = nameOf(one);
  const may = one.scope?.split(" ").map((word) => SCOPES[word] ?? word);
  return (
    <li>
      <div>
        <strong>{name}</strong> {one.current && <span class="soft">(here)</span>}
        {may && <p class="small">A program that may {may.join(", and ")} in your name</p>}
        <p class="soft small">
          {one.network ? `From ${one.network}, ` : ""}last used {moment(one.lastUsedAt)}, signed in{" "}
          {moment(one.createdAt)}
        </p>
      </div>
      {!one.current && (
        <Button aria-label={`Sign out ${name}, last used ${moment(one.lastUsedAt)}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
