import { Button, Field, Notice, ProblemNotice, secondsLeft } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { serverOrigin } from "../../shared/origin.ts";
import type { PanelState } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";
import { Access } from "./access.tsx";

/** Where the server is, and who is asking. */
export function SignIn({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element {
  const [server, setServer] = useState(state.settings.server);
  const [email, setEmail] = useState(panel.email);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const problem = panel.problem.value;
  const now = panel.outside.now.value;
  const wait = problem?.retryAt ? secondsLeft(problem.retryAt, now) : 0;
  const origin = serverOrigin(server);
  const busy = panel.busy.value;
  /** The account asks for a code, too. */
  const [asksCode, setAsksCode] = useState(false);
  useEffect(() => {
    panel.clear();
    form.current?.querySelector<HTMLInputElement>(email ? "input[type=password]" : "input[type=email]")?.focus();
  }, [panel]);

  // Also when a code was wrong and another is wanted.
  useEffect(() => {
    if (asksCode && code === "") form.current?.querySelector<HTMLInputElement>("input[name=code]")?.focus();
  }, [asksCode, code, busy]);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!origin || busy || wait > 0) return;
    panel.email = email.trim();
    const done = await panel.ask({
      kind: "signIn",
      server: origin,
      email: panel.email,
      password,
      ...(code && { code }),
    });
    if (done) return;
    setCode("");
    const about = panel.problem.value?.code;
    if (about === "TOTP_REQUIRED" || about === "WRONG_CODE") {
      setAsksCode(true);
      return;
    }
    // It was not the password that was wrong: it is sent again as it is.
    if (about !== "INVALID_CREDENTIALS") return;
    setPassword("");
    form.current?.querySelector<HTMLInputElement>("input[type=password]")?.focus();
  };

  return (
    <main class="sign-in">
      <form ref={form} onSubmit={(event) => void submit(event)} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">Screen Agent</h1>
        <p class="soft">Say what you want done on a page; watch it done, step by step, each step checked.</p>
        {!state.access && <Access panel={panel} />}
        {state.signedOut && !problem && (
          <Notice kind="warn">
            <p>
              <strong>{state.signedOut.message}</strong>
            </p>
            <p>{state.signedOut.advice}</p>
          </Notice>
        )}
        <Field
          label="E-mail"
          type="email"
          name="email"
          autocomplete="username"
          required
          value={email}
          onText={setEmail}
        />
        <Field
          label="Password"
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onText={setPassword}
        />
        {asksCode && (
          <Field
            label="Code of your app, or a recovery code"
            name="code"
            autocomplete="one-time-code"
            required
            value={code}
            onText={setCode}
          />
        )}
        <Field
          label="Server"
          type="url"
          name="server"
          inputMode="url"
          required
          spellcheck={false}
          aria-invalid={origin === null}
          value={server}
          onText={setServer}
          hint={
            origin === null
              ? "An address that begins with https:// or http://"
              : "Where your organisation runs Screen Agent"
          }
        />
        {problem && <ProblemNotice message={problem.message} advice={problem.advice} />}
        <Button submit kind="primary" disabled={busy || wait > 0}>
          {busy ? "Signing in …" : wait > 0 ? `Wait ${wait} s` : "Sign in"}
        </Button>
      </form>
    </main>
  );
}
