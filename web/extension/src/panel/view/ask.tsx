import {
  AnswerTurn,
  AskProgress,
  Button,
  hostOf,
  ProblemNotice,
  QuestionTurn,
  Stream,
  ToolApprovalCard,
  ToolResults,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AskMessage, AskView } from "../../shared/ask.ts";
import type { PanelState } from "../../shared/protocol.ts";
import { isAnswering } from "../open.ts";
import type { Panel } from "../panel.ts";
import { Beside, Earlier, Elsewhere } from "./chat.tsx";
import { Notices } from "./notices.tsx";

interface Props {
  panel: Panel;
  state: PanelState;
}

/** Questions about the page, their answers, and what the person is asked on the way. */
export function AskChat({ panel, state }: Props): JSX.Element {
  const { ask } = state;
  const open = isAnswering(state);
  return (
    <main class="chat asks">
      <div class="above">
        <Elsewhere panel={panel} state={state} />
        <Beside panel={panel} state={state} />
        <Notices
          panel={panel}
          state={state}
          restricted="The browser keeps extensions away from this page: it cannot be read. You can still ask about a collection."
        />
      </div>
      {ask && ask.messages.length > 0 ? <Talk panel={panel} ask={ask} /> : <Empty panel={panel} state={state} />}
      <div class="below">
        {ask && open && <Asked panel={panel} ask={ask} />}
        <p class="missed" role="status">
          {panel.asking.missed.value}
        </p>
        <AskProgress
          activity={ask?.activity ?? null}
          progress={ask?.progress ?? null}
          open={open}
          waiting={ask?.status === "waiting"}
          onStop={() => panel.stop()}
        />
      </div>
    </main>
  );
}

/** Turns that are shown at first. */
const SHOWN = 40;

function Talk({ panel, ask }: { panel: Panel; ask: AskView }): JSX.Element {
  const { messages, problem, status } = ask;
  const [most, setMost] = useState(SHOWN);
  const hidden = Math.max(0, messages.length - most);
  const last = messages.at(-1);
  return (
    <Stream
      label="Questions and answers"
      land="last"
      mark={`${messages.length} ${last?.id ?? ""} ${status} ${problem?.code ?? ""}`}
    >
      <Earlier hidden={hidden} onShow={() => setMost(most + SHOWN)} />
      {messages.slice(hidden).map((message) => (
        <Turn key={message.id} panel={panel} message={message} />
      ))}
      {status === "idle" && problem && (
        <div class="ended">
          <ProblemNotice {...problem} now={panel.outside.now.value} />
          <Again panel={panel} messages={messages} />
        </div>
      )}
    </Stream>
  );
}

function Turn({ panel, message }: { panel: Panel; message: AskMessage }): JSX.Element {
  const at = new Date(message.at).toISOString();
  if (message.from === "person") return <QuestionTurn text={message.text} at={at} />;
  const { asking } = panel;
  const { title, render, citations, tools, results = [] } = message;
  return (
    <AnswerTurn
      title={title}
      render={render}
      citations={citations}
      tools={tools}
      at={at}
      onFocus={(citation) => asking.point(citation)}
      onBlur={() => asking.leave()}
      onChoose={(citation) => void asking.choose(citation)}
    >
      <ToolResults
        results={results}
        server={panel.outside.state.value?.settings.server ?? ""}
        onOpenArtifact={(artifactId) => panel.collecting.show({ kind: "openArtifact", artifactId })}
        onOpenCollection={(collectionId) => panel.collecting.show({ kind: "openCollection", collectionId })}
      />
    </AnswerTurn>
  );
}

/** The last question once more. */
function Again({ panel, messages }: { panel: Panel; messages: AskMessage[] }): JSX.Element | null {
  const last = messages.findLast((message) => message.from === "person");
  if (last?.from !== "person") return null;
  return (
    <Button disabled={panel.busy.value} onClick={() => void panel.asking.ask(last.text, last.task)}>
      Ask again
    </Button>
  );
}

function Empty({ panel, state }: Props): JSX.Element {
  const about = panel.asking.about.value;
  const where = state.tab && !state.tab.restricted ? hostOf(state.tab.url) : null;
  return (
    <div class="empty">
      <h2>
        {about
          ? "What do you want to know of this collection?"
          : where
            ? "What do you want to know of this page?"
            : "What do you want to know?"}
      </h2>
      <p class="soft">
        The answer says where its facts stand; point at a source to see it on the page. Nothing is done on the page
        unless you allow it.
      </p>
      {state.hasModel === false && (
        <p class="soft">This server has no language model: answers are quoted from the page, word for word.</p>
      )}
    </div>
  );
}

/** What needs the person now. */
function Asked({ panel, ask }: { panel: Panel; ask: AskView }): JSX.Element | null {
  const now = panel.outside.now.value;
  const [approval] = ask.approvals;
  const card = ask.problem ? (
    <ProblemNotice {...ask.problem} now={now} onRetry={() => panel.asking.retry()} />
  ) : approval ? (
    <ToolApprovalCard
      key={approval.fingerprint}
      approval={approval}
      of={ask.approvals.length}
      now={now}
      busy={panel.busy.value}
      onAnswer={(allow) => panel.asking.answer(approval.callId, approval.fingerprint, allow)}
    />
  ) : null;
  return card && <div class="dock">{card}</div>;
}
