/** Begins a task on a tab. */
import type { Attachment } from "@screen-agent/api";
import { problem } from "../shared/protocol.ts";
import type { Start } from "../task/advance.ts";
import { notAsking, RECORDING_UNDER_WAY, TASK_UNDER_WAY } from "./ask/commands.ts";
import { Refusal, SIGN_IN_FIRST } from "./failure.ts";
import { MOST_WORDS, type Office, tabFacts } from "./office.ts";

/** Refuses where somebody is at work already. `more` is what it is for, beside the words. */
export async function begin(
  { account, sessions, tasks, asks, rows, recordings }: Office,
  panelTab: number,
  words: string,
  attachment: Attachment | null,
  more: Pick<Start, "row" | "workflow"> = {},
): Promise<void> {
  const client = account.client();
  if (!client) throw new Refusal(SIGN_IN_FIRST);
  const query = said(words);
  const tabId = sessions.tabOf(panelTab);
  const free = (): void => {
    if (tasks.isBusy(tabId) || (more.row === undefined && rows.isRunning(tabId))) throw new Refusal(TASK_UNDER_WAY);
    if (recordings.isOn(tabId)) throw new Refusal(RECORDING_UNDER_WAY);
    notAsking(asks, tabId);
  };
  free();
  const sessionId = await sessions.ensure(client, await tabFacts(tabId), query);
  free();
  const { owner } = account;
  await tasks.start({ tabId, sessionId, owner, query, attachment, ...more });
}

/** The person's words; none are refused. */
export function said(words: string): string {
  const query = words.trim().slice(0, MOST_WORDS);
  if (query === "") throw new Refusal(problem("NO_WORDS", "There are no instructions.", "Say what should be done."));
  return query;
}
