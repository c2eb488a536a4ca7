import { Button, count, Icon, type IconName, Name, StopButton, veiled } from "@screen-agent/ui";
import type { RowLine, RowOutcome } from "@screen-agent/ui/rows";
import type { JSX } from "preact";
import type { RowsView } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";

const OUTCOMES: Record<RowOutcome, { word: string; icon: IconName; look: string }> = {
  done: { word: "Done", icon: "check", look: "verified" },
  "done, not verified": { word: "Done, not verified", icon: "question", look: "unverified" },
  "not done": { word: "Not done", icon: "cross", look: "wrong" },
  begun: { word: "Broken off: look whether it is done", icon: "question", look: "unverified" },
};

/** What came of the rows, in a sentence. */
export function cameOf({ file, standing, row, total, lines, why }: RowsView): string {
  const many = (outcome: RowOutcome): number => lines.filter((line) => line.outcome === outcome).length;
  const told = [
    `${many("done") + many("done, not verified")} done`,
    ...(many("done, not verified") ? [`${many("done, not verified")} of them not verified`] : []),
    ...(many("not done") ? [`${many("not done")} not done`] : []),
    ...(many("begun") ? [`${many("begun")} broken off`] : []),
  ].join(", ");
  if (standing === "done") return `${count(total, "row")} of ${file}: ${told}.`;
  return `Stopped at row ${row} of ${total} of ${file}: ${told}.${why ? ` ${why}` : ""}`;
}

interface Props {
  panel: Panel;
  rows: RowsView;
  /** No task has a button of its own to stop it. */
  stops: boolean;
}

/** An order for each row of a table: how far it is, and what came of it. */
export function EachRow({ panel, rows, stops }: Props): JSX.Element {
  const { file, standing, row, total, lines } = rows;
  const runs = standing === "running";
  const ended = lines.filter((line) => !(runs && line.row === row));
  return (
    <section class="each-row" aria-label={`Rows of ${file}`}>
      {runs ? (
        <div class="task-line">
          <p>
            <strong>
              Row {row} of {total}
            </strong>{" "}
            <span class="soft small">
              <bdi>{file}</bdi>
            </span>
          </p>
          {stops && <StopButton onStop={() => panel.stop()} />}
        </div>
      ) : (
        <p>{cameOf(rows)}</p>
      )}
      <progress aria-label="Rows that are done with" value={ended.length} max={total} />
      {!runs && <Ways panel={panel} rows={rows} />}
      {ended.length > 0 && (
        <details class="ledger fold">
          <summary>What came of each row</summary>
          <ul>
            {ended.map((line) => (
              <Line key={line.row} {...line} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Line({ row, order, outcome, result }: RowLine): JSX.Element {
  const { word, icon, look } = OUTCOMES[outcome];
  return (
    <li class={look}>
      <Icon name={icon} />
      <div>
        <p dir="auto">
          {row}. {veiled(order)}
        </p>
        <p class="small soft">
          <span class="word">{word}</span>
          {result && (
            <>
              : <Name text={result} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** What can be done with rows that are not under way. */
function Ways({ panel, rows }: Pick<Props, "panel" | "rows">): JSX.Element {
  const { standing, total, lines } = rows;
  const broken = lines.filter(({ outcome }) => outcome === "begun").map((line) => line.row);
  const left = lines.length < total || lines.some(({ outcome }) => outcome === "not done");
  const goOn = (again: boolean) => () => panel.withTab((tabId) => ({ kind: "goOnWithRows", tabId, again }));
  return (
    <div class="buttons">
      {left && <Button onClick={goOn(false)}>{standing === "done" ? "Try again what is not done" : "Go on"}</Button>}
      {broken.length > 0 && (
        <Button icon="renew" onClick={goOn(true)}>
          {`Do row ${broken.join(", ")} again${left ? ", and go on" : ""}`}
        </Button>
      )}
      <Button icon="report" onClick={() => panel.rowsReport(rows)}>
        Report
      </Button>
      <Button onClick={() => panel.withTab((tabId) => ({ kind: "forgetRows", tabId }))}>Close</Button>
    </div>
  );
}
