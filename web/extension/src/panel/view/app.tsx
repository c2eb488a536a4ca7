import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PanelState } from "../../shared/protocol.ts";
import { isAnswering, isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";
import { AskChat } from "./ask.tsx";
import { Bar } from "./bar.tsx";
import { Chat } from "./chat.tsx";
import { Collections } from "./collections.tsx";
import { Composer } from "./composer.tsx";
import { Debug } from "./debug.tsx";
import { History } from "./history.tsx";
import { Leases } from "./leases.tsx";
import { PointingBanner } from "./pointing.tsx";
import { Recorded, RecordingBanner } from "./recording.tsx";
import { RunAsks } from "./run-asks.tsx";
import { Settings } from "./settings.tsx";
import { SignIn } from "./sign-in.tsx";
import { StopDialog } from "./stop.tsx";
import { Welcome } from "./welcome.tsx";

/** The whole panel. */
export function App({ panel }: { panel: Panel }): JSX.Element {
  const state = panel.outside.state.value;
  useTheme(state);
  if (!state) return <Starting />;
  return (
    <>
      {state.account ? <Signed panel={panel} state={state} /> : <SignIn panel={panel} state={state} />}
      <Sheets panel={panel} state={state} />
    </>
  );
}

interface Props {
  panel: Panel;
  state: PanelState;
}

function Signed({ panel, state }: Props): JSX.Element {
  useEscapeToStop(panel);
  const { recording, pointing } = state;
  if (panel.welcoming.value && !isOpen(state) && !isAnswering(state)) return <Welcome panel={panel} />;
  return (
    <div class="frame">
      <Bar panel={panel} state={state} />
      <Leases panel={panel} state={state} />
      <RunAsks panel={panel} state={state} />
      {pointing && <PointingBanner panel={panel} pointing={pointing} />}
      {recording && <RecordingBanner panel={panel} recording={recording} />}
      {recording?.standing === "done" ? (
        <Recorded panel={panel} recording={recording} />
      ) : (
        <Way panel={panel} state={state} />
      )}
    </div>
  );
}

/** Doing, or asking. */
function Way({ panel, state }: Props): JSX.Element {
  return (
    <>
      {panel.asking.way.value === "ask" ? (
        <AskChat panel={panel} state={state} />
      ) : (
        <Chat panel={panel} state={state} />
      )}
      <Composer key={state.tab?.id ?? 0} panel={panel} state={state} />
    </>
  );
}

function Sheets({ panel, state }: Props): JSX.Element | null {
  const sheet = panel.sheet.value;
  const { tab } = state;
  useForgetting(panel, [tab?.id, tab?.url, panel.asking.way.value, sheet].join(" "));
  const close = (): void => {
    panel.sheet.value = null;
  };
  switch (sheet) {
    case "history":
      return <History panel={panel} state={state} onClose={close} />;
    case "collections":
      return <Collections panel={panel} state={state} onClose={close} />;
    case "debug":
      return <Debug state={state} onClose={close} />;
    case "settings":
      return <Settings panel={panel} state={state} onClose={close} />;
    case "stop":
      if (!isOpen(state) && !isAnswering(state)) return null;
      return <StopDialog panel={panel} what={isOpen(state) ? "task" : "answer"} onClose={close} />;
    case null:
      return null;
  }
}

/** Before the worker has said anything; the same as the page shows before any script ran. */
function Starting(): JSX.Element {
  return (
    <div class="starting" role="status">
      <span class="unseen">Starting</span>
      <span class="bone" />
      <span class="bone short" />
    </div>
  );
}

/** Escape asks whether to stop, wherever the focus is, unless something nearer took it. */
function useEscapeToStop(panel: Panel): void {
  useEffect(() => {
    const leaving = new AbortController();
    const pressed = (event: KeyboardEvent): void => {
      const state = panel.outside.state.value;
      if (
        event.key !== "Escape" ||
        event.defaultPrevented ||
        event.isComposing ||
        panel.sheet.value ||
        !state ||
        !(isOpen(state) || isAnswering(state))
      )
        return;
      event.preventDefault();
      panel.sheet.value = "stop";
    };
    document.addEventListener("keydown", pressed, { signal: leaving.signal });
    return () => leaving.abort();
  }, [panel]);
}

/** What went wrong in one place is no news in another. */
function useForgetting(panel: Panel, place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current !== place) panel.problem.value = null;
    before.current = place;
  }, [panel, place]);
}

/** The last theme is kept beside the panel, so that the next opening begins with it. */
function useTheme(state: PanelState | null): void {
  const theme = state?.settings.theme;
  useEffect(() => {
    if (!theme) return;
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
  }, [theme]);
}
