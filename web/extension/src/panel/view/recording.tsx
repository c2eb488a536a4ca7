import { ActionBadge, Button, count, Field, Form, hostOf, IconButton, Notice, Tick } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { PanelState } from "../../shared/protocol.ts";
import type { RecordingView } from "../../shared/recording.ts";
import { isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";
import { Trouble } from "./notices.tsx";

interface Props {
  panel: Panel;
  recording: RecordingView;
}

/** Whether what the person does here could be recorded now. */
export function canRecord(state: PanelState): boolean {
  return state.tab !== null && !state.tab.restricted && state.access && !isOpen(state) && !state.recording;
}

/** Begins to record what the person does on the tab. */
export function Record({ panel, state }: { panel: Panel; state: PanelState }): JSX.Element | null {
  if (!canRecord(state)) return null;
  return (
    <Button
      class="record"
      icon="record"
      title="Do it yourself once: your steps are kept, and can be done again without a model"
      onClick={() => panel.withTab((tabId) => ({ kind: "startRecording", tabId }))}
    >
      Record what I do here
    </Button>
  );
}

/** What is under way: above everything else, for all that is done on the tab is noted. */
export function RecordingBanner({ panel, recording }: Props): JSX.Element | null {
  const { standing, tabId, steps, name } = recording;
  if (standing === "done") return null;
  if (standing === "kept")
    return (
      <section class="recording" aria-label="Recording">
        <p role="status">
          Kept as <bdi>“{name}”</bdi>. It is offered on its site, and runs without a model.
        </p>
        <div class="buttons">
          <Button onClick={() => void panel.ask({ kind: "forgetRecording", tabId })}>Close</Button>
        </div>
      </section>
    );
  const paused = standing === "paused";
  const last = steps.at(-1);
  return (
    <section class={paused ? "recording" : "recording on"} aria-label="Recording">
      <p role="status">
        <strong>{paused ? "The recording is paused" : "Recording what you do on this tab"}</strong>{" "}
        <span class="small">{count(steps.length, "step")}</span>
      </p>
      {last ? (
        <p class="small last">
          <ActionBadge action={last.action} target={last.name} />
        </p>
      ) : (
        <p class="small">Do on the page what is to be done. Secrets are not recorded.</p>
      )}
      <div class="buttons">
        <Button kind="primary" onClick={() => void panel.ask({ kind: "finishRecording", tabId })}>
          Finish
        </Button>
        <Button onClick={() => void panel.ask({ kind: "pauseRecording", tabId, paused: !paused })}>
          {paused ? "Go on" : "Pause"}
        </Button>
        <Button onClick={() => void panel.ask({ kind: "forgetRecording", tabId })}>Discard</Button>
      </div>
    </section>
  );
}

/** What was recorded, to be looked through before it is kept. */
export function Recorded({ panel, recording }: Props): JSX.Element {
  const { tabId, steps, left, why, name } = recording;
  return (
    <main class="recorded" aria-labelledby="recorded-title">
      <h2 id="recorded-title">What you did</h2>
      {why && (
        <Notice kind="warn" icon="warn">
          The recording ended by itself. {why}
        </Notice>
      )}
      {left.map((words) => (
        <Notice key={words} kind="warn" icon="warn">
          {words}
        </Notice>
      ))}
      {steps.length === 0 ? (
        <p class="soft">Nothing was recorded that could be done again.</p>
      ) : (
        <ol aria-label="Steps">
          {steps.map((step, at) => (
            <Step key={at} panel={panel} tabId={tabId} step={step} at={at} />
          ))}
        </ol>
      )}
      <Trouble panel={panel} />
      <Form onWords={(words) => void panel.ask({ kind: "keepRecording", tabId, name: words("name").trim() })}>
        {steps.length > 0 && (
          <Field
            label="What it is called"
            name="name"
            required
            maxLength={200}
            defaultValue={name || (panel.tab && hostOf(panel.tab.url)) || ""}
            autocomplete="off"
          />
        )}
        <div class="buttons">
          {steps.length > 0 && (
            <Button submit kind="primary" disabled={panel.busy.value}>
              Keep
            </Button>
          )}
          <Button onClick={() => void panel.ask({ kind: "forgetRecording", tabId })}>Discard</Button>
        </div>
      </Form>
    </main>
  );
}

interface StepProps {
  panel: Panel;
  tabId: number;
  step: RecordingView["steps"][number];
  at: number;
}

/** A step, which can be left out; what was entered in it stays as it is, or is asked for each time. */
function Step({ panel, tabId, step, at }: StepProps): JSX.Element {
  const { action, name, secret, varies, value } = step;
  return (
    <li>
      <div class="step-line">
        <span class="what">
          <ActionBadge action={action} target={name} />
          {secret && <span class="soft small">A secret: it was not recorded, and is asked for each time.</span>}
          {value && (
            <Tick
              class="each"
              checked={varies}
              onChange={(checked) => panel.ask({ kind: "varyStep", tabId, step: at, varies: checked })}
            >
              Ask for this each time
            </Tick>
          )}
        </span>
        <IconButton
          small
          icon="trash"
          label={`Leave step ${at + 1} out`}
          onClick={() => void panel.ask({ kind: "dropStep", tabId, step: at })}
        />
      </div>
    </li>
  );
}
