/** What the debugger alone can do: code, documents, traces, held requests. And pictures, which the eyes take. */

import { base64 } from "../../look/shot.ts";
import { heeding } from "../../shared/wait.ts";
import * as cdp from "../cdp.ts";
import { needed } from "../debugged.ts";
import { answerOf, changesOf, type Treatment } from "../rules.ts";
import { Trouble, unsupported } from "../trouble.ts";
import { cut, flag, type Outcome, text, textOrNull, type Under } from "../under.ts";
import { browses, reads, types } from "./verb.ts";

/** Ends of a task are the worker's matter. */
const terminal = browses(async () => {
  throw new Trouble("failed", "this ends the task and is not performed on a page");
});

export const toolVerbs = {
  evaluate: types(runs),
  screenshot: reads(shoots),
  generatePdf: reads(prints),
  interceptRequest: browses(intercepts),
  mockResponse: browses(mocks),
  startTracing: browses(startsTrace),
  stopTracing: browses(stopsTrace),
  getMetrics: browses(measures),
  finish: terminal,
  fail: terminal,
};

const CODE_TAKES = 10_000;

async function runs(under: Under): Promise<Outcome> {
  if (!under.trusted) throw unsupported("running code in the page, which the browser forbids to extensions");
  const params = {
    expression: text(under, "code"),
    returnByValue: true,
    awaitPromise: true,
    userGesture: false,
    timeout: CODE_TAKES,
  };
  const reply = await needed(under.tabId).send("Runtime.evaluate", params, CODE_TAKES, under.signal);
  if (reply === "late") throw new Trouble("TIMEOUT", "the code takes too long");
  return resultOf(reply === "held" ? { result: {} } : reply);
}

function resultOf(reply: Record<string, unknown>): Outcome {
  const thrown = reply.exceptionDetails as { exception?: { description?: string }; text?: string } | undefined;
  if (thrown)
    throw new Trouble(
      "failed",
      `the code throws: ${(thrown.exception?.description ?? thrown.text ?? "an error").slice(0, 200)}`,
    );
  const value = (reply.result as { value?: unknown } | undefined)?.value;
  return { state: cut(typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined")) };
}

async function shoots(under: Under): Promise<Outcome> {
  const elementId = textOrNull(under, "id");
  const picture = await heeding(
    under.around.picture(under.tabId, { full: flag(under, "full"), ...(elementId !== null && { elementId }) }),
    under.signal,
  );
  if (!picture) throw new Trouble("failed", "no picture could be taken");
  return { state: `image/jpeg, ${bytesIn(picture.data)} bytes`, picture };
}

/** How many bytes a text in base64 stands for. */
export function bytesIn(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64)?.[0].length ?? 0);
}

async function prints(under: Under): Promise<Outcome> {
  if (!under.trusted)
    throw unsupported(
      "printing to PDF",
      "print the page from the browser's own menu, or choose trusted input in the build of the extension with the debugger",
    );
  const { data } = await cdp.send(under.tabId, "Page.printToPDF", { printBackground: true }, { signal: under.signal });
  const pdf = String(data ?? "");
  return {
    state: `application/pdf, ${bytesIn(pdf)} bytes`,
    file: { name: "page.pdf", mime: "application/pdf", data: pdf },
  };
}

const MOST_RULES = 50;

async function hold(under: Under, treatment: Treatment): Promise<Outcome> {
  const { rules } = needed(under.tabId);
  const pattern = text(under, "pattern");
  if (!pattern.trim()) throw new Trouble("failed", "the pattern is empty");
  if (rules.length >= MOST_RULES) rules.shift();
  rules.push({ pattern, treatment });
  await cdp.send(under.tabId, "Fetch.enable", {}, { signal: under.signal });
  return {};
}

async function intercepts(under: Under): Promise<Outcome> {
  if (!under.trusted) throw unsupported("holding requests");
  switch (text(under, "how")) {
    case "block":
      return hold(under, { how: "block" });
    case "modify": {
      const change = changesOf(textOrNull(under, "change") ?? "{}");
      if (!change) throw new Trouble("failed", "the change is not {url, method, headers, postData}");
      return hold(under, { how: "modify", change });
    }
    default:
      return hold(under, { how: "continue" });
  }
}

async function mocks(under: Under): Promise<Outcome> {
  if (!under.trusted) throw unsupported("answering requests");
  const answer = answerOf(text(under, "response"));
  if (!answer) throw new Trouble("failed", "the answer is not {status, contentType, headers, body}");
  return hold(under, { how: "answer", answer });
}

async function startsTrace({ tabId, trusted, signal }: Under): Promise<Outcome> {
  if (!trusted) throw unsupported("recording a trace");
  needed(tabId).traced = null;
  await cdp.send(tabId, "Tracing.start", { transferMode: "ReturnAsStream" }, { signal });
  return {};
}

const TRACE_ENDS = 15_000;
/** A trace is kept up to here, as far as the server takes files; it may be longer. */
const KEPT_TRACE = 9 << 20;
const LARGEST_TRACE = 64 << 20;

async function stopsTrace({ tabId, trusted, signal }: Under): Promise<Outcome> {
  if (!trusted) throw unsupported("recording a trace");
  const debugged = needed(tabId);
  await cdp.send(tabId, "Tracing.end", {}, { signal });
  await debugged.within(() => debugged.traced !== null, TRACE_ENDS, signal);
  if (debugged.traced === null) throw new Trouble("TIMEOUT", "the trace does not end");
  const { length, text } = await readTrace(tabId, debugged.traced, signal);
  const state = `application/json, ${length} bytes`;
  if (length > KEPT_TRACE) return { state: `${state}, too many to be kept` };
  const data = base64(new TextEncoder().encode(text));
  return { state, file: { name: "trace.json", mime: "application/json", data } };
}

async function readTrace(
  tabId: number,
  handle: string,
  signal: AbortSignal,
): Promise<{ length: number; text: string }> {
  let [length, text] = [0, ""];
  for (let eof = false; !eof && length < LARGEST_TRACE; ) {
    const chunk = await cdp.send(tabId, "IO.read", { handle }, { signal });
    const part = String(chunk.data ?? "");
    length += part.length;
    if (length <= KEPT_TRACE) text += part;
    eof = chunk.eof === true;
  }
  await cdp.send(tabId, "IO.close", { handle }, { signal });
  return { length, text };
}

async function measures({ tabId, trusted, signal }: Under): Promise<Outcome> {
  if (!trusted) throw unsupported("measuring the page");
  await cdp.send(tabId, "Performance.enable", {}, { signal });
  const { metrics } = await cdp.send(tabId, "Performance.getMetrics", {}, { signal });
  const all = Array.isArray(metrics) ? (metrics as { name: string; value: number }[]) : [];
  return { state: cut(JSON.stringify(Object.fromEntries(all.map(({ name, value }) => [name, value])))) };
}
