import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isUnauthorized, wordsOf } from "./problem.ts";
import { useServer } from "./server.ts";

/** Something of the server's, as far as it was read. */
export interface Loaded<T> {
  data: T | null;
  problem: string | null;
  /** Reads it again. */
  reload: () => void;
}

/** Reads something, and again whenever `about` changes; what comes too late is ignored. Null about nothing. */
export function useLoaded<T>(about: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const { onUnauthorized } = useServer();
  const [shown, setShown] = useState<{ data: T | null; problem: string | null }>({ data: null, problem: null });
  const [round, setRound] = useState(0);
  const how = useRef({ load, onUnauthorized });
  how.current = { load, onUnauthorized };
  useEffect(() => {
    const until = new AbortController();
    setShown({ data: null, problem: null });
    if (about === null) return;
    how.current.load(until.signal).then(
      (data) => until.signal.aborted || setShown({ data, problem: null }),
      (error: unknown) => {
        if (until.signal.aborted) return;
        if (isUnauthorized(error)) how.current.onUnauthorized();
        else setShown({ data: null, problem: wordsOf(error) });
      },
    );
    return () => until.abort();
  }, [about, round]);
  return { ...shown, reload: useCallback(() => setRound((before) => before + 1), []) };
}
