import type { JSX } from "preact";

/** Names of the pictures; all drawn by us on a grid of 20, in the colour of the text. */
export type IconName = keyof typeof PATHS;

const PATHS = {
  send: "M10 16V4M4.5 9.5 10 4l5.5 5.5",
  stop: "M5.5 5.5h9v9h-9z",
  record: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 7.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  clip: "M15 9.5 9.9 14.6a3.3 3.3 0 0 1-4.7-4.7l5.6-5.6a2.2 2.2 0 0 1 3.1 3.1l-5.5 5.5a1 1 0 0 1-1.5-1.5L12 6.3",
  history: "M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3.5V7H7M10 6.5V10l2.5 1.5",
  plus: "M10 4v12M4 10h12",
  gear: "M4 6h7M15 6h1M4 10h1M9 10h7M4 14h7M15 14h1M13 4.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM7 8.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM13 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  bug: "M7 8a3 3 0 0 1 6 0v4a3 3 0 0 1-6 0zM7 10H3.5M16.5 10H13M7.5 13.5 4.5 16M12.5 13.500l3 2.500M7.5 7 4.5 4.500M12.5 7l3-2.5",
  close: "M5 5l10 10M15 5 5 15",
  check: "M4.5 10.5 8.5 14.5 15.5 6",
  cross: "M6 6l8 8M14 6l-8 8",
  warn: "M10 3.5 17 16H3zM10 8.500v3.500M10 13.900v.2",
  info: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 9.500v4M10 6.600v.2",
  question: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 8a2 2 0 1 1 2.8 1.800c-.5.3-.8.7-.8 1.400M10 13.700v.2",
  shield: "M10 3l5.5 2v4.500c0 3.6-2.3 6-5.5 7.5-3.2-1.5-5.5-3.9-5.5-7.500V5z",
  plan: "M8 5h8M8 10h8M8 15h8M3.5 5l1 1 1.5-2M3.5 10l1 1 1.5-2M3.5 15l1 1 1.5-2",
  renew: "M16 9a6 6 0 0 0-10.8-2.500L4 8M4 4v4h4M4 11a6 6 0 0 0 10.8 2.500L16 12M16 16v-4h-4",
  down: "M5 8l5 5 5-5",
  right: "M8 5l5 5-5 5",
  press: "M6 3.500l9.5 6-4.3 1-2 4z",
  write: "M4 16l1-4 8-8 3 3-8 8zM11.5 5.500l3 3",
  look: "M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  go: "M4 10h12M11 5l5 5-5 5",
  wait: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6.500V10l2.5 2",
  tab: "M3 6.500h14v9H3zM3 6.500V4.500h6v2",
  deep: "M7 6l-4 4 4 4M13 6l4 4-4 4",
  end: "M5 17V4M5 4.500h9l-2 3 2 3H5",
  file: "M5.5 3h6l3 3v11h-9zM11.5 3v3h3",
  report: "M10 3.500V12M6.5 8.5 10 12l3.5-3.500M4 16h12",
  copy: "M7 7h9v9H7zM4 13V4h9",
  edit: "M4 16l1-4 8-8 3 3-8 8z",
  archive: "M3 4.500h14v3H3zM4.5 7.500v8h11v-8M8 10.500h4",
  search: "M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4zM12.7 12.7 16 16",
  offline: "M3 3l14 14M5 9a8 8 0 0 1 2.5-1.600M12 7.200A8 8 0 0 1 15 9M8 12.300a3.5 3.5 0 0 1 4 0M10 15.500v.2",
  ask: "M4 4.500h12v8.500H9.500L6 16v-3H4zM8 8.700h4",
  stack: "M10 3.500 17 7l-7 3.500L3 7zM3.500 10.500 10 14l6.500-3.500M3.500 13.500 10 17l6.500-3.500",
  note: "M5 3.500h10v9l-4 4H5zM15 12.500h-4v4M7.500 7h5M7.500 10h3",
  link: "M8.500 11.500l3-3M9 6l1.500-1.500a3.500 3.500 0 0 1 5 5L14 11M11 14l-1.500 1.500a3.500 3.500 0 0 1-5-5L6 9",
  trash: "M4.500 6h11M8 6V4h4v2M6 6l.7 10h6.600L14 6M8.700 9v4.500M11.300 9v4.500",
  back: "M16 10H4M9 5l-5 5 5 5",
  brief: "M4 5.500h12M4 10h8M4 14.500h10",
  eyeOff:
    "M3 3l14 14M8.3 8.500a2 2 0 0 0 2.9 2.800M6 6.200C3.8 7.6 2.5 10 2.5 10s2.8 5 7.5 5c1.3 0 2.5-.4 3.5-.9M9 5.100c5.4-.6 8.5 4.9 8.5 4.900s-.7 1.3-2 2.6",
} as const;

/** A picture beside words; it says nothing by itself. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
