import { useState } from "preact/hooks";
import { isUnauthorized, wordsOf } from "./problem.ts";
import { useServer } from "./server.ts";

export interface Act {
  /** Why the latest did not work. */
  problem: string | null;
  act: (work: Promise<unknown>) => Promise<void>;
}

/** Does one thing after another with the server; what it refuses is kept, to be shown. */
export function useAct(): Act {
  const { onUnauthorized } = useServer();
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (work: Promise<unknown>): Promise<void> => {
    setProblem(null);
    await work.catch((error: unknown) => {
      if (isUnauthorized(error)) onUnauthorized();
      else setProblem(wordsOf(error));
    });
  };
  return { problem, act };
}
