/** The audit log: who did what, the newest first, and whether the log is whole. */
import type { AuditData, AuditOptions, AuditRow, AuditStanding } from "@screen-agent/api";
import { Button, Icon, Notice, Refusal, Select } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { kindWords, rowWords } from "./audit-words.ts";
import { Read } from "./columns.tsx";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import { useLoaded } from "./use-loaded.ts";

export function Audit(): JSX.Element {
  const { client } = useServer();
  const [chosen, setChosen] = useState<AuditOptions>({});
  const { problem, act } = useAct();
  const first = useLoaded(JSON.stringify(chosen), (signal) => client.audit(chosen, signal));
  // What there is to choose from stays while other rows are read.
  const [known, setKnown] = useState<AuditData | null>(null);
  useEffect(() => {
    if (first.data) setKnown(first.data);
  }, [first.data]);
  const download = (): void => void act(client.auditFile(chosen).then(save));
  return (
    <main id="main" class="account audit" tabIndex={-1} aria-label="Log">
      <div class="work-head">
        <h2>Log</h2>
        <Button onClick={download} disabled={!known}>
          Download as JSON Lines
        </Button>
      </div>
      {problem && <Refusal message={problem} />}
      {known && <Standing standing={known.standing} />}
      {known && <Choice data={known} chosen={chosen} onChoose={setChosen} />}
      <Read loaded={first}>{(data) => <Rows key={JSON.stringify(chosen)} chosen={chosen} first={data} />}</Read>
    </main>
  );
}

/** Whether the whole log hangs together, whoever's rows these are. */
function Standing({ standing }: { standing: AuditStanding }): JSX.Element {
  if (!standing.whole) {
    return (
      <Notice kind="bad">
        <p role="alert">
          <strong>The log is not whole:</strong> {standing.fault}. The server’s administrator can find out more:
          screen-agent audit verify.
        </p>
      </Notice>
    );
  }
  const unsigned = standing.rows - standing.signedUpTo;
  return (
    <Notice kind="info">
      <p role="status">
        <strong>Whole{standing.signedAt ? ` up to row ${standing.signedUpTo}` : ""}</strong>
        {standing.signedAt
          ? `, signed ${moment(standing.signedAt)}.`
          : ": its rows hang on each other. None is signed yet."}
        {standing.signedAt && unsigned > 0 && ` ${unsigned === 1 ? "One row" : `${unsigned} rows`} since then.`} Looked
        at {moment(standing.checkedAt)}.
      </p>
    </Notice>
  );
}

interface ChoiceProps {
  data: AuditData;
  chosen: AuditOptions;
  onChoose: (chosen: AuditOptions) => void;
}

function Choice({ data, chosen, onChoose }: ChoiceProps): JSX.Element {
  const choose = (name: "kind" | "user", value: string): void => {
    const { [name]: _, ...rest } = chosen;
    onChoose(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <form class="choice" aria-label="Which rows" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="What happened"
        value={chosen.kind ?? ""}
        options={[
          { value: "", label: "Everything" },
          ...data.kinds.map((kind) => ({ value: kind, label: kindWords(kind) })),
        ]}
        onChange={(kind) => choose("kind", kind)}
      />
      {data.people.length > 1 && (
        <Select
          label="Who"
          value={chosen.user ?? ""}
          options={[
            { value: "", label: "Everybody" },
            ...data.people.map(({ id, email }) => ({ value: id, label: email })),
          ]}
          onChange={(user) => choose("user", user)}
        />
      )}
    </form>
  );
}

function Rows({ chosen, first }: { chosen: AuditOptions; first: AuditData }): JSX.Element {
  const { client } = useServer();
  const [rows, setRows] = useState(first.rows);
  const [next, setNext] = useState(first.next ?? null);
  const { problem, act } = useAct();
  const [busy, setBusy] = useState(false);
  const more = async (before: number): Promise<void> => {
    setBusy(true);
    await act(
      client.audit({ ...chosen, before }).then((page) => {
        setRows([...rows, ...page.rows]);
        setNext(page.next ?? null);
      }),
    );
    setBusy(false);
  };
  if (rows.length === 0) {
    return (
      <p class="empty soft">
        <Icon name="history" />
        Nothing of this kind is in the log.
      </p>
    );
  }
  return (
    <>
      <ol class="log" reversed aria-label="Rows, the newest first">
        {rows.map((row) => (
          <Entry key={row.seq} row={row} />
        ))}
      </ol>
      {problem && <p role="alert">{problem}</p>}
      {next !== null && (
        <div>
          <Button disabled={busy} onClick={() => void more(next)}>
            {busy ? "Reading …" : "Older rows"}
          </Button>
        </div>
      )}
    </>
  );
}

function Entry({ row }: { row: AuditRow }): JSX.Element {
  const details = Object.entries(row.details).filter(([, value]) => value !== null && value !== "");
  const words = rowWords(row);
  return (
    <li value={row.seq}>
      <details>
        <summary>
          <strong>{kindWords(row.kind)}</strong>
          {words && (
            <span class="shown" dir="auto">
              {words}
            </span>
          )}
          <span class="soft small">
            {row.email ?? "unknown"}, <time dateTime={row.at}>{moment(row.at)}</time>, row {row.seq}
          </span>
        </summary>
        <dl>
          {details.map(([name, value]) => (
            <div key={name}>
              <dt>{name.replaceAll("_", " ")}</dt>
              <dd dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
          {[
            ["hash", row.hash],
            ["row before", row.previous],
          ].map(([name, hash]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{hash}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function moment(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
