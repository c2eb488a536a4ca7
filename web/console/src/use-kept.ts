import { useEffect, useRef } from "preact/hooks";
import { type Loaded, useLoaded } from "./use-loaded.ts";

/** How often what workers do is looked at again, in milliseconds. */
const EVERY = 3_000;

/** Reads something again and again; what was read of the same thing before stands until then. */
export function useKept<T>(about: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const loaded = useLoaded(about, load);
  const kept = useRef<{ about: string | null; data: T | null }>({ about, data: null });
  if (kept.current.about !== about) kept.current = { about, data: null };
  if (loaded.data !== null) kept.current.data = loaded.data;
  useEffect(() => {
    if (about === null) return;
    const timer = setInterval(() => {
      // Nobody looks at a page that is hidden.
      if (!document.hidden) loaded.reload();
    }, EVERY);
    return () => clearInterval(timer);
  }, [about, loaded.reload]);
  return { ...loaded, data: loaded.data ?? kept.current.data };
}
