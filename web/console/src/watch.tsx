/** The page of a run's worker, live, and the person's own hands on it. */
import type { PersonInput, Watched, WatchState, WatchTold } from "@screen-agent/api";
import { Button, Field, Form, Notice } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useServer } from "./server.ts";
import { keyInput, LEAVE, mouseInput, wheelInput } from "./watch-keys.ts";

/** How soon a socket that broke off is opened again, in milliseconds. */
const AGAIN = 1_000;
/** How long lies between two pictures for who wants little motion, in milliseconds. */
const CALM = 1_000;

const WORDS: Record<WatchState, string> = {
  seeking: "Looking for the worker …",
  watching: "The agent works on this page. You are watching.",
  taking: "The agent finishes its step; then the page is yours.",
  taken_over: `The page is yours: your mouse and keys go to it. ${LEAVE} brings your keys back here.`,
};

type Standing = { state: WatchState; withheld: boolean };

interface Shown {
  standing: Standing;
  /** The address of the newest picture. */
  picture: string | null;
  trouble: string | null;
  /** Why nothing more is shown. */
  ended: string | null;
  handedBack: boolean;
}

const NOTHING: Shown = {
  standing: { state: "seeking", withheld: false },
  picture: null,
  trouble: null,
  ended: null,
  handedBack: false,
};

/** Offers to watch a run that a worker does. */
export function Watch({ id, onChanged }: { id: string; onChanged: () => void }): JSX.Element {
  const [open, setOpen] = useState(false);
  return open ? (
    <Live id={id} onChanged={onChanged} onClose={() => setOpen(false)} />
  ) : (
    <p>
      <Button icon="look" onClick={() => setOpen(true)}>
        Watch live
      </Button>
    </p>
  );
}

interface LiveProps {
  id: string;
  onChanged: () => void;
  onClose: () => void;
}

function Live({ id, onChanged, onClose }: LiveProps): JSX.Element {
  const { shown, run, again } = useWatched(id, onChanged);
  const { standing, picture, trouble, ended, handedBack } = shown;
  const isTaken = standing.state === "taken_over";
  const words = handedBack && standing.state === "watching" ? "Handed back: the agent looks again, and goes on." : null;
  const back = useRef<HTMLButtonElement>(null);
  return (
    <section class="live shelf" aria-label="The page, live">
      <p class="row">
        <span role="status" class="soft small">
          {ended ? "Nothing more is shown." : (words ?? WORDS[standing.state])}
        </span>
      </p>
      {ended && <Notice kind="info">{ended}</Notice>}
      {trouble && <Notice kind="warn">{trouble}</Notice>}
      {standing.withheld && !ended && (
        <Notice kind="info" icon="shield">
          A kept secret was entered here, and a picture could show it. None is sent until you have the page and the
          secret is not in view.
        </Notice>
      )}
      {!ended && (
        <Pane
          picture={standing.withheld ? null : picture}
          isTaken={isTaken}
          onInput={(input) => run.current?.does(input)}
          onLeave={() => back.current?.focus()}
        />
      )}
      <p class="row">
        {!ended && standing.state === "watching" && (
          <Button kind="primary" icon="press" onClick={() => run.current?.take()}>
            Take over
          </Button>
        )}
        {!ended && (standing.state === "taking" || isTaken) && (
          <Button ref={back} kind="primary" icon="back" onClick={() => run.current?.handBack()}>
            {isTaken ? "Hand back" : "Never mind"}
          </Button>
        )}
        {ended && (
          <Button icon="renew" onClick={again}>
            Watch here
          </Button>
        )}
        <Button icon="close" onClick={onClose}>
          {isTaken ? "Close: the agent goes on in half a minute" : "Stop watching"}
        </Button>
      </p>
      {isTaken && (
        <Form
          class="narrow"
          onWords={(put, form) => {
            form.reset();
            run.current?.does({ kind: "text", text: put("text") });
          }}
        >
          <Field
            label="Put a text where the page's keyboard is"
            name="text"
            required
            maxLength={10_000}
            autocomplete="off"
            hint="For keyboards on a screen, and signs that no key writes. It is kept nowhere."
          />
          <Button submit>Put it in</Button>
        </Form>
      )}
    </section>
  );
}

/** Watches a run for as long as this is shown and in view. */
function useWatched(id: string, onChanged: () => void) {
  const { client, onUnauthorized } = useServer();
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [round, setRound] = useState(0);
  const run = useRef<Watched | null>(null);
  const how = useRef({ onChanged, onUnauthorized });
  how.current = { onChanged, onUnauthorized };
  useEffect(() => {
    const until = new AbortController();
    let socket = new AbortController();
    let state: WatchState = "seeking";
    let address: string | null = null;
    let isOver = false;
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const change = (more: Partial<Shown>): void => setShown((before) => ({ ...before, ...more }));
    const told = (said: WatchTold): void => {
      if (said.type === "refused") change({ trouble: said.message });
      if (said.type === "state") {
        const handedBack = state === "taken_over" && said.state === "watching";
        // What a run asks is asked no more once it was handed back.
        if (handedBack) how.current.onChanged();
        const keeps = state === said.state ? {} : { handedBack, trouble: null };
        state = said.state;
        change({ standing: { state: said.state, withheld: said.withheld }, ...keeps });
      }
      if (said.type === "ended" && said.code !== "GOES_AWAY") {
        isOver = true;
        change({ ended: said.message, standing: NOTHING.standing });
        if (said.code === "UNAUTHORIZED") how.current.onUnauthorized();
        if (said.code === "RUN_NOT_HELD") how.current.onChanged();
      }
    };
    const picture = (blob: Blob): void => {
      const old = address;
      address = URL.createObjectURL(blob);
      change({ picture: address });
      const next = (): void => {
        if (old) URL.revokeObjectURL(old);
        run.current?.next();
      };
      if (calm.matches) setTimeout(next, CALM);
      else requestAnimationFrame(next);
    };
    const open = (): void => {
      if (until.signal.aborted || isOver || document.hidden) return;
      socket = new AbortController();
      const gone = (): void => {
        run.current = null;
        state = "seeking";
        change({ standing: NOTHING.standing });
        if (!isOver) setTimeout(open, AGAIN);
      };
      run.current = client.watchRun(id, { told, picture, gone }, socket.signal);
    };
    // Nobody sees a page in the background; what one has taken over one keeps.
    const turned = (): void => {
      if (document.hidden && state !== "taken_over") {
        socket.abort();
        run.current = null;
      } else if (!document.hidden && !run.current) open();
    };
    document.addEventListener("visibilitychange", turned, { signal: until.signal });
    setShown(NOTHING);
    open();
    return () => {
      until.abort();
      socket.abort();
      run.current = null;
      if (address) URL.revokeObjectURL(address);
    };
  }, [client, id, round]);
  return { shown, run, again: () => setRound((before) => before + 1) };
}

interface PaneProps {
  picture: string | null;
  isTaken: boolean;
  onInput: (input: PersonInput) => void;
  onLeave: () => void;
}

/** The picture, and what hands do on it once the page is theirs. */
function Pane({ picture, isTaken, onInput, onLeave }: PaneProps): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const say = useRef(onInput);
  say.current = onInput;
  // Before it is shown: the next key is the page's.
  useLayoutEffect(() => {
    if (isTaken) pane.current?.focus();
  }, [isTaken]);
  useLayoutEffect(() => {
    if (!isTaken || !pane.current) return;
    return handsOn(pane.current, image, (input) => say.current(input));
  }, [isTaken]);
  const press = (down: boolean) => (event: KeyboardEvent) => {
    if (!isTaken) return;
    if (down && event.key === LEAVE) {
      event.preventDefault();
      onLeave();
      return;
    }
    const input = keyInput(down, event);
    if (!input) return;
    event.preventDefault();
    onInput(input);
  };
  // While the page is theirs, all keys go to it.
  const named = isTaken
    ? {
        role: "application" as const,
        tabIndex: 0,
        "aria-label": `The worker's page. Your keys go to it; ${LEAVE} leaves it.`,
      }
    : { role: "img" as const, "aria-label": "A live picture of the worker's page" };
  return (
    <div
      ref={pane}
      class={isTaken ? "live-page taken" : "live-page"}
      {...named}
      onKeyDown={press(true)}
      onKeyUp={press(false)}
      onPaste={(event) => {
        const text = isTaken ? (event.clipboardData?.getData("text/plain") ?? "") : "";
        if (text) onInput({ kind: "text", text: text.slice(0, 10_000) });
      }}
      onContextMenu={(event) => isTaken && event.preventDefault()}
    >
      {picture ? <img ref={image} src={picture} alt="" draggable={false} /> : <p class="soft">No picture yet.</p>}
    </div>
  );
}

/** Hands the mouse over to the page: moves once a picture of the screen at most. */
function handsOn(
  pane: HTMLElement,
  image: { current: HTMLImageElement | null },
  say: (input: PersonInput) => void,
): () => void {
  const until = new AbortController();
  const { signal } = until;
  let move: PersonInput | null = null;
  const on = (does: "press" | "release" | "move") => (event: MouseEvent) => {
    const box = image.current?.getBoundingClientRect();
    if (!box) return;
    event.preventDefault();
    const input = mouseInput(does, event, box);
    if (does !== "move") {
      if (does === "press") pane.focus();
      move = null;
      say(input);
      return;
    }
    const first = move === null;
    move = input;
    if (first) {
      requestAnimationFrame(() => {
        if (move && !signal.aborted) say(move);
        move = null;
      });
    }
  };
  pane.addEventListener("mousedown", on("press"), { signal });
  pane.addEventListener("mouseup", on("release"), { signal });
  pane.addEventListener("mousemove", on("move"), { signal });
  pane.addEventListener(
    "wheel",
    (event) => {
      const box = image.current?.getBoundingClientRect();
      if (!box) return;
      event.preventDefault();
      say(wheelInput(event, box));
    },
    { signal, passive: false },
  );
  return () => until.abort();
}
