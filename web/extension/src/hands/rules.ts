/** What to do with requests that an action asked to hold: block, change, answer. */
import { base64 } from "../look/shot.ts";

export type Treatment =
  | { how: "block" }
  | { how: "continue" }
  | { how: "modify"; change: Readonly<Record<string, unknown>> }
  | { how: "answer"; answer: Answer };

/** What happens to requests whose address matches. */
export interface Rule {
  /** `*` stands for any characters, `?` for one. */
  pattern: string;
  treatment: Treatment;
}

/** An answer made up for a request. */
export interface Answer {
  status: number;
  contentType: string;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

type Command = [method: string, params: Record<string, unknown>];

/** The command that deals with a paused request; null when it is none. The newest rule that matches decides. */
export function treat(rules: readonly Rule[], paused: Readonly<Record<string, unknown>>): Command | null {
  const { requestId, request } = paused;
  if (typeof requestId !== "string") return null;
  const url = String((request as { url?: unknown } | undefined)?.url ?? "");
  const treatment: Treatment = [...rules].reverse().find(({ pattern }) => matches(pattern, url))?.treatment ?? {
    how: "continue",
  };
  switch (treatment.how) {
    case "block":
      return ["Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }];
    case "continue":
      return ["Fetch.continueRequest", { requestId }];
    case "modify":
      return ["Fetch.continueRequest", { ...treatment.change, requestId }];
    case "answer":
      return ["Fetch.fulfillRequest", fulfilled(requestId, treatment.answer)];
  }
}

function fulfilled(requestId: string, { status, contentType, headers, body }: Answer): Record<string, unknown> {
  const text = typeof body === "string" ? body : body === null || body === undefined ? "" : JSON.stringify(body);
  return {
    requestId,
    responseCode: status,
    responseHeaders: [{ name: "content-type", value: contentType }, ...listed(headers)],
    body: encoded(text),
  };
}

function listed(headers: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

/** The answer that an action describes; null when it is none. */
export function answerOf(json: string): Answer | null {
  const said = objectOf(json);
  if (!said) return null;
  const { status = 200, contentType = "application/json", headers = {}, body = null } = said;
  const sound =
    typeof status === "number" &&
    Number.isInteger(status) &&
    status >= 100 &&
    status <= 599 &&
    typeof contentType === "string" &&
    isObject(headers);
  return sound ? { status, contentType, headers, body } : null;
}

/** The fields of a request that may be changed, as the protocol names them; null when others are asked for. */
export function changesOf(json: string): Record<string, unknown> | null {
  const said = objectOf(json);
  if (!said) return null;
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(said)) {
    if ((name === "url" || name === "method") && typeof value === "string") out[name] = value;
    else if (name === "postData" && typeof value === "string") out[name] = encoded(value);
    else if (name === "headers" && isObject(value) && Object.values(value).every((each) => typeof each === "string"))
      out[name] = listed(value);
    else return null;
  }
  return out;
}

/** An object written as JSON; null when it is something else. */
export function objectOf(json: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(json);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function encoded(text: string): string {
  return base64(new TextEncoder().encode(text));
}

/** Whether an address fits a pattern, in time linear in both for each star. */
export function matches(pattern: string, address: string): boolean {
  let [at, from, star] = [0, 0, -1];
  let here = 0;
  while (here < address.length) {
    if (pattern[at] === "*") [star, from, at] = [at, here, at + 1];
    else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === address[here]))
      [at, here] = [at + 1, here + 1];
    else if (star >= 0) [at, from, here] = [star + 1, from + 1, from + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
