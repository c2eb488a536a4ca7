/** Where one is in the console. It stands in the address, so that it can be kept and sent. */
import { useEffect, useState } from "preact/hooks";

export type Section =
  | "tasks"
  | "runs"
  | "workflows"
  | "questions"
  | "collections"
  | "made"
  | "traces"
  | "keys"
  | "knowledge"
  | "memory"
  | "usage"
  | "audit"
  | "debug"
  | "account";

export interface Place {
  section: Section;
  /** What is chosen there. */
  id: string | null;
}

const SECTIONS: readonly Section[] = [
  "runs",
  "workflows",
  "questions",
  "collections",
  "made",
  "traces",
  "keys",
  "knowledge",
  "memory",
  "usage",
  "audit",
  "debug",
  "account",
];

/** Reads the part of an address after `#`. What is nowhere is the beginning. */
export function placeOf(hash: string): Place {
  const session = /^#\/([0-9a-f-]{36})$/i.exec(hash)?.[1];
  if (session) return { section: "tasks", id: session };
  const [, name, id] = /^#\/([a-z]+)(?:\/([\w.~%-]{1,300}))?$/.exec(hash) ?? [];
  const section = SECTIONS.find((one) => one === name);
  return section ? { section, id: id === undefined ? null : decoded(id) } : { section: "tasks", id: null };
}

/** The part of an address after `#` for a place. */
export function hashOf({ section, id }: Place): string {
  if (section === "tasks") return id === null ? "#/" : `#/${id}`;
  return id === null ? `#/${section}` : `#/${section}/${encodeURIComponent(id)}`;
}

function decoded(id: string): string | null {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** Where one is, and the way elsewhere. */
export function usePlace(): [Place, (place: Place) => void] {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  useEffect(() => {
    const until = new AbortController();
    window.addEventListener("hashchange", () => setPlace(placeOf(location.hash)), { signal: until.signal });
    return () => until.abort();
  }, []);
  return [place, (to) => (location.hash = hashOf(to))];
}
