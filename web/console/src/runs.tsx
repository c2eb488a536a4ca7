/** Runs: what workers do in browsers of their own, what they did, and what they are to do. */
import type { RunData, RunStatus } from "@screen-agent/api";
import { ago, Button, count, Entry, FindField, hostOf, Notice, oneLine, Select, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BatchPage, batchAt } from "./batch.tsx";
import { Columns, Read, type ShelfProps } from "./columns.tsx";
import { NewRunForm } from "./new-run.tsx";
import { Profiles } from "./profiles.tsx";
import { RunPage } from "./run.tsx";
import { RUN_WORDS } from "./run-words.ts";
import { Schedules } from "./schedules.tsx";
import { Secrets } from "./secrets.tsx";
import { useServer } from "./server.ts";
import { useKept } from "./use-kept.ts";

const PAGE = 50;
/** How long one has to pause before what is typed is searched for, in milliseconds. */
const PAUSE = 250;
/** What is chosen where a new run is asked for. */
export const NEW = "new";
/** What is chosen where schedules are shown. */
const SCHEDULES = "schedules";
/** What is chosen where secrets are shown. */
const SECRETS = "secrets";
/** What is chosen where profiles are shown. */
const PROFILES = "profiles";

const FILTERS: readonly { value: RunStatus | ""; label: string }[] = [
  { value: "", label: "All runs" },
  ...(Object.keys(RUN_WORDS) as RunStatus[]).map((value) => ({ value, label: RUN_WORDS[value].word })),
];

export function Runs({ chosen, onChoose }: ShelfProps): JSX.Element {
  const { client } = useServer();
  const [words, setWords] = useState("");
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState<RunStatus | "">("");
  const [most, setMost] = useState(PAGE);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(words.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const list = useKept(`${most} ${status} ${search}`, (signal) =>
    client.runs({ limit: most, ...(status && { status }), ...(search && { search }) }, signal),
  );
  const runs = list.data?.runs ?? [];
  const batch = batchAt(chosen);
  const isFiltered = search !== "" || status !== "";
  return (
    <Columns
      label="Runs"
      about="Run"
      list={
        <>
          <Button kind="primary" icon="plus" onClick={() => onChoose(NEW)}>
            New task
          </Button>
          <Button icon="history" onClick={() => onChoose(SCHEDULES)}>
            Schedules
          </Button>
          <Button icon="shield" onClick={() => onChoose(SECRETS)}>
            Secrets
          </Button>
          <Button icon="shield" onClick={() => onChoose(PROFILES)}>
            Profiles
          </Button>
          <FindField label="Find a run" placeholder="Find by words or site" value={words} onText={setWords} />
          <Select label="How it stands" value={status} options={FILTERS} onChange={setStatus} />
          {list.problem && <Notice kind="bad">{list.problem}</Notice>}
          <p class="unseen" role="status">
            {list.data ? count(list.data.total, "run") : ""}
          </p>
          {list.data && runs.length === 0 && (
            <p class="soft">{isFiltered ? "No run is like that." : "Nothing was submitted yet."}</p>
          )}
          <ul class="things">
            {runs.map((run) => (
              <Entry
                key={run.id}
                title={oneLine(veiled(run.instruction), 200)}
                about={aboutOf(run)}
                current={run.id === chosen}
                onOpen={() => onChoose(run.id)}
              />
            ))}
          </ul>
          {list.data && list.data.total > runs.length && (
            <Button onClick={() => setMost(most + PAGE)}>Show earlier ones</Button>
          )}
        </>
      }
    >
      {chosen === NEW ? (
        <NewRunForm
          onDone={(id) => {
            list.reload();
            onChoose(id);
          }}
        />
      ) : chosen === SCHEDULES ? (
        <Schedules onRun={onChoose} />
      ) : chosen === SECRETS ? (
        <Secrets />
      ) : chosen === PROFILES ? (
        <Profiles />
      ) : batch ? (
        <BatchPage key={batch} batch={batch} />
      ) : (
        <Chosen key={chosen} id={chosen} onChanged={list.reload} />
      )}
    </Columns>
  );
}

function aboutOf(run: RunData): string {
  return [RUN_WORDS[run.status].word, hostOf(run.url), ago(run.createdAt, Date.now())].join(" · ");
}

function Chosen({ id, onChanged }: { id: string | null; onChanged: () => void }): JSX.Element {
  const { client } = useServer();
  const read = useKept(id, (signal) => client.run(id ?? "", signal));
  return (
    <Read
      loaded={read}
      icon="go"
      otherwise={id ? "Reading …" : "Choose a run, or submit a task: a worker does it in a browser of its own."}
    >
      {(run) => (
        <RunPage
          run={run}
          onChanged={() => {
            read.reload();
            onChanged();
          }}
        />
      )}
    </Read>
  );
}
