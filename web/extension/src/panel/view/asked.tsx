import type { ConversationData, ConversationInfo, PacketClient } from "@screen-agent/api/packet";
import { ago, count, Entry, hostOf, Icon, KeptConversation, Notice, oneLine } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PanelState, Problem } from "../../shared/protocol.ts";
import { isAnswering } from "../open.ts";
import type { Panel } from "../panel.ts";
import { problemOf } from "../trouble.ts";

/** How many conversations are read at once. */
const PAGE = 50;
/** How long the person has to pause before what they typed is searched for, in milliseconds. */
const PAUSE = 250;

interface Props {
  panel: Panel;
  state: PanelState;
  onClose: () => void;
}

/** Earlier questions: found, read, gone on with, taken away, forgotten. */
export function Asked({ panel, state, onClose }: Props): JSX.Element {
  const [list, setList] = useState<ConversationInfo[] | null>(null);
  const [total, setTotal] = useState(0);
  const [words, setWords] = useState("");
  const [read, setRead] = useState<ConversationData | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = useRef(0);
  const now = panel.outside.now.value;

  /** Does something with the server; what it refuses is shown here. */
  const withServer = async (act: (client: PacketClient) => Promise<void>): Promise<void> => {
    const client = panel.outside.packets();
    if (!client) return;
    setProblem(null);
    await act(client).catch((error: unknown) => setProblem(problemOf(error, state.settings.server, now)));
  };
  const load = (known: ConversationInfo[]): Promise<void> =>
    withServer(async (client) => {
      const mine = ++asked.current;
      const page = await client.conversations({
        limit: PAGE,
        offset: known.length,
        ...(words.trim() && { search: words.trim() }),
      });
      // Other words were typed meanwhile.
      if (mine !== asked.current) return;
      const ids = new Set(known.map(({ id }) => id));
      setList([...known, ...page.conversations.filter(({ id }) => !ids.has(id))]);
      setTotal(page.total);
    });
  useEffect(() => {
    const timer = setTimeout(() => void load([]), words ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [words]);

  const forget = ({ id }: ConversationInfo): Promise<void> =>
    withServer(async (client) => {
      await client.forgetConversation(id);
      setList((all) => all?.filter((each) => each.id !== id) ?? null);
      setTotal((before) => Math.max(0, before - 1));
      if (id === state.ask?.conversationId && !isAnswering(state))
        panel.withTab((tabId) => ({ kind: "newConversation", tabId }));
    });
  const take = (id: string): Promise<void> =>
    withServer(async (client) => panel.outside.save(await client.exportConversation(id)));
  const goOn = (id: string): void => {
    onClose();
    panel.asking.turn("ask");
    panel.withTab((tabId) => ({ kind: "openConversation", tabId, conversationId: id }));
  };

  const said = problem && (
    <Notice kind="bad">
      <p role="alert">
        <strong>{problem.message}</strong> {problem.advice}
      </p>
      <button type="button" class="button" onClick={() => void load([])}>
        Retry
      </button>
    </Notice>
  );
  if (read) {
    const { id, title } = read.conversation;
    return (
      <>
        <Kept
          data={read}
          onBack={() => setRead(null)}
          onExport={() => void take(id)}
          onGoOn={() => goOn(id)}
          canGoOn={state.tab !== null && !isAnswering(state)}
          title={title}
        />
        {said}
      </>
    );
  }
  return (
    <>
      <label class="find">
        <Icon name="search" />
        <span class="unseen">Find a conversation</span>
        <input
          type="search"
          autofocus
          placeholder="Find by words"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      {said}
      <p class={list || problem ? "unseen" : "soft"} role="status">
        {list ? count(total, "conversation") : problem ? "" : "Loading …"}
      </p>
      {list?.length === 0 && (
        <p class="soft">{words ? "No conversation has these words." : "Nothing has been asked yet."}</p>
      )}
      <ul class="things">
        {list?.map((info) => (
          <Entry
            key={info.id}
            title={info.title}
            about={
              <>
                <bdi>{info.origin ? hostOf(info.origin) : "no site"}</bdi>, {ago(info.updatedAt, now)}
              </>
            }
            current={info.id === state.ask?.conversationId}
            onOpen={() => void withServer(async (client) => setRead(await client.conversation(info.id)))}
            onRemove={() => void forget(info)}
            warning="The server forgets what was asked and answered in it."
          />
        ))}
      </ul>
      {list && list.length < total && (
        <button type="button" class="button" onClick={() => void load(list)}>
          Show earlier ones
        </button>
      )}
    </>
  );
}

interface KeptProps {
  title: string;
  data: ConversationData;
  canGoOn: boolean;
  onBack: () => void;
  onExport: () => void;
  onGoOn: () => void;
}

/** One conversation, to be read; it is gone on with in the tab. */
function Kept({ title, data, canGoOn, onBack, onExport, onGoOn }: KeptProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div class="thing-head">
        <button
          type="button"
          class="icon-button"
          aria-label="All conversations"
          title="All conversations"
          onClick={onBack}
        >
          <Icon name="back" />
        </button>
        <h3 ref={heading} tabIndex={-1} dir="auto">
          {oneLine(title, 300) || "Untitled"}
        </h3>
        <button type="button" class="icon-button" aria-label="Export" title="Export" onClick={onExport}>
          <Icon name="report" />
        </button>
      </div>
      <div class="buttons">
        <button type="button" class="button primary" disabled={!canGoOn} onClick={onGoOn}>
          <Icon name="ask" />
          Continue in this tab
        </button>
      </div>
      <KeptConversation data={data} />
    </>
  );
}
