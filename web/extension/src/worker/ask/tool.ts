/** Performs one tool that was allowed, on the page that it was decided on, or not at all. */

import type { ToolCall } from "@screen-agent/api/packet";
import { browser } from "wxt/browser";
import type { Outcome, Seen } from "../../ask/state.ts";
import { type Deed, deedOf } from "../../ask/tool.ts";
import { webAddress } from "../../hands/recheck.ts";
import type { Performed } from "../../shared/action.ts";
import { originOf } from "../../shared/origin.ts";
import type { Vouch } from "../../shared/reading.ts";
import type { World } from "../world.ts";

export async function performTool(
  world: World,
  tabId: number,
  call: ToolCall,
  seen: Seen,
  signal: AbortSignal,
): Promise<Outcome> {
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
  return perform(world, tabId, call, deed, seen, signal);
}

async function perform(
  world: World,
  tabId: number,
  call: ToolCall,
  deed: Deed,
  seen: Seen,
  signal: AbortSignal,
): Promise<Outcome> {
  switch (deed.kind) {
    case "look":
      return { status: "ok" };
    case "links":
      return links(world, tabId, call, deed.limit, signal);
    case "act":
      return act(world, tabId, call, deed.action, deed.handle, seen, signal);
    case "reload":
      await browser.tabs.reload(tabId);
      await world.reader.rest(tabId, signal);
      return { status: "ok", result: { tabId } };
    case "open":
      return opened(world, tabId, deed.url, signal);
  }
}

async function links(
  { reader }: World,
  tabId: number,
  call: ToolCall,
  limit: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const { urls, totalFound } = await reader.links(tabId, limit, signal);
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
  { hands, reader }: World,
  tabId: number,
  call: ToolCall,
  action: string,
  handle: string | null,
  { origin }: Seen,
  signal: AbortSignal,
): Promise<Outcome> {
  const vouched = handle === null ? null : await reader.vouch(tabId, handle, signal);
  if (vouched && !vouched.ok) return failed(REFUSALS[vouched.refusal]);
  const expected = vouched?.ok ? { expected: { role: vouched.role, name: vouched.name } } : {};
  return outcomeOf(call.name, await hands.perform(tabId, { action, origin, ...expected }, signal));
}

const REFUSALS: Record<Extract<Vouch, { ok: false }>["refusal"], string> = {
  not_found: "NOT_FOUND",
  stale: "STALE_HANDLE",
  wrong_kind: "NOT_INTERACTABLE",
};

/** Beside the tab, behind the one that the person looks at. */
async function opened({ reader }: World, tabId: number, address: string, signal: AbortSignal): Promise<Outcome> {
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
