import type { ToolMode } from "@screen-agent/api/packet";
import { Button, Dialog, Field, Refusal } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { serverOrigin } from "../../shared/origin.ts";
import type { InputMode, PanelState, Theme } from "../../shared/protocol.ts";
import { isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";

interface Props {
  panel: Panel;
  state: PanelState;
  onClose: () => void;
}

const THEMES: { value: Theme; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** What can be chosen; each choice counts at once. */
export function Settings({ panel, state, onClose }: Props): JSX.Element {
  const { settings, account } = state;
  const problem = panel.problem.value;
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div class="settings">
        {problem && <Refusal {...problem} />}
        <fieldset>
          <legend>Theme</legend>
          <div class="choices">
            {THEMES.map(({ value, label }) => (
              <label key={value} class="choice">
                <input
                  type="radio"
                  name="theme"
                  checked={settings.theme === value}
                  onChange={() => panel.settings({ theme: value })}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>On the page</legend>
          <label class="choice">
            <input
              type="checkbox"
              checked={settings.highlights}
              onChange={(event) => panel.settings({ highlights: event.currentTarget.checked })}
            />
            <span>
              Outline what is going to be acted on
              <span class="soft small">The outline shows for a moment before each action.</span>
            </span>
          </label>
        </fieldset>
        <ToolChoice panel={panel} />
        <InputChoice panel={panel} state={state} />
        <Server panel={panel} state={state} />
        <Keys shortcut={panel.outside.shortcut.value} />
        {account && (
          <section class="account" aria-label="Account">
            <h3>Account</h3>
            <p>
              <bdi>{account.name || account.email}</bdi>
              <span class="soft small">
                <bdi>{account.email}</bdi>, <bdi>{account.tenant}</bdi>
              </span>
            </p>
            <Button
              onClick={() => {
                onClose();
                void panel.ask({ kind: "signOut" });
              }}
            >
              Sign out
            </Button>
          </section>
        )}
        <p class="soft small">Screen Agent {panel.outside.version}</p>
      </div>
    </Dialog>
  );
}

const TOOL_MODES: { value: ToolMode; label: string; about: string }[] = [
  { value: "observe", label: "It only reads", about: "Nothing is clicked, typed, opened or kept." },
  {
    value: "assist",
    label: "It asks me first",
    about: "Each click, and whatever is typed or opened, waits for your yes.",
  },
  {
    value: "autopilot",
    label: "It may act on the same site",
    about: "What changes or sends something still waits for your yes, and some things are never done.",
  },
];

/** How far questions may go. */
function ToolChoice({ panel }: Pick<Props, "panel">): JSX.Element {
  return (
    <fieldset>
      <legend>When a question needs more than the page shows</legend>
      {TOOL_MODES.map(({ value, label, about }) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name="tool-mode"
            checked={panel.asking.mode.value === value}
            onChange={() => panel.asking.allow(value)}
          />
          <span>
            {label}
            <span class="soft small">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function InputChoice({ panel, state }: Pick<Props, "panel" | "state">): JSX.Element {
  const { settings, trusted } = state;
  const choose = (input: InputMode): void => {
    panel.settings({ input });
  };
  return (
    <fieldset>
      <legend>How input is given</legend>
      <label class="choice">
        <input type="radio" name="input" checked={settings.input === "events"} onChange={() => choose("events")} />
        <span>
          By events on the page
          <span class="soft small">
            Needs no further permission. Some pages notice that no real keyboard or mouse is behind it, and ignore it.
          </span>
        </span>
      </label>
      <label class="choice">
        <input
          type="radio"
          name="input"
          checked={settings.input === "trusted"}
          disabled={trusted === "unavailable"}
          onChange={() => choose("trusted")}
        />
        <span>
          By the browser itself
          <span class="soft small">
            {trusted === "unavailable"
              ? "This browser, or this build of the extension, does not offer it."
              : "Works on every page, as your own keyboard and mouse do. The browser shows a bar saying that Screen Agent is debugging while it works, and developer tools on that tab get in its way."}
          </span>
        </span>
      </label>
    </fieldset>
  );
}

function Server({ panel, state }: Pick<Props, "panel" | "state">): JSX.Element {
  const [typed, setTyped] = useState(state.settings.server);
  const origin = serverOrigin(typed);
  const changed = origin !== null && origin !== state.settings.server;
  const busy = isOpen(state);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (changed && !busy) panel.settings({ server: origin });
  };
  return (
    <form class="server" onSubmit={submit}>
      <Field
        label="Server"
        type="url"
        required
        spellcheck={false}
        value={typed}
        aria-invalid={origin === null}
        onText={setTyped}
        hint={
          origin === null
            ? "An address that begins with https:// or http://"
            : busy
              ? "It cannot be changed while a task is at work."
              : "Your account belongs to the server: with another one you sign in again."
        }
      />
      <Button submit disabled={!changed || busy}>
        Use this server
      </Button>
    </form>
  );
}

function Keys({ shortcut }: { shortcut: string | null }): JSX.Element {
  const rows: [string, string][] = [
    ...(shortcut ? [[shortcut, "opens this panel"] as [string, string]] : []),
    ["Enter", "sends"],
    ["Shift+Enter", "begins a new line"],
    ["Escape", "asks whether to stop"],
  ];
  return (
    <section aria-label="Keys">
      <h3>Keys</h3>
      <dl class="keys">
        {rows.map(([keys, what]) => (
          <>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}
