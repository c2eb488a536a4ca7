/** What a run brought: its data as a table that can be saved, and its answers, each with where it stands. */
import type { FoundSource, MissingOutput, MissingWhy, RunFound } from "@screen-agent/api";
import type { Citation } from "@screen-agent/api/packets";
import { Button, Citations, csvOf, Notice, Prose } from "@screen-agent/ui";
import type { JSX } from "preact";
import { save } from "./save.ts";

export function Found({ found, name }: { found: RunFound; name: string }): JSX.Element {
  return (
    <section class="shelf" aria-label="What it brought">
      <h3>What it brought</h3>
      {found.trouble && <Notice kind="warn">{`The page was not read: ${found.trouble}`}</Notice>}
      {found.cut && <Notice kind="warn">More was found than is kept.</Notice>}
      {found.records.length > 0 && <Data found={found} name={name} />}
      {found.answers.map(({ question, answer, sources }) => (
        <article key={question}>
          <h4 dir="auto">{question}</h4>
          {answer && <Prose text={answer} />}
          <Citations citations={sources.map(cited)} />
        </article>
      ))}
    </section>
  );
}

/** A record a row; the numbers in it are those of the sources beneath. */
function Data({ found, name }: { found: RunFound; name: string }): JSX.Element {
  const fields = found.fields.map((field) => field.name);
  const keep = (text: string, type: string, end: string): void =>
    save({ blob: new Blob([text], { type }), filename: `${name}.${end}` });
  const rows = found.records.map((record) => fields.map((field) => String(record[field] ?? "")));
  return (
    <>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Data">
        <table>
          <thead>
            <tr>
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.records.map((record, at) => (
              <tr key={at}>
                {fields.map((field) => (
                  <td key={field} dir="auto">
                    <Cell
                      value={record[field] ?? null}
                      numbers={found.cited[at]?.[field] ?? []}
                      missing={found.missing.find((one) => one.record === at && one.field === field)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <Button icon="file" onClick={() => keep(csvOf([fields, ...rows]), "text/csv", "csv")}>
          Save as CSV
        </Button>
        <Button icon="file" onClick={() => keep(JSON.stringify(found, null, 2), "application/json", "json")}>
          Save as JSON, with sources
        </Button>
      </div>
      <Citations citations={found.sources.map(cited)} />
    </>
  );
}

const WHY: Record<MissingWhy, string> = {
  not_found: "not on the page",
  unfounded: "what was said of it is not on the page",
  wrong_type: "no such number",
  secret: "it is a secret",
};

interface CellProps {
  value: string | number | null;
  numbers: readonly number[];
  missing: MissingOutput | undefined;
}

function Cell({ value, numbers, missing }: CellProps): JSX.Element {
  if (missing) {
    const text = missing.text === undefined ? "" : ` (“${missing.text}”)`;
    return <span class="soft">{`Missing: ${WHY[missing.why]}${text}`}</span>;
  }
  return (
    <>
      {value} <span class="soft">{numbers.map((number) => `[${number}]`).join("")}</span>
    </>
  );
}

const cited = ({ quote, url, title, verified }: FoundSource): Citation => ({
  doc_id: "the page",
  ...(quote !== undefined && { quote }),
  check: { verified, ...(url !== undefined && { url }), ...(title !== undefined && { title }) },
});
