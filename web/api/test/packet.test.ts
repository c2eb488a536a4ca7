/** The client of the packet surface: what it sends, and how it reads what comes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PacketClient, PacketError, type Reply, type Told } from "../src/packet.ts";

const REPLY = {
  protocol: { name: "laika.llmcp", version: 1 },
  type: "response",
  id: "r",
  assistant: { render: { type: "doc", children: [] }, citations: [] },
  tool_calls: [],
};

interface Sent {
  url: string;
  method: string;
  body: string | null;
  headers: Headers;
}

/** A server that gives one answer and remembers what it was asked. */
function server(answer: () => Response): { client: PacketClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = (async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({
      url: String(url),
      method: init?.method ?? "",
      body: (init?.body as string | null) ?? null,
      headers: new Headers(init?.headers),
    });
    return answer();
  }) as typeof globalThis.fetch;
  return { client: new PacketClient({ base: "https://agent.example/", token: "t", fetch }), sent };
}

/** A stream that comes in pieces of so many bytes. */
function streamed(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } });
}

async function all(told: AsyncIterable<Told>): Promise<Told[]> {
  const found: Told[] = [];
  for await (const one of told) found.push(one);
  return found;
}

async function refusal(told: AsyncIterable<Told>): Promise<PacketError> {
  try {
    await all(told);
  } catch (error) {
    if (error instanceof PacketError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

for (const size of [1, 2, 7, 10_000]) {
  test(`progress and the packet come out of a stream in pieces of ${size}`, async () => {
    const text = `: here\n\nevent: progress\r\ndata: {"text":"Reading – “page”","step":1}\r\n\r\n:\n\nevent:packet\ndata: ${JSON.stringify(REPLY)}\n\nevent: progress\ndata: {}\n\n`;
    const { client } = server(() => streamed(text, size));
    assert.deepEqual(await all(client.ask("{}")), [
      { kind: "progress", text: "Reading – “page”", step: 1 },
      { kind: "packet", packet: REPLY as unknown as Reply },
    ]);
  });
}

test("a server without a stream gives the packet alone", async () => {
  const { client, sent } = server(() => Response.json(REPLY));
  assert.deepEqual(await all(client.ask('{"id":"as it is"}')), [{ kind: "packet", packet: REPLY as unknown as Reply }]);
  assert.deepEqual(
    [sent[0]?.url, sent[0]?.method, sent[0]?.body, sent[0]?.headers.get("Authorization")],
    ["https://agent.example/api/llmcp", "POST", '{"id":"as it is"}', "Bearer t"],
  );
  assert.match(sent[0]?.headers.get("Accept") ?? "", /^text\/event-stream/);
});

test("errors are typed, wherever they come", async () => {
  const body = { error: { code: "RUN_NOT_OPEN", message: "The run is over.", field: "trace.run_id", request_id: "q" } };
  const before = await refusal(
    server(() => Response.json(body, { status: 409, headers: { "Retry-After": "3" } })).client.ask("{}"),
  );
  assert.deepEqual(
    [before.status, before.code, before.message, before.field, before.retryAfter],
    [409, "RUN_NOT_OPEN", "The run is over.", "trace.run_id", 3],
  );
  const within = await refusal(
    server(() => streamed(`event: error\ndata: ${JSON.stringify(body)}\n\n`, 5)).client.ask("{}"),
  );
  assert.deepEqual([within.status, within.code], [200, "RUN_NOT_OPEN"]);
  const strange = await refusal(server(() => new Response("<html>", { status: 502 })).client.ask("{}"));
  assert.deepEqual([strange.status, strange.code], [502, "UNKNOWN"]);
});

for (const [name, text, code] of [
  ["ends early", 'event: progress\ndata: {"text":"x"}\n\n', "BROKEN_OFF"],
  ["says what is no JSON", "event: packet\ndata: {\n\n", "BROKEN_OFF"],
  [
    "is of another version",
    `event: packet\ndata: ${JSON.stringify({ ...REPLY, protocol: { name: "laika.llmcp", version: 2 } })}\n\n`,
    "UNSUPPORTED_VERSION",
  ],
  [
    "is of another version, and looks otherwise",
    'event: packet\ndata: {"protocol":{"name":"laika.llmcp","version":3}}\n\n',
    "UNSUPPORTED_VERSION",
  ],
  [
    "has no tools' place",
    `event: packet\ndata: ${JSON.stringify({ ...REPLY, tool_calls: null })}\n\n`,
    "INVALID_PACKET",
  ],
  [
    "shows nothing",
    `event: packet\ndata: ${JSON.stringify({ ...REPLY, assistant: { render: null, citations: [] } })}\n\n`,
    "INVALID_PACKET",
  ],
  ["is no response", 'event: packet\ndata: {"type":"request"}\n\n', "INVALID_PACKET"],
] as const) {
  test(`a stream that ${name} is refused`, async () => {
    assert.equal((await refusal(server(() => streamed(text, 9)).client.ask("{}"))).code, code);
  });
}

test("an event without end is not gathered for ever", async () => {
  const line = `data: ${"x".repeat(1_000_000)}\n`;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      if (sent > 100) return controller.close();
      controller.enqueue(new TextEncoder().encode(line));
    },
  });
  const { client } = server(() => new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
  await assert.rejects(all(client.ask("{}")), RangeError);
  assert.ok(sent < 20);
});

test("each endpoint is asked as it is written down", async () => {
  const { client, sent } = server(() => Response.json({}));
  await client.conversations({ search: "piers & more", limit: 5 });
  await client.conversation("a/b");
  await client.forgetConversation("c");
  await client.createCollection({ title: "Piers", tags: [] });
  await client.changeCollection("col_1", { title: "Harbours", tags: [] });
  await client.addSources("col_1", [{ type: "note", text: "mine" }]);
  await client.captureSource("src_1");
  await client.removeSource("src_1");
  await client.transform("col_1", { type: "timeline", config: {} });
  await client.artifacts("col_1");
  await client.cancelArtifact("art_1");
  assert.deepEqual(
    sent.map(({ url, method, body }) => [method, url.slice("https://agent.example".length), body]),
    [
      ["GET", "/api/conversations?search=piers+%26+more&limit=5", null],
      ["GET", "/api/conversations/a%2Fb", null],
      ["DELETE", "/api/conversations/c", null],
      ["POST", "/api/collections", '{"title":"Piers","tags":[]}'],
      ["PUT", "/api/collections/col_1", '{"title":"Harbours","tags":[]}'],
      ["POST", "/api/collections/col_1/sources", '{"sources":[{"type":"note","text":"mine"}]}'],
      ["POST", "/api/sources/src_1/capture", "{}"],
      ["DELETE", "/api/sources/src_1", null],
      ["POST", "/api/collections/col_1/transforms", '{"type":"timeline","config":{}}'],
      ["GET", "/api/artifacts?collection=col_1", null],
      ["POST", "/api/artifacts/art_1/cancel", null],
    ],
  );
});
