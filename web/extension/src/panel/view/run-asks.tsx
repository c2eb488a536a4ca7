import type { RunData } from "@screen-agent/api";
import { AnswerField, Button, Form, Notice, oneLine, Prose, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PanelState } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";

/** How often the server is asked whether a run asks, in milliseconds. */
const EVERY = 20_000;
/** Runs that are looked through: of more, the newest ask first. */
const MOST = 20;
/** Longest order that is shown. */
const ORDER = 120;

interface Props {
  panel: Panel;
  state: PanelState;
}

/** What workers ask, whose runs wait for the person: told here as well as in the console. */
export function RunAsks({ panel, state }: Props): JSX.Element | null {
  const [asks, setAsks] = useState<readonly RunData[]>([]);
  const { email } = state.account ?? {};
  useEffect(() => {
    const until = new AbortController();
    setAsks([]);
    const look = async (): Promise<void> => {
      // Nobody reads a panel that is hidden.
      if (document.hidden) return;
      const page = await panel.outside.client()?.runs({ status: "waiting", limit: MOST }, until.signal);
      if (page && !until.signal.aborted) setAsks(page.runs.filter(({ answerable }) => answerable));
    };
    // Where it cannot be known it is asked again the next time, and the console tells.
    const again = (): void => void look().catch(() => undefined);
    again();
    const timer = setInterval(again, EVERY);
    document.addEventListener("visibilitychange", again, { signal: until.signal });
    return () => {
      clearInterval(timer);
      until.abort();
    };
  }, [panel, email, state.settings.server]);
  if (asks.length === 0) return null;
  return (
    <section class="leases" aria-label="Runs that ask" aria-live="polite">
      {asks.map((run) => (
        <Ask
          key={`${run.id} ${run.question}`}
          panel={panel}
          run={run}
          at={`${state.settings.server}/#/runs/${run.id}`}
          onAnswered={() => setAsks((all) => all.filter(({ id }) => id !== run.id))}
        />
      ))}
    </section>
  );
}

interface AskProps {
  panel: Panel;
  run: RunData;
  /** Where the console shows it. */
  at: string;
  onAnswered: () => void;
}

function Ask({ panel, run: { id, instruction, question = "" }, at, onAnswered }: AskProps): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const answer = async (words: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await panel.outside.client()?.answerRun(id, words, question);
      onAnswered();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The answer did not arrive. Try again.");
      setBusy(false);
    }
  };
  return (
    <section class="lease asked" aria-labelledby={`run-${id}`}>
      <h2 id={`run-${id}`}>
        A run asks: <bdi>“{oneLine(veiled(instruction), ORDER)}”</bdi>
      </h2>
      <Prose text={question} />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Form onWords={(words) => void answer(words("answer").trim())}>
        <AnswerField />
        <div class="buttons">
          <Button submit kind="primary" disabled={busy}>
            Answer
          </Button>
          <a href={at} target="_blank" rel="noreferrer">
            See its browser
          </a>
        </div>
      </Form>
    </section>
  );
}
