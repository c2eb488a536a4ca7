/** Performs one tool that was allowed, on the page that it was decided on, or not at all. */

import { browser } from "wxt/browser";
import type { Effect } from "../../ask/event.ts";
import type { Outcome } from "../../ask/state.ts";
import { type Deed, deedOf } from "../../ask/tool.ts";
import { webAddress } from "../../hands/recheck.ts";
import type { Performed } from "../../shared/action.ts";
import { originOf } from "../../shared/origin.ts";
import type { Vouch } from "../../shared/reading.ts";
import type { World } from "../world.ts";

/** A tool under way. */
interface Doing extends Omit<Extract<Effect, { kind: "perform" }>, "kind" | "turn"> {
  world: World;
  signal: AbortSignal;
}

export async function performTool(doing: Doing): Promise<Outcome> {
  const { world, tabId, call, seen } = doing;
  const deed = deedOf(call);
  if (!deed) return failed("INVALID_ARGUMENTS");
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) return failed("NO_TARGET_TAB");
  // Decided on one page, and performed there or nowhere.
  const moved =
    tabId !== seen.tabId ||
    originOf(tab.url ?? "") !== seen.origin ||
    (await world.generation(tabId)) !== seen.generation;
  if (moved) return failed(deed.kind === "act" && deed.handle !== null ? "STALE_HANDLE" : "NO_CONTEXT");
  return perform(doing, deed);
}

async function perform(doing: Doing, deed: Deed): Promise<Outcome> {
  switch (deed.kind) {
    case "look":
      return { status: "ok" };
    case "links":
      return links(doing, deed.limit);
    case "act":
      return act(doing, deed.action, deed.handle);
    case "reload":
      await browser.tabs.reload(doing.tabId);
      await doing.world.reader.rest(doing.tabId, doing.signal);
      return { status: "ok", result: { tabId: doing.tabId } };
    case "open":
      return opened(doing, deed.url);
  }
}

async function links({ world, tabId, call, signal }: Doing, limit: number): Promise<Outcome> {
  const { urls, totalFound } = await world.reader.links(tabId, limit, signal);
  const truncated = totalFound > urls.length;
  return {
    status: "ok",
    result: { totalFound, truncated },
    documents: [
      {
        doc_id: `doc:links:${call.id ?? ""}`,
        kind: "web.links.v1",
        trust: "untrusted",
        source: { browser: "extension", tab_id: String(tabId) },
        content: { doc_type: "web.links.v1", urls, total_found: totalFound, truncated },
      },
    ],
  };
}

async function act(
  { world, tabId, call, seen: { origin }, signal }: Doing,
  action: string,
  handle: string | null,
): Promise<Outcome> {
  const vouched = handle === null ? null : await world.reader.vouch(tabId, handle, signal);
  if (vouched && !vouched.ok) return failed(REFUSALS[vouched.refusal]);
  const expected = vouched?.ok ? { expected: { role: vouched.role, name: vouched.name } } : {};
  return outcomeOf(call.name, await world.hands.perform(tabId, { action, origin, ...expected }, signal));
}

const REFUSALS: Record<Extract<Vouch, { ok: false }>["refusal"], string> = {
  not_found: "NOT_FOUND",
  stale: "STALE_HANDLE",
  wrong_kind: "NOT_INTERACTABLE",
};

/** Beside the tab, behind the one that the person looks at. */
async function opened({ world: { reader }, tabId, signal }: Doing, address: string): Promise<Outcome> {
  let url: string;
  try {
    url = webAddress(address).href;
  } catch {
    return failed("INVALID_URL");
  }
  const from = await browser.tabs.get(tabId);
  const made = await browser.tabs
    .create({ url, active: false, windowId: from.windowId, index: from.index + 1, openerTabId: tabId })
    .catch(() => null);
  if (made?.id === undefined) return failed("OPEN_TAB_FAILED");
  await reader.rest(made.id, signal);
  return { status: "ok", result: { tabId: made.id }, tabId: made.id };
}

function outcomeOf(name: string, { success, error, tabId }: Performed): Outcome {
  const moved = tabId === undefined ? {} : { tabId };
  if (success) return { status: "ok", ...moved, ...(tabId !== undefined && { result: { tabId } }) };
  return { status: "error", code: codeOf(name, error?.code ?? "", error?.message ?? ""), ...moved };
}

const TRAVELS: Readonly<Record<string, string>> = {
  "browser.navigate": "NAVIGATION_FAILED",
  search: "SEARCH_FAILED",
  "browser.back": "BACK_FAILED",
  "browser.forward": "FORWARD_FAILED",
};

function codeOf(name: string, code: string, message: string): string {
  if (code === "TIMEOUT") return "TIMEOUT";
  const travel = TRAVELS[name];
  if (travel) return travel;
  if (code === "ELEMENT_NOT_FOUND") return "STALE_HANDLE";
  if (code === "REFUSED") return "NO_CONTEXT";
  if (/covered/.test(message)) return "BLOCKED_BY_OVERLAY";
  if (/disabled/.test(message)) return "DISABLED";
  return code === "ACTION_FAILED" || code === "ACTION_EXECUTION_FAILED" ? "NOT_INTERACTABLE" : "RUNTIME_UNAVAILABLE";
}

function failed(code: string): Outcome {
  return { status: "error", code };
}
