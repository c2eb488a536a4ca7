import type { Language } from "@screen-agent/api";
import type { ToolMode } from "@screen-agent/api/packet";
import { Button, Dialog, Field, Refusal, Select, Tick } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { serverOrigin } from "../../shared/origin.ts";
import type { InputMode, PanelState, Theme } from "../../shared/protocol.ts";
import { isOpen } from "../open.ts";
import type { Panel } from "../panel.ts";
import { Rows } from "./rows.tsx";

interface Props {
  panel: Panel;
  state: PanelState;
  onClose: () => void;
}

interface Choice<T> {
  value: T;
  label: string;
  about?: string;
  disabled?: boolean;
}

interface ChoicesProps<T> {
  legend: string;
  name: string;
  now: T;
  choices: readonly Choice<T>[];
  onChoose: (value: T) => void;
}

/** One of several; each with what it means, where that is not clear from its name. */
function Choices<T extends string>({ legend, name, now, choices, onChoose }: ChoicesProps<T>): JSX.Element {
  const options = choices.map(({ value, label, about, disabled }) => (
    <label key={value} class="choice">
      <input type="radio" name={name} checked={now === value} disabled={disabled} onChange={() => onChoose(value)} />
      {about ? (
        <span>
          {label}
          <span class="soft small">{about}</span>
        </span>
      ) : (
        label
      )}
    </label>
  ));
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.some(({ about }) => about) ? options : <div class="choices">{options}</div>}
    </fieldset>
  );
}

const THEMES: readonly Choice<Theme>[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Every language that can be asked for; the compiler misses none. */
const LANGUAGES: Record<Language, string> = {
  ar: "العربية",
  cs: "Čeština",
  da: "Dansk",
  de: "Deutsch",
  el: "Ελληνικά",
  en: "English",
  es: "Español",
  fi: "Suomi",
  fr: "Français",
  he: "עברית",
  hi: "हिन्दी",
  hu: "Magyar",
  id: "Bahasa Indonesia",
  it: "Italiano",
  ja: "日本語",
  ko: "한국어",
  nb: "Norsk",
  nl: "Nederlands",
  pl: "Polski",
  pt: "Português",
  ro: "Română",
  ru: "Русский",
  sv: "Svenska",
  th: "ไทย",
  tr: "Türkçe",
  uk: "Українська",
  vi: "Tiếng Việt",
  zh: "中文",
};

const ANSWERS: readonly { value: Language | ""; label: string }[] = [
  { value: "", label: "The language that I write in" },
  ...(Object.entries(LANGUAGES) as [Language, string][])
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label)),
];

/** How far questions may go. */
const TOOL_MODES: readonly Choice<ToolMode>[] = [
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

const inputs = (available: boolean): readonly Choice<InputMode>[] => [
  {
    value: "events",
    label: "The quiet way",
    about: "You notice nothing of it. A few sites ignore clicks that no real mouse made.",
  },
  {
    value: "trusted",
    label: "As a real mouse and keyboard",
    disabled: !available,
    about: available
      ? "Works on every site. The browser shows a bar while it works, saying that Screen Agent is debugging."
      : "This browser, or this build of the extension, does not offer it.",
  },
];

/** What can be chosen; each choice counts at once. */
export function Settings({ panel, state, onClose }: Props): JSX.Element {
  const { settings, account, trusted } = state;
  const problem = panel.problem.value;
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div class="settings">
        {problem && <Refusal {...problem} />}
        <Choices
          legend="Theme"
          name="theme"
          now={settings.theme}
          choices={THEMES}
          onChoose={(theme) => void panel.settings({ theme })}
        />
        <fieldset>
          <legend>On the page</legend>
          <Tick class="choice" checked={settings.highlights} onChange={(highlights) => panel.settings({ highlights })}>
            <span>
              Outline what is going to be acted on
              <span class="soft small">The outline shows for a moment before each action.</span>
            </span>
          </Tick>
        </fieldset>
        <div class="language">
          <Select
            label="Answers in"
            value={settings.language}
            options={ANSWERS}
            onChange={(language) => void panel.settings({ language })}
          />
          <p class="soft small">
            {state.hasModel === false
              ? "This server has no language model: it quotes pages as they are written."
              : "What the language model writes for you. Buttons and the names of steps stay in English."}
          </p>
        </div>
        <Choices
          legend="When a question needs more than the page shows"
          name="tool-mode"
          now={panel.asking.mode.value}
          choices={TOOL_MODES}
          onChoose={(mode) => panel.asking.allow(mode)}
        />
        <Choices
          legend="How it clicks and types"
          name="input"
          now={settings.input}
          choices={inputs(trusted === "granted")}
          onChoose={(input) => void panel.settings({ input })}
        />
        <Server panel={panel} state={state} />
        <Keys shortcut={panel.outside.shortcut.value} stop={panel.outside.stopKeys.value} />
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

function Server({ panel, state }: Pick<Props, "panel" | "state">): JSX.Element {
  const [typed, setTyped] = useState(state.settings.server);
  const origin = serverOrigin(typed);
  const changed = origin !== null && origin !== state.settings.server;
  const busy = isOpen(state);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (changed && !busy) void panel.settings({ server: origin });
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

function Keys({ shortcut, stop }: { shortcut: string | null; stop: string | null }): JSX.Element {
  const rows: readonly (readonly [keys: string, what: string])[] = [
    ["Enter", "sends"],
    ["Shift+Enter", "begins a new line"],
    ["Escape", "asks whether to stop"],
  ];
  const all = [
    ...(shortcut ? [[shortcut, "opens this panel"] as const] : []),
    ...(stop ? [[stop, "stops at once, from any page"] as const] : []),
    ...rows,
  ];
  return (
    <section aria-label="Keys">
      <h3>Keys</h3>
      <Rows class="keys" rows={all.map(([keys, what]) => [<kbd>{keys}</kbd>, what])} />
    </section>
  );
}
