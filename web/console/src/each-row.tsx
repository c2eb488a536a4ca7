/** A run for each row of a table. */
import type { Client, NewRun } from "@screen-agent/api";
import { count, Field } from "@screen-agent/ui";
import { MOST_ROWS, type Table, tableOf } from "@screen-agent/ui/rows";
import type { JSX, TargetedEvent } from "preact";
import { useState } from "preact/hooks";

/** A table that was chosen, and what its runs are called together. */
export interface Batch {
  id: string;
  table: Table;
}

const NO_TABLE = `This is no table of 2 to ${MOST_ROWS.toLocaleString("en")} rows: a CSV file with a heading, or a JSON list.`;

interface TableFieldProps {
  hint: string;
  /** Hears what was chosen; null where it is none. */
  onBatch: (batch: Batch | null) => void;
}

export function TableField({ hint, onBatch }: TableFieldProps): JSX.Element {
  const [read, setRead] = useState<Table | null>(null);
  const choose = async (field: HTMLInputElement): Promise<void> => {
    const file = field.files?.[0];
    const table = file ? tableOf(file.name, await file.text()) : null;
    // What is no table is not left out of the order: the form is not sent with it.
    field.setCustomValidity(file && !table ? NO_TABLE : "");
    if (file && !table) field.reportValidity();
    setRead(table);
    onBatch(file && table ? { id: batchName(file.name), table } : null);
  };
  return (
    <>
      <Field
        label="A table, for a run for each of its rows"
        type="file"
        accept=".csv,.tsv,.json"
        hint={hint}
        onChange={(event: TargetedEvent<HTMLInputElement>) => void choose(event.currentTarget)}
      />
      <p class="soft small" role="status">
        {read && `${count(read.rows.length, "row")}, of ${read.columns.join(", ")}.`}
      </p>
    </>
  );
}

/** What people know it by, and when it was chosen. */
function batchName(file: string): string {
  const plain = file.replace(/\.[^.]*$/, "").replace(/[^\w-]+/g, "-");
  return `${plain.slice(0, 40)}-${Date.now().toString(36)}`;
}

/** Submits them in order. Said again after a failure, it goes on where it was: a row is submitted once. */
export async function submitEach(
  client: Client,
  batch: string,
  runs: readonly NewRun[],
  onRow: (row: number) => void,
): Promise<void> {
  for (const [row, run] of runs.entries()) {
    onRow(row + 1);
    await client.submitRun({ ...run, batch: { id: batch, row } });
  }
}
