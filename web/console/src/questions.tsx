import {
  ago,
  Button,
  count,
  Entry,
  FindField,
  hostOf,
  KeptConversation,
  Notice,
  oneLine,
  veiled,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Columns, Head, Read, type ShelfProps } from "./columns.tsx";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import { useLoaded } from "./use-loaded.ts";

const PAGE = 50;
/** How long one has to pause before what is typed is searched for, in milliseconds. */
const PAUSE = 250;

/** What was asked and answered: found, read, exported, forgotten. */
export function Questions({ chosen, onChoose }: ShelfProps): JSX.Element {
  const { packets } = useServer();
  const [words, setWords] = useState("");
  const [search, setSearch] = useState("");
  const [most, setMost] = useState(PAGE);
  const { problem, act } = useAct();
  useEffect(() => {
    const timer = setTimeout(() => setSearch(words.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const list = useLoaded(`${most} ${search}`, (signal) =>
    packets.conversations({ limit: most, ...(search && { search }) }, signal),
  );
  const read = useLoaded(chosen, (signal) => packets.conversation(chosen ?? "", signal));
  const forget = (id: string): Promise<void> =>
    act(
      packets.forgetConversation(id).then(() => {
        list.reload();
        if (id === chosen) onChoose(null);
      }),
    );
  const conversations = list.data?.conversations ?? [];
  return (
    <Columns
      label="Questions"
      about="Questions and answers"
      list={
        <>
          <FindField label="Find a conversation" placeholder="Find by words" value={words} onText={setWords} />
          {(problem ?? list.problem) && <Notice kind="bad">{problem ?? list.problem}</Notice>}
          <p class="unseen" role="status">
            {list.data ? count(list.data.total, "conversation") : ""}
          </p>
          {list.data && conversations.length === 0 && (
            <p class="soft">{search ? "No conversation has these words." : "Nothing has been asked yet."}</p>
          )}
          <ul class="things">
            {conversations.map(({ id, title, origin, updatedAt }) => (
              <Entry
                key={id}
                title={veiled(title)}
                about={[origin ? hostOf(origin) : "no site", ago(updatedAt, Date.now())].join(" · ")}
                current={id === chosen}
                onOpen={() => onChoose(id)}
                onRemove={() => void forget(id)}
                warning="The server forgets what was asked and answered in it."
              />
            ))}
          </ul>
          {list.data && list.data.total > conversations.length && (
            <Button onClick={() => setMost(most + PAGE)}>Show earlier ones</Button>
          )}
        </>
      }
    >
      <Read
        loaded={read}
        icon="ask"
        otherwise={
          chosen ? "Reading …" : "Choose a conversation, or ask something in the extension, or with screen-agent ask."
        }
      >
        {(data) => (
          <>
            <Head title={veiled(oneLine(data.conversation.title, 300)) || "Untitled"}>
              <Button icon="report" onClick={() => void act(packets.exportConversation(chosen ?? "").then(save))}>
                Export
              </Button>
            </Head>
            <KeptConversation data={data} />
          </>
        )}
      </Read>
    </Columns>
  );
}
