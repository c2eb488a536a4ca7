import { useEffect, useRef, useState } from "preact/hooks";
import { useServer } from "./server.ts";
import { NO_WORK, Work, type WorkState } from "./work.ts";

/** Follows a conversation for as long as it is shown. */
export function useWork(session: string): [WorkState, Work | null] {
  const { client, onUnauthorized } = useServer();
  const [state, setState] = useState<WorkState>(NO_WORK);
  const work = useRef<Work | null>(null);
  useEffect(() => {
    const until = new AbortController();
    setState(NO_WORK);
    work.current = new Work({ client, session, signal: until.signal, tell: setState, onUnauthorized });
    return () => {
      work.current = null;
      until.abort();
    };
  }, [client, session]);
  return [state, work.current];
}
