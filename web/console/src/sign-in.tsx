import { ApiError, type Client, type LoginRequest } from "@screen-agent/api";
import { Button, Field, Form } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface SignInProps {
  client: Client;
  /** Why they are asked, when they had been in before. */
  why: string;
  onDone: (token: string) => void;
}

export function SignIn({ client, why, onDone }: SignInProps): JSX.Element {
  const [problem, setProblem] = useState(why);
  const [busy, setBusy] = useState(false);
  /** The account asks for a code, too. */
  const [asksCode, setAsksCode] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => email.current?.focus(), []);
  useLayoutEffect(() => code.current?.focus(), [asksCode]);

  const enter = async (words: (name: string) => string): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const given: LoginRequest = { email: words("email"), password: words("password") };
      if (words("code")) given.code = words("code");
      onDone((await client.login(given)).accessToken);
    } catch (error) {
      setProblem(
        error instanceof ApiError ? error.message : "The server cannot be reached. See whether it runs, and try again.",
      );
      setBusy(false);
      const about = error instanceof ApiError ? error.code : "";
      if (about === "TOTP_REQUIRED" || about === "WRONG_CODE") setAsksCode(true);
      else password.current?.select();
      if (about === "WRONG_CODE") code.current?.select();
    }
  };

  return (
    <main class="sa entrance">
      <Form class="card" onWords={(words) => void enter(words)} aria-labelledby="entrance-title">
        <h1 id="entrance-title">Screen Agent</h1>
        <p class="soft">See what your agent did, step by step.</p>
        <Field label="E-mail" ref={email} type="email" name="email" autocomplete="username" required />
        <Field
          label="Password"
          ref={password}
          type="password"
          name="password"
          autocomplete="current-password"
          required
        />
        {asksCode && (
          <Field
            label="Code of your app, or a recovery code"
            ref={code}
            name="code"
            autocomplete="one-time-code"
            required
          />
        )}
        <p class="wrong" role="alert">
          {problem}
        </p>
        <Button submit kind="primary" disabled={busy}>
          {busy ? "Signing in …" : "Sign in"}
        </Button>
        <p class="soft small">
          No account yet? Run <code>screen-agent user add you@example.org</code>
        </p>
      </Form>
    </main>
  );
}
