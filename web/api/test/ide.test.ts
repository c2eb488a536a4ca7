/** The client of the IDE surface: what a trace tells comes once, in order, also over a line that breaks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../src/error.ts";
import { IdeClient, outcomeOf, type TraceEvent } from "../src/ide.ts";

const event = (name: string, seq: number, more = {}): string =>
  `event: ${name}\ndata: ${JSON.stringify({ seq, trace_id: "t-1", ...more })}\n\n`;
const KEEPALIVE = 'event: keepalive\ndata: {"trace_id":"t-1"}\n\n';

/** A line that says this, and ends well or breaks. */
function line(text: string, breaks = false): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (text !== "") controller.enqueue(new TextEncoder().encode(text));
      else if (breaks) controller.error(new TypeError("terminated"));
      else controller.close();
      text = "";
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** Asks over lines that come one after the other; gives what was told, and what was sent. */
async function asked(...lines: (() => Response)[]): Promise<{ events: TraceEvent[]; sent: string[]; error: unknown }> {
  const sent: string[] = [];
  const fetch = (async (url: string | URL | Request, init?: RequestInit) => {
    const accept = new Headers(init?.headers).get("Accept");
    sent.push([init?.method, url, accept, init?.body].filter(Boolean).join(" "));
    const next = lines.shift();
    if (!next) throw new TypeError("fetch failed");
    return next();
  }) as typeof globalThis.fetch;
  const client = new IdeClient({ base: "https://agent.example/", token: "t", fetch });
  const events: TraceEvent[] = [];
  try {
    for await (const one of client.ask("/design-generate", { text: "x" })) events.push(one);
  } catch (error) {
    return { events, sent, error };
  }
  return { events, sent, error: null };
}

test("keys are asked for, made and revoked at their address", async () => {
  const sent: string[] = [];
  const fetch = (async (url: string | URL | Request, init?: RequestInit) => {
    sent.push([init?.method, url, init?.body].filter(Boolean).join(" "));
    return init?.method === "DELETE" ? new Response(null, { status: 204 }) : Response.json({ ok: true, keys: [] });
  }) as typeof globalThis.fetch;
  const client = new IdeClient({ base: "https://agent.example/", token: "t", fetch });
  await client.keys();
  await client.makeKey("Shop");
  await client.revokeKey("a/b");
  const at = "https://agent.example/publishable-keys";
  assert.deepEqual(sent, [`GET ${at}`, `POST ${at} {"name":"Shop"}`, `DELETE ${at}/a%2Fb`]);
});

const names = (events: TraceEvent[]): string[] => events.map(({ event, seq }) => `${seq} ${event}`);
const POST = 'POST https://agent.example/design-generate text/event-stream {"text":"x"}';
const GET = "GET https://agent.example/trace-status?trace_id=t-1 text/event-stream";

test("a trace is told to its end, signs of life are not", async () => {
  const { events, sent } = await asked(() =>
    line(event("ready", 1) + KEEPALIVE + event("done", 2, { response: "Ready." })),
  );
  assert.deepEqual(names(events), ["1 ready", "2 done"]);
  assert.deepEqual(sent, [POST]);
  assert.equal(outcomeOf(events).response, "Ready.");
});

for (const breaks of [true, false])
  test(`a line that ${breaks ? "breaks" : "ends"} too soon is gone on with, and nothing is told twice`, async () => {
    const { events, sent, error } = await asked(
      () => line(event("ready", 1) + event("handoff", 2), breaks),
      () => line(event("ready", 1) + event("handoff", 2) + event("done", 3)),
    );
    assert.deepEqual(names(events), ["1 ready", "2 handoff", "3 done"]);
    assert.deepEqual(sent, [POST, GET]);
    assert.equal(error, null);
  });

test("what is refused, and a server that is away, is an error and not asked again", async () => {
  const refused = await asked(() => Response.json({ code: "unauthorized", message: "No." }, { status: 401 }));
  assert.ok(refused.error instanceof ApiError && refused.error.status === 401);
  assert.deepEqual(refused.sent, [POST]);
  const away = await asked();
  assert.ok(away.error instanceof TypeError);
  assert.deepEqual(away.sent, [POST]);
  const gone = await asked(() => line(event("ready", 1), true));
  assert.ok(gone.error instanceof TypeError);
  assert.deepEqual([names(gone.events), gone.sent], [["1 ready"], [POST, GET]]);
});
