import type { Client } from "@screen-agent/api";
import { h } from "./dom.ts";

/** The sign-in form; `done` is called with a token that counts. */
export function signIn(client: Client, done: () => void, why = ""): HTMLElement {
  const problem = h("p", { class: "error", role: "alert" }, why);
  const email = h("input", { type: "email", name: "email", autocomplete: "username", required: true });
  const password = h("input", {
    type: "password",
    name: "password",
    autocomplete: "current-password",
    required: true,
  });
  const button = h("button", { class: "primary" }, "Sign in");

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    try {
      await client.login({ email: email.value, password: password.value });
      done();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : "Something went wrong.";
      button.disabled = false;
      password.select();
    }
  };

  return h(
    "form",
    { class: "sign-in", submit: (event) => void submit(event) },
    h("h1", {}, "Screen Agent"),
    h("p", { class: "soft" }, "See what your agent did, step by step."),
    h("label", {}, "E-mail", email),
    h("label", {}, "Password", password),
    problem,
    button,
    h("p", { class: "soft small" }, "No account yet? Run: screen-agent user add you@example.org"),
  );
}
