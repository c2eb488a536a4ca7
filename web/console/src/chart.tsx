/** Figures by day as a plot, and as a table for whoever does not see it. */
import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import uPlot from "uplot";
import { type Series, total } from "./usage-sums.ts";

export interface ChartProps {
  title: string;
  days: readonly string[];
  series: readonly Series[];
  /** A figure in words. */
  words: (figure: number) => string;
  /** The first line is what went well, the second what did not. */
  judges?: boolean;
}

/** Numbers of colours in the style sheet, one a line; each line has a dash of its own, too. */
const COLOURS = [3, 4, 5, 6, 1, 2];
const JUDGING = [1, 2, 4, 3, 5, 6];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [1, 2]];
const HEIGHT = 190;
const DAY_S = 86_400;

export function Chart({ title, days, series, words, judges = false }: ChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const colours = judges ? JUDGING : COLOURS;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const until = new AbortController();
    let plot = draw(element, days, series, words, colours);
    const again = (): void => {
      plot.destroy();
      plot = draw(element, days, series, words, colours);
    };
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again, { signal: until.signal });
    return () => {
      until.abort();
      size.disconnect();
      plot.destroy();
    };
  }, [days, series]);
  return (
    <section class="shelf chart" aria-labelledby={id}>
      <h3 id={id}>
        {title} <span class="soft">{words(total(series))}</span>
      </h3>
      <div class="plot" ref={place} aria-hidden="true" />
      <ul class="legend">
        {series.map(({ name, values }, at) => (
          <li key={name}>
            <svg viewBox="0 0 22 4" width="22" height="4" aria-hidden="true">
              <line
                x1="0"
                y1="2"
                x2="22"
                y2="2"
                class={`line-${colours[at] ?? 6}`}
                stroke-dasharray={DASHES[at]?.join(" ")}
              />
            </svg>
            {name} <span class="soft small">{words(values.reduce((sum, value) => sum + value, 0))}</span>
          </li>
        ))}
      </ul>
      <details class="fold">
        <summary>As a table</summary>
        <div class="scrolls" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) =>
                series.some(({ values }) => values[at]) ? (
                  <tr key={day}>
                    <th scope="row">{day}</th>
                    {series.map(({ name, values }) => (
                      <td key={name}>{words(values[at] ?? 0)}</td>
                    ))}
                  </tr>
                ) : null,
              )}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

function draw(
  element: HTMLElement,
  days: readonly string[],
  series: readonly Series[],
  words: (figure: number) => string,
  colours: readonly number[],
): uPlot {
  const style = getComputedStyle(element);
  // Colours may be pairs for light and dark: a probe tells which of them is meant.
  const colour = (name: string): string => {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const [soft, line] = [colour("--soft"), colour("--line")];
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: soft, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const data: uPlot.AlignedData = [
    days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000),
    ...series.map(({ values }) => values),
  ];
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      tzDate: (second) => uPlot.tzDate(new Date(second * 1_000), "Etc/UTC"),
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
      axes: [
        { ...axis, incrs: [DAY_S, 7 * DAY_S, 14 * DAY_S, 28 * DAY_S, 84 * DAY_S], values: "{MMM} {D}" },
        { ...axis, size: 64, values: (_, ticks) => ticks.map(words) },
      ],
      series: [
        {},
        ...series.map(({ name }, at) => ({
          label: name,
          stroke: colour(`--plot-${colours[at] ?? 6}`),
          width: 2,
          dash: DASHES[at % DASHES.length] ?? [],
          points: { show: days.length < 40, size: 5 },
        })),
      ],
    },
    data,
    element,
  );
}
