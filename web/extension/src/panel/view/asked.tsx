import type { ConversationData, ConversationInfo, PacketClient } from "@screen-agent/api/packet";
import { ago, Button, count, Entry, hostOf, IconButton, KeptConversation, Refusal, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PanelState } from "../../shared/protocol.ts";
import { isAnswering } from "../open.ts";
import type { Panel } from "../panel.ts";
import { Head } from "./head.tsx";
import { Found, PAGE, usePaged } from "./list.tsx";

/** How long the person has to pause before what they typed is searched for, in milliseconds. */
const PAUSE = 250;

interface Props {
  panel: Panel;
  state: PanelState;
  onClose: () => void;
}

/** Earlier questions: found, read, gone on with, taken away, forgotten. */
export function Asked({ panel, state, onClose }: Props): JSX.Element {
  const [words, setWords] = useState("");
  const [read, setRead] = useState<ConversationData | null>(null);
  const now = panel.outside.now.value;
  const search = words.trim();
  const paged = usePaged<ConversationInfo, PacketClient>(panel, state, {
    client: () => panel.outside.packets(),
    idOf: ({ id }) => id,
    read: async (client, offset) => {
      const page = await client.conversations({ limit: PAGE, offset, ...(search && { search }) });
      const { conversations: items, total } = page;
      return { items, total, more: offset + items.length < total };
    },
  });
  const { list, problem, withServer, load } = paged;
  useEffect(() => {
    const timer = setTimeout(() => void load([]), words ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [words]);

  const forget = ({ id }: ConversationInfo): Promise<void> =>
    withServer(async (client) => {
      await client.forgetConversation(id);
      paged.change((all) => all.filter((each) => each.id !== id));
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
  const retry = (): void => void load([]);

  if (read) {
    const { id, title } = read.conversation;
    return (
      <>
        <Head back="All conversations" title={veiled(title)} onBack={() => setRead(null)}>
          <IconButton icon="report" label="Export" onClick={() => void take(id)} />
        </Head>
        <div class="buttons">
          <Button
            kind="primary"
            icon="ask"
            disabled={state.tab === null || isAnswering(state)}
            onClick={() => goOn(id)}
          >
            Continue in this tab
          </Button>
        </div>
        <KeptConversation data={read} />
        {problem && <Refusal {...problem} onRetry={retry} />}
      </>
    );
  }
  return (
    <Found
      placeholder="Find by words"
      words={words}
      onWords={setWords}
      paged={paged}
      told={list ? count(list.total, "conversation") : ""}
      none={
        list?.items.length === 0 ? (words ? "No conversation has these words." : "Nothing has been asked yet.") : ""
      }
      onRetry={retry}
      onMore={() => void load(list?.items ?? [])}
    >
      {list?.items.map((info) => (
        <Entry
          key={info.id}
          title={veiled(info.title)}
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
    </Found>
  );
}
