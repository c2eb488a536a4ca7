/** Watching a run: the page of its worker, live, over a socket. */
import type { PersonInput, WatchSaid, WatchTold } from "./generated/types.ts";

/** What whoever watches hears. */
export interface WatchHearer {
  told: (told: WatchTold) => void;
  picture: (picture: Blob) => void;
  /** The socket is closed, whoever closed it. */
  gone: () => void;
}

/** A run that is watched, until the signal says otherwise. */
export interface Watched {
  /** Asks for the newest picture, as soon as there is another. */
  next: () => void;
  take: () => void;
  handBack: () => void;
  does: (input: PersonInput) => void;
}

/** Opens the socket. What is said before it is open, but for the first picture that is asked for, goes nowhere. */
export function watched(
  at: { base: string; token: string | null },
  id: string,
  hearer: WatchHearer,
  signal: AbortSignal,
): Watched {
  const address = new URL(`${at.base}/api/runs/${encodeURIComponent(id)}/watch`, globalThis.location?.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.binaryType = "blob";
  const say = (said: WatchSaid): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said));
  };
  const options = { signal };
  socket.addEventListener(
    "open",
    () => {
      say({ type: "watch", token: at.token ?? "" });
      say({ type: "next" });
    },
    options,
  );
  socket.addEventListener(
    "message",
    ({ data }: MessageEvent<Blob | string>) => {
      if (typeof data === "string") hearer.told(JSON.parse(data) as WatchTold);
      else hearer.picture(data);
    },
    options,
  );
  socket.addEventListener("close", () => hearer.gone(), options);
  signal.addEventListener("abort", () => socket.close());
  return {
    next: () => say({ type: "next" }),
    take: () => say({ type: "take" }),
    handBack: () => say({ type: "hand_back" }),
    does: (input) => say({ type: "input", input }),
  };
}
