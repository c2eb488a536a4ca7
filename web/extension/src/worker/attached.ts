/** What the person attached to a task, for the page: it is fetched again from the server that keeps it. */
import { Client } from "@screen-agent/api";
import type { Attached } from "../hands/under.ts";
import { hasEnded } from "../task/state.ts";
import { ACCOUNT, TASKS } from "./store.ts";

/** Bytes that go into one message to a page, as a piece of text. */
const PIECE = 0x8000;

/** The file of this name, if it is what was attached to the task that is under way on the tab. */
export async function attachedFile(tabId: number, name: string): Promise<Attached | null> {
  const [signedIn, tasks] = await Promise.all([ACCOUNT.load(), TASKS.load()]);
  const task = tasks.find((state) => state.tabId === tabId && !hasEnded(state));
  const attachment = task?.attachment;
  if (!signedIn || attachment?.filename !== name) return null;
  const client = new Client({ base: signedIn.server, token: signedIn.token });
  const blob = await client.uploaded(attachment.s3Key);
  return { name, type: attachment.mimeType, data: base64(new Uint8Array(await blob.arrayBuffer())) };
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}
