import type { WireApprovalRequest } from "@screen-agent/api";
import {
  ApprovalCard,
  Button,
  ChatTurn,
  hostOf,
  Icon,
  Ledger,
  NOT_YET,
  Notice,
  PlanWidget,
  ProblemNotice,
  QuestionCard,
  Said,
  StandingBadge,
  Stream,
  standingWord,
  TaskCompletedCard,
  TaskHeader,
  veiled,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PanelState, SiteKnowledge, StepView, TaskView } from "../../shared/protocol.ts";
import { deedsOf, undoOf } from "../ending.ts";
import { dismiss, showsOnce } from "../once.ts";
import { goesOn, isAnswering, isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";
import { planOfLedger, turnsOf } from "../turns.ts";
import { cameOf, EachRow } from "./each-row.tsx";
import { Notices } from "./notices.tsx";
import { Correct } from "./pointing.tsx";
import { Record } from "./recording.tsx";
import { Keep, Offers } from "./workflows.tsx";

interface Props {
  panel: Panel;
  state: PanelState;
}

/** The task, the conversation, and what the person is asked. */
export function Chat({ panel, state }: Props): JSX.Element {
  const { task, rows } = state;
  const words = panel.outside.conversation.value.messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  return (
    <Said.Provider value={task ? [...words, task.query] : words}>
      <main class="chat">
        <div class="above">
          <Elsewhere panel={panel} state={state} />
          {goesOn(task) && <Now panel={panel} task={task} among={rows !== null} />}
          {rows && <EachRow panel={panel} rows={rows} stops={!goesOn(task)} />}
          <Beside panel={panel} state={state} />
          <TaskNotices panel={panel} state={state} />
        </div>
        <Talk panel={panel} state={state} />
        {/* Always there, so that its words are read aloud. */}
        <p class="unseen" role="status">
          {isOpen(state) ? "" : rows ? cameOf(rows) : task && endOf(task)}
        </p>
        {task && <Asked panel={panel} task={task} />}
      </main>
    </Said.Provider>
  );
}

/** How a task ended, for those who are told of it. */
const endOf = ({ status, result, asks }: TaskView): string =>
  asks ? `${NOT_YET}: the site asks “${asks.text}”` : `${standingWord(status)}. ${result ?? ""}`;

/** A plan of one row among many stays folded. */
function Now({ panel, task, among }: { panel: Panel; task: TaskView; among: boolean }): JSX.Element {
  const plan = task.plan ?? planOfLedger(task.ledger);
  const plans = !task.chatOnly && (plan !== null || (task.status === "running" && task.steps.length === 0));
  return (
    <div class="now">
      <TaskHeader
        standing={task.status}
        query={task.query}
        activity={task.activity}
        startedAt={task.startedAt}
        endedAt={task.endedAt}
        now={panel.outside.now.value}
        onStop={() => panel.stop()}
      />
      {plans && (
        <PlanWidget
          key={`${task.startedAt} ${task.status}`}
          plan={plan}
          ended={false}
          open={task.status === "running" && !among}
        />
      )}
      {plan === task.plan && <Ledger clauses={task.ledger} ended={false} open={false} />}
    </div>
  );
}

/** Other tabs that something is being done on. */
export function Elsewhere({ panel, state }: Props): JSX.Element | null {
  const { elsewhere } = state;
  if (elsewhere.length === 0) return null;
  const atWork = elsewhere.filter((each) => each.status === "running").length;
  const waiting = elsewhere.filter((each) => each.status === "waiting").length;
  return (
    <details class="elsewhere fold">
      <summary>
        <span>
          {elsewhere.length === 1 ? "1 other tab" : `${elsewhere.length} other tabs`}
          {atWork > 0 && `, ${atWork} at work`}
          {waiting > 0 && <strong>, {waiting} waiting for you</strong>}
        </span>
      </summary>
      <ul>
        {elsewhere.map(({ tabId, query, status }) => (
          <li key={tabId}>
            <button type="button" onClick={() => panel.outside.goTo(tabId)}>
              <StandingBadge standing={status} />
              <span class="cut" dir="auto">
                {veiled(query)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What goes on in this tab where the panel does not look at present. */
export function Beside({ panel, state }: Props): JSX.Element | null {
  const asks = panel.asking.way.value === "ask";
  const other = asks ? isOpen(state) : isAnswering(state);
  if (!other) return null;
  const waits = asks ? state.task?.status === "waiting" : state.ask?.status === "waiting";
  const what = asks
    ? waits
      ? "The task on this page waits for you."
      : "A task is at work on this page."
    : waits
      ? "Your question waits for you."
      : "Your question is being answered.";
  return (
    <Notice kind={waits ? "warn" : "info"}>
      <p>{what}</p>
      <Button onClick={() => panel.asking.turn(asks ? "do" : "ask")}>Show it</Button>
    </Notice>
  );
}

const NO_KNOWLEDGE =
  "There isn’t any knowledge present for this website — all our suggestions are based on publicly available information.";

function TaskNotices({ panel, state }: Props): JSX.Element {
  const { task, tab } = state;
  const connection = panel.outside.conversation.value.connection;
  return (
    <Notices
      panel={panel}
      state={state}
      restricted="The browser keeps extensions away from this page: nothing can be seen or done on it. You can still ask something, or say which website to open."
    >
      {state.sessionId && connection === "offline" && !task?.problem && (
        <Notice kind="warn" icon="offline">
          The server cannot be reached. What you see may be old; we keep trying.
        </Notice>
      )}
      {task?.hasOrgKnowledge === false &&
        state.hasModel !== false &&
        task.taskId &&
        !task.chatOnly &&
        tab &&
        !tab.restricted && (
          <Unknown key={`${hostOf(tab.url)} ${task.taskId}`} host={hostOf(tab.url)} taskId={task.taskId} />
        )}
    </Notices>
  );
}

/** Said once for each site. */
function Unknown({ host, taskId }: { host: string; taskId: string }): JSX.Element | null {
  const [shows, setShows] = useState(() => showsOnce(host, taskId));
  if (!shows) return null;
  const away = (): void => {
    dismiss(host);
    setShows(false);
  };
  return (
    <Notice kind="info" onDismiss={away}>
      {NO_KNOWLEDGE}
    </Notice>
  );
}

/** Turns that are shown at first. */
const SHOWN = 200;

function Talk({ panel, state }: Props): JSX.Element {
  const { messages, timelines, loaded } = panel.outside.conversation.value;
  const { task } = state;
  const [most, setMost] = useState(SHOWN);
  const lived = useRef<Map<string, readonly StepView[]>>(new Map());
  if (task?.taskId) lived.current.set(task.taskId, task.steps);
  const turns = turnsOf(messages, task, timelines, lived.current);
  const hidden = Math.max(0, turns.length - most);
  const last = turns.findLastIndex(({ message }) => message.actionString !== undefined);
  const mark = `${turns.length} ${turns.at(-1)?.message.messageId ?? ""} ${task?.status ?? ""}`;
  // What came of rows is told above, and nothing has to be begun beside it.
  if (turns.length === 0 && !task && state.rows) return <div />;
  if (turns.length === 0 && !task)
    return <Empty panel={panel} state={state} loading={state.sessionId !== null && !loaded} />;
  return (
    <Stream label="Conversation" mark={mark}>
      <Earlier hidden={hidden} onShow={() => setMost(most + SHOWN)} />
      {turns.slice(hidden).map(({ key, message, step, sending }, at) => (
        <ChatTurn
          key={key}
          message={message}
          step={step}
          latest={at + hidden === last && task?.status === "running"}
          sending={sending}
        />
      ))}
      {task && <Ended panel={panel} task={task} among={isOpen(state)} />}
    </Stream>
  );
}

/** A long conversation unfolds backwards. */
export function Earlier({ hidden, onShow }: { hidden: number; onShow: () => void }): JSX.Element | null {
  if (hidden === 0) return null;
  return (
    <Button class="earlier" onClick={onShow}>
      Show earlier messages
    </Button>
  );
}

function Empty({ panel, state, loading }: Props & { loading: boolean }): JSX.Element {
  useGlance(panel, state);
  if (loading) {
    return (
      <div class="empty" role="status">
        <span class="unseen">Loading the conversation</span>
        <span class="bone" />
        <span class="bone short" />
      </div>
    );
  }
  const where = state.tab && !state.tab.restricted ? hostOf(state.tab.url) : null;
  return (
    <div class="empty">
      <h2>What should be done{where ? " here" : ""}?</h2>
      <p class="soft">
        Say it in your own words. You see every step, each one is checked, and you can stop at any moment.
      </p>
      {where && state.examples.length > 0 && (
        <ul class="examples" aria-label="Examples for this page">
          {state.examples.map((example) => (
            <li key={example}>
              <Button onClick={() => panel.rephrase(example)}>
                <bdi>{example}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {where && <Offers panel={panel} state={state} />}
      {where && <Record panel={panel} state={state} />}
      {where && <Works state={state} />}
    </div>
  );
}

/** What works here and what does not: by whether there is a model, and what the organisation knows of the site. */
function Works({ state }: { state: PanelState }): JSX.Element | null {
  const { hasModel, examples, knowledge } = state;
  if (hasModel === null) return null;
  const rows: readonly { works: boolean; words: string }[] = hasModel
    ? [
        { works: true, words: "Tasks in your own words, questions about pages, and comparing pages" },
        ...(knowledge ? [{ works: knowledge === "here", words: KNOWLEDGE[knowledge] }] : []),
      ]
    : [
        {
          works: true,
          words: `Plain instructions${examples.length > 0 ? " such as these" : ""}, one after the other`,
        },
        { works: true, words: "Questions, answered by quoting the page: this server has no language model" },
      ];
  return (
    <section class="works small" aria-label="What works here">
      <h3>What works here</h3>
      <ul>
        {rows.map(({ works, words }) => (
          <li key={words} class={works ? "" : "soft"}>
            <Icon name={works ? "check" : "cross"} />
            <span>
              {!works && <span class="unseen">Not: </span>}
              {words}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const KNOWLEDGE: Record<SiteKnowledge, string> = {
  here: "What your organisation knows about this site",
  elsewhere: "Your organisation’s knowledge: none of it is about this site",
  none: "Your organisation’s knowledge: none has been added",
};

/** The page is looked at for examples when there is nothing else to show, here alone. */
function useGlance(panel: Panel, { tab }: PanelState): void {
  const url = tab && !tab.restricted ? tab.url : "";
  useEffect(() => {
    if (url) panel.glance();
  }, [panel, tab?.id, url]);
}

/** What it came to. Of a row that another follows nothing more can be asked. */
function Ended({ panel, task, among }: { panel: Panel; task: TaskView; among: boolean }): JSX.Element | null {
  if (task.status === "running" || task.status === "waiting") return null;
  const say = (query: string): void => panel.withTab((tabId) => ({ kind: "start", tabId, query }));
  const again = (): void =>
    panel.withTab((tabId) => ({
      kind: "start",
      tabId,
      query: task.query,
      ...(task.attachment ? { attachment: task.attachment } : {}),
    }));
  const { from, to } = task.place;
  return (
    <>
      {task.problem && <ProblemNotice {...task.problem} now={panel.outside.now.value} />}
      <TaskCompletedCard
        standing={task.status}
        result={task.result}
        durationMs={(task.endedAt ?? task.startedAt) - task.startedAt}
        deeds={deedsOf(task.steps)}
        ledger={task.ledger}
        led={from !== to && to && /^https?:/.test(to) ? to : null}
        asks={task.asks}
        downloads={task.steps.flatMap(({ downloads = [] }) => downloads)}
        onShow={(id) => panel.withTab((tabId) => ({ kind: "showDownload", tabId, id }))}
        undo={undoOf(task)}
        {...(among || task.workflow
          ? {}
          : { onSay: say, onAgain: again, onRephrase: () => panel.rephrase(task.query) })}
        {...(task.taskId ? { onReport: (format) => void panel.report(format) } : {})}
      />
      <Keep key={task.taskId} panel={panel} task={task} />
      {task.workflow && task.status === "failed" && <Correct panel={panel} id={task.workflow} />}
    </>
  );
}

/** Name of the control that a yes is asked for. */
function targetOf(task: TaskView, approval: WireApprovalRequest): string | null {
  const last = task.steps.at(-1);
  if (last?.action === approval.action) return last.target;
  return task.debug?.tree.find(({ id }) => id === String(approval.elementId))?.name ?? null;
}

/** What is asked about is outlined on the page for as long as it is asked. */
function useMarks(panel: Panel, ids: readonly string[]): void {
  const all = ids.join(" ");
  useEffect(() => {
    if (all === "") return;
    panel.mark(ids);
    return () => panel.mark([]);
  }, [panel, all]);
}

/** True when the same was asked before, and the time to answer it was up. */
function useRenewed(approval: WireApprovalRequest | null, now: number): boolean {
  const before = useRef<WireApprovalRequest | null>(null);
  const renewed = useRef(false);
  if (approval && before.current?.fingerprint !== approval.fingerprint) {
    const last = before.current;
    renewed.current = last !== null && last.action === approval.action && last.expiresAt <= now;
    before.current = approval;
  }
  return renewed.current;
}

/** What needs the person now stands between the conversation and the composer, in view whatever was scrolled. */
function Asked({ panel, task }: { panel: Panel; task: TaskView }): JSX.Element | null {
  const { question, approval, problem, status } = task;
  const now = panel.outside.now.value;
  const renewed = useRenewed(approval, now);
  const asked = approval ? [approval.elementId] : (question?.offers ?? []).map(({ elementId }) => elementId);
  const ids = asked.flatMap((id) => (id === undefined ? [] : `${id}`));
  useMarks(panel, ids);
  if (status !== "running" && status !== "waiting") return null;
  const card = problem ? (
    <ProblemNotice {...problem} now={now} onRetry={() => panel.retry()} />
  ) : approval ? (
    <ApprovalCard
      request={approval}
      target={targetOf(task, approval)}
      leads={task.leads}
      renewed={renewed}
      now={now}
      busy={panel.busy.value}
      onAnswer={(allow, scope) =>
        panel.withTab((tabId) => ({ kind: "approve", tabId, fingerprint: approval.fingerprint, allow, scope }))
      }
      onExpired={() => panel.retry()}
    />
  ) : question ? (
    <QuestionCard
      {...question}
      now={now}
      busy={panel.busy.value || status === "running"}
      onChoose={(text) => panel.withTab((tabId) => ({ kind: "answer", tabId, text }))}
      onPoint={(offer) => panel.mark(offer?.elementId === undefined ? ids : [`${offer.elementId}`])}
      onResolve={(values) => panel.withTab((tabId) => ({ kind: "resume", tabId, values }))}
      onSeenTo={() => panel.withTab((tabId) => ({ kind: "resume", tabId }))}
    />
  ) : null;
  return card && <div class="dock">{card}</div>;
}
