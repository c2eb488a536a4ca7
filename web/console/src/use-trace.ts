import { isLast, type TraceEvent } from "@screen-agent/api/ide";
import { useEffect, useState } from "preact/hooks";
import { isUnauthorized, wordsOf } from "./problem.ts";
import { useServer } from "./server.ts";

/** How long it is waited before a connection that broke off is made again, in milliseconds. */
const AGAIN = 3_000;

export interface FollowedTrace {
  events: readonly TraceEvent[];
  problem: string | null;
}

/** Follows a trace to its end: what it has told, and what it tells, as it comes. */
export function useTrace(trace: string): FollowedTrace {
  const { ide, onUnauthorized } = useServer();
  const [shown, setShown] = useState<FollowedTrace>({ events: [], problem: null });
  useEffect(() => {
    const until = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const told = new Map<number, TraceEvent>();
    const show = (problem: string | null): void => setShown({ events: [...told.values()], problem });
    const again = (): void => {
      timer = setTimeout(() => void follow(), AGAIN);
    };
    const follow = async (): Promise<void> => {
      try {
        for await (const event of ide.follow(trace, until.signal)) {
          // It is told from the beginning each time.
          told.set(event.seq, event);
          show(null);
        }
        show(null);
        if (![...told.values()].some(isLast)) again();
      } catch (error) {
        if (until.signal.aborted) return;
        if (isUnauthorized(error)) return onUnauthorized();
        show(wordsOf(error));
        again();
      }
    };
    setShown({ events: [], problem: null });
    void follow();
    return () => {
      until.abort();
      clearTimeout(timer);
    };
  }, [trace]);
  return shown;
}
