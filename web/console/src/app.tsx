import type { Client } from "@screen-agent/api";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Board } from "./board.tsx";
import { SignIn } from "./sign-in.tsx";

/** Where the token is kept until the browser's tab is closed. */
const TOKEN = "screen-agent-token";

interface AppProps {
  /** A client stands for one person: another one is made for whoever signs in next. */
  makeClient: (token: string | null) => Client;
  store: Storage;
}

/** Either the sign-in form or the board. */
export function App({ makeClient, store }: AppProps): JSX.Element {
  const [token, setToken] = useState(() => store.getItem(TOKEN));
  const [why, setWhy] = useState("");
  const client = useMemo(() => makeClient(token), [token]);

  const enter = (given: string): void => {
    store.setItem(TOKEN, given);
    setWhy("");
    setToken(given);
  };
  const leave = (reason: string): void => {
    store.removeItem(TOKEN);
    setWhy(reason);
    setToken(null);
  };

  if (!token) return <SignIn client={client} why={why} onDone={enter} />;
  return (
    <Board
      key={token}
      client={client}
      onSignOut={() => {
        void client.logout().catch(() => undefined);
        leave("");
      }}
      onUnauthorized={() => leave("You were signed out. Please sign in again.")}
    />
  );
}
