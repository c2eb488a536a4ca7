/** The console: sign in, then watch. */
import { ApiError, Client } from "@screen-agent/api";
import { Board } from "./board.ts";
import { signIn } from "./sign-in.ts";

const TOKEN = "screen-agent-token";

const app = document.getElementById("app");
if (!app) throw new Error("the page has no #app");

const client = new Client({ base: "", token: sessionStorage.getItem(TOKEN) });

function showSignIn(why = ""): void {
  sessionStorage.removeItem(TOKEN);
  app?.replaceChildren(signIn(client, showBoard, why));
  app?.querySelector("input")?.focus();
}

function showBoard(): void {
  if (client.token) sessionStorage.setItem(TOKEN, client.token);
  const until = new AbortController();
  const leave = (why = ""): void => {
    until.abort();
    showSignIn(why);
  };
  const board = new Board(client, until.signal, () => {
    void client.logout().catch(() => undefined);
    leave();
  });
  app?.replaceChildren(board.element);
  board.run().catch((error: unknown) => {
    const expired = error instanceof ApiError && error.status === 401;
    leave(expired ? "You were signed out. Please sign in again." : "The server cannot be reached.");
  });
}

if (client.token) showBoard();
else showSignIn();
