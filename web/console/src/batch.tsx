/** What came of each row of a table. */
import type { Client, RunData } from "@screen-agent/api";
import { Button, count, oneLine, StandingBadge, veiled } from "@screen-agent/ui";
import { reportOf } from "@screen-agent/ui/rows";
import type { JSX } from "preact";
import { Head, Read } from "./columns.tsx";
import { hashOf } from "./place.ts";
import { isOver, RUN_WORDS } from "./run-words.ts";
import { save } from "./save.ts";
import { useServer } from "./server.ts";
import { useKept } from "./use-kept.ts";

/** Runs of a batch that are asked for at a time. */
const PAGE = 100;
const PLACE = "batch:";

/** Where among the runs a batch is shown. */
export const batchPlace = (batch: string): string => `${PLACE}${batch}`;

/** The batch that a place shows; null where it shows none. */
export const batchAt = (id: string | null): string | null => (id?.startsWith(PLACE) ? id.slice(PLACE.length) : null);

async function all(client: Client, batch: string, signal: AbortSignal): Promise<RunData[]> {
  const runs: RunData[] = [];
  for (;;) {
    const page = await client.runs({ batch, limit: PAGE, offset: runs.length }, signal);
    runs.push(...page.runs);
    if (page.runs.length < PAGE) return runs;
  }
}

export function BatchPage({ batch }: { batch: string }): JSX.Element {
  const { client } = useServer();
  const read = useKept(batch, (signal) => all(client, batch, signal));
  return <Read loaded={read}>{(runs) => <Rows batch={batch} runs={runs} />}</Read>;
}

function Rows({ batch, runs }: { batch: string; runs: readonly RunData[] }): JSX.Element {
  const over = runs.filter(({ status }) => isOver(status)).length;
  const done = runs.filter(({ status }) => status === "done").length;
  const report = (): void => {
    const lines = runs.map((run) => ({
      row: rowOf(run),
      order: run.instruction,
      outcome: RUN_WORDS[run.status].word,
      result: resultOf(run),
      at: run.endedAt ?? "",
    }));
    save({ blob: new Blob([reportOf(lines)], { type: "text/csv" }), filename: `${batch}.csv` });
  };
  return (
    <>
      <Head title={`Rows of ${batch}`}>
        {runs.length > 0 && (
          <Button icon="file" onClick={report}>
            Save a report
          </Button>
        )}
      </Head>
      <section class="shelf" aria-label="Rows">
        <p role="status">
          {runs.length === 0
            ? "Nothing was submitted under this name."
            : `${over} of ${count(runs.length, "row")} over, ${done} done and verified.`}
        </p>
        {runs.length > 0 && (
          <div class="scrolls">
            <table>
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  <th scope="col">Order</th>
                  <th scope="col">How it stands</th>
                  <th scope="col">Result</th>
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <tr key={run.id}>
                    <td>{rowOf(run)}</td>
                    <td dir="auto">
                      <a href={hashOf({ section: "runs", id: run.id })}>{oneLine(veiled(run.instruction), 200)}</a>
                    </td>
                    <td>
                      <StandingBadge standing={RUN_WORDS[run.status].standing} said={RUN_WORDS[run.status].word} />
                    </td>
                    <td dir="auto">{oneLine(resultOf(run), 300)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  );
}

const rowOf = (run: RunData): number => (run.batch?.row ?? 0) + 1;

/** What it came to, or what it asks. */
const resultOf = (run: RunData): string => run.outcome?.result || run.question || "";
