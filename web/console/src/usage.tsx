/** What tasks came to and what models cost, by day, site and model. */
import type { UsageData } from "@screen-agent/api";
import { count, Select } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Chart } from "./chart.tsx";
import { Head, Read } from "./columns.tsx";
import { useServer } from "./server.ts";
import { choicesOf, sumsOf, total, type UsageChoice } from "./usage-sums.ts";
import { useLoaded } from "./use-loaded.ts";

const PERIODS: readonly { value: string; label: string }[] = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "366", label: "A year" },
];

export function Usage(): JSX.Element {
  const { client } = useServer();
  const [days, setDays] = useState("30");
  const loaded = useLoaded(`usage ${days}`, (signal) => client.usage(Number(days), signal));
  return (
    <main id="main" class="account usage" tabIndex={-1} aria-label="Usage">
      <Head title="Usage" />
      <form class="choice" aria-label="What is shown" onSubmit={(event) => event.preventDefault()}>
        <Select label="Time" value={days} options={PERIODS} onChange={setDays} />
      </form>
      <Read loaded={loaded}>{(data) => <Charts data={data} />}</Read>
    </main>
  );
}

function Charts({ data }: { data: UsageData }): JSX.Element {
  const [choice, setChoice] = useState<UsageChoice>({ site: "", model: "" });
  const { sites, models } = useMemo(() => choicesOf(data), [data]);
  const sums = useMemo(() => sumsOf(data, choice), [data, choice]);
  const options = (all: string, names: string[]): { value: string; label: string }[] => [
    { value: "", label: all },
    ...names.map((name) => ({ value: name, label: name })),
  ];
  const { days } = sums;
  if (data.tasks.length + data.models.length === 0) {
    return <p class="empty soft">Nothing was done in this time.</p>;
  }
  const spent = total(sums.cost) > 0;
  return (
    <>
      <form class="choice" aria-label="Of which" onSubmit={(event) => event.preventDefault()}>
        <Select
          label="Site"
          value={choice.site}
          options={options("Every site", sites)}
          onChange={(site) => setChoice({ ...choice, site })}
        />
        {models.length > 0 && (
          <Select
            label="Model"
            value={choice.model}
            options={options("Every model", models)}
            onChange={(model) => setChoice({ ...choice, model })}
          />
        )}
      </form>
      <div class="charts">
        <Chart title="Tasks" days={days} series={sums.outcomes} words={whole} judges />
        <Chart title="Claims checked" days={days} series={sums.checks} words={whole} judges />
        {models.length > 0 && (
          <>
            <Chart title="Calls of models" days={days} series={sums.calls} words={whole} />
            <Chart title="Tokens" days={days} series={sums.tokens} words={whole} />
            {spent && <Chart title="Cost" days={days} series={sums.cost} words={price} />}
            <Chart title="Time of models" days={days} series={sums.time} words={seconds} />
          </>
        )}
      </div>
      {models.length === 0 && (
        <p class="soft">No model was called: {count(total(sums.outcomes), "task")} without one.</p>
      )}
    </>
  );
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const whole = (figure: number): string => compact.format(figure);
/** Small prices need more digits than large ones. */
const price = (figure: number): string => (figure > 0 && figure < 1 ? figure.toPrecision(2) : figure.toFixed(2));
const seconds = (figure: number): string =>
  figure < 600 ? `${compact.format(figure)} s` : `${compact.format(figure / 60)} min`;
