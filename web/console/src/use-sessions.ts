import type { SessionInfo } from "@screen-agent/api";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isUnauthorized, wordsOf } from "./problem.ts";
import { useServer } from "./server.ts";

/** How often the list of conversations is looked at again while somebody looks at it. */
const EVERY_MS = 10_000;
/** Conversations that are read at once, the most that the server gives. */
const PAGE = 100;

export interface Sessions {
  /** Newest change first; null before they were read. */
  list: readonly SessionInfo[] | null;
  total: number;
  problem: string | null;
  refresh: () => Promise<void>;
}

/** The conversations, archived ones too, kept fresh while the page is seen. */
export function useSessions(): Sessions {
  const { client, onUnauthorized } = useServer();
  const [list, setList] = useState<readonly SessionInfo[] | null>(null);
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const written = useRef("");

  const refresh = useCallback(async () => {
    try {
      const { sessions, pagination } = await client.sessions({ includeArchived: true, limit: PAGE });
      setProblem(null);
      setTotal(pagination.total);
      const now = JSON.stringify(sessions);
      if (now !== written.current) setList(sessions);
      written.current = now;
    } catch (error) {
      if (isUnauthorized(error)) onUnauthorized();
      else setProblem(wordsOf(error));
    }
  }, [client]);

  useEffect(() => {
    const until = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") await refresh();
      if (!until.signal.aborted) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    document.addEventListener("visibilitychange", () => void look(), { signal: until.signal });
    return () => {
      until.abort();
      clearTimeout(timer);
    };
  }, [refresh]);

  return { list, total, problem, refresh };
}
