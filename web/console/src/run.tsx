/** One run: how it stands, what it asks, what it came to, and everything that was done. */
import type { CallbackStanding, RunCallback, RunData } from "@screen-agent/api";
import {
  AnswerField,
  Button,
  count,
  Form,
  Ledger,
  moment,
  Notice,
  Prose,
  StandingBadge,
  veiled,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { batchPlace } from "./batch.tsx";
import { Head } from "./columns.tsx";
import { Found } from "./found.tsx";
import { Sure } from "./listed.tsx";
import { hashOf } from "./place.ts";
import { RunFiles } from "./run-files.tsx";
import { isOver, RUN_WORDS } from "./run-words.ts";
import { useServer } from "./server.ts";
import { Tasks } from "./tasks.tsx";
import { useAct } from "./use-act.ts";
import { Watch } from "./watch.tsx";

interface RunPageProps {
  run: RunData;
  onChanged: () => void;
}

export function RunPage({ run, onChanged }: RunPageProps): JSX.Element {
  const { client } = useServer();
  const { problem, act } = useAct();
  const { word, standing } = RUN_WORDS[run.status];
  const change = (work: Promise<unknown>): Promise<void> => act(work.then(onChanged));
  const again = isOver(run.status) || (run.status === "waiting" && !run.answerable);
  const outcome = run.outcome;
  return (
    <>
      <Head title={veiled(run.instruction)}>
        {again && (
          <Button icon="renew" onClick={() => void change(client.retryRun(run.id))}>
            Try again
          </Button>
        )}
        {!isOver(run.status) && (
          <Sure
            label="Cancel this run"
            words="What it did so far is not undone."
            verb="Cancel it"
            onYes={() => void change(client.cancelRun(run.id))}
          >
            {(asking) => (
              <Button {...asking} icon="stop">
                Cancel
              </Button>
            )}
          </Sure>
        )}
      </Head>
      <p class="unseen" role="status">{`This run: ${word}`}</p>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <section class="shelf" aria-label="How it stands">
        <p class="row">
          <StandingBadge standing={standing} said={word} />
          <span class="soft small">{aboutOf(run)}</span>
          {run.batch && (
            <a class="small" href={hashOf({ section: "runs", id: batchPlace(run.batch.id) })}>
              Row {run.batch.row + 1} of {run.batch.id}
            </a>
          )}
        </p>
        <p class="small" dir="auto">
          {run.url}
        </p>
        {run.question && (
          <Notice kind="warn" icon="question">
            <strong>{run.answerable ? "It asks" : "It needs you"}</strong>
            <Prose text={run.question} />
          </Notice>
        )}
        {run.answerable && (
          <Form
            class="narrow"
            onWords={(words, form) => {
              form.reset();
              void change(client.answerRun(run.id, words("answer").trim(), run.question));
            }}
          >
            <AnswerField />
            <Button submit kind="primary">
              Answer
            </Button>
          </Form>
        )}
        {(run.status === "running" || run.answerable) && <Watch key={run.id} id={run.id} onChanged={onChanged} />}
        {run.callback && <p class="soft small">{callbackOf(run.callback)}</p>}
        {outcome?.result && outcome.result !== run.question && <Prose text={outcome.result} />}
        {outcome && outcome.ledger.length > 0 && <Ledger clauses={outcome.ledger} ended={isOver(run.status)} />}
      </section>
      {run.files && run.files.length > 0 && <RunFiles files={run.files} />}
      {outcome?.found && <Found found={outcome.found} name={`run-${run.id}`} />}
      {run.startedAt && !(isOver(run.status) && !outcome?.taskId) && (
        <Tasks key={run.sessionId} session={run.sessionId} info={null} />
      )}
    </>
  );
}

const CALLBACK_WORDS: Record<CallbackStanding, string> = {
  pending: "not told yet",
  told: "told",
  given_up: "not told, and given up",
};

function callbackOf({ site, standing, trouble }: RunCallback): string {
  const told = standing ? CALLBACK_WORDS[standing] : "to be told";
  return [`${site}: ${told}`, trouble ?? ""].filter(Boolean).join(" · ");
}

function aboutOf(run: RunData): string {
  return [
    `submitted ${moment(run.createdAt)}`,
    run.endedAt ? `over ${moment(run.endedAt)}` : "",
    run.worker ? `by ${run.worker}` : "",
    run.attempt > 1 ? `taken up ${count(run.attempt, "time")}` : "",
    run.profile ? `profile ${run.profile}` : "",
    run.priority === 0 ? "" : `priority ${run.priority}`,
    run.outcome ? count(run.outcome.steps, "step") : "",
    run.outcome?.costMicros ? `cost ${(run.outcome.costMicros / 1_000_000).toFixed(4)}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
