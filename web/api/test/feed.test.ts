import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeLine, FakeServer, follow, SESSION, said, settled } from "./kit.ts";

const up = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

function server(count: number): FakeServer {
  const made = new FakeServer();
  made.messages = up(count).map((number) => said(number));
  return made;
}

function round(line: FakeLine, turn: number, status = "executing"): void {
  line.listener?.heard({
    type: "interact_response",
    sessionId: SESSION,
    eventId: `t-${turn}`,
    data: { taskId: "t", status, currentStepIndex: turn },
  });
}

test("messages are shown before the socket is open, and it is live once it is", async () => {
  const { now, numbers, line } = await follow(server(3));
  assert.deepEqual([now().connection, numbers(), now().total], ["connecting", [0, 1, 2], 3]);
  assert.deepEqual(line.channels, [`private-session-${SESSION}`]);
  line.listener?.joined();
  assert.equal(now().connection, "live");
});

test("what happened before the channel was joined is read when it is", async () => {
  const from = server(1);
  const { line, numbers } = await follow(from);
  from.messages.push(said(1), said(2));
  line.listener?.joined();
  await settled();
  assert.deepEqual(numbers(), [0, 1, 2]);
});

test("a message heard is shown without asking; twice is once, and out of order is put in order", async () => {
  const from = server(1);
  const { line, numbers } = await follow(from);
  line.listener?.joined();
  await settled();
  const before = from.asked.length;
  line.push(said(1));
  line.push(said(1));
  line.push(said(1), { eventId: "again" });
  assert.deepEqual(numbers(), [0, 1]);
  assert.equal(from.asked.length, before);
  from.messages.push(said(1), said(2), said(3));
  line.push(said(3));
  line.push(said(2));
  await settled();
  assert.deepEqual(numbers(), [0, 1, 2, 3]);
});

test("a gap is filled from the server", async () => {
  const from = server(1);
  const { line, numbers } = await follow(from);
  line.listener?.joined();
  await settled();
  from.messages = up(6).map((number) => said(number));
  line.push(said(5));
  await settled();
  assert.deepEqual(numbers(), up(6));
});

test("a gap that the server cannot fill is asked about once", async () => {
  const from = server(1);
  const { line, numbers } = await follow(from);
  line.listener?.joined();
  await settled();
  from.messages.push(said(4));
  line.push(said(4));
  await settled();
  const before = from.asked.length;
  line.push(said(5));
  await settled();
  assert.deepEqual(numbers(), [0, 4, 5]);
  assert.equal(from.asked.length, before);
});

test("a message too long for the stream is read", async () => {
  const from = server(1);
  const { line, now } = await follow(from);
  line.listener?.joined();
  await settled();
  from.messages.push(said(1, { content: "all of it" }));
  line.push(said(1, { content: "all o" }), { truncated: true });
  assert.equal(now().messages.length, 1);
  await settled();
  assert.equal(now().messages.at(-1)?.content, "all of it");
});

test("a round is shown at once, and what became of the actions before is read a while later, once for many rounds", async () => {
  const from = server(1);
  from.messages.push(said(1, { actionString: "click(1)", status: "pending" }));
  const { line, now, world } = await follow(from);
  line.listener?.joined();
  await settled();
  from.messages[1] = said(1, { actionString: "click(1)", status: "success" });
  const before = from.asked.length;
  for (const turn of [1, 2, 2, 3]) round(line, turn);
  assert.equal(now().round?.currentStepIndex, 3);
  await world.pass(2_900);
  assert.equal(from.asked.length, before);
  await world.pass(100);
  assert.equal(from.asked.length, before + 1);
  assert.equal(now().messages[1]?.status, "success");
  assert.equal(world.waiting, 0);
});

test("the round that ends a task is followed by a reading at once", async () => {
  const from = server(1);
  const { line, world } = await follow(from);
  line.listener?.joined();
  await settled();
  const before = from.asked.length;
  round(line, 1);
  round(line, 2, "completed");
  await settled();
  assert.equal(from.asked.length, before + 1);
  await world.pass(60_000);
  assert.equal(from.asked.length, before + 1);
});

test("a reading that fails while live is tried again, not before the server wants it", async () => {
  const from = server(1);
  const { line, now, numbers, world } = await follow(from);
  line.listener?.joined();
  await settled();
  from.messages.push(said(1), said(2));
  from.busyFor = 20;
  line.push(said(2));
  await world.pass(19_000);
  assert.deepEqual([now().connection, numbers()], ["live", [0, 2]]);
  from.busyFor = 0;
  await world.pass(1_000);
  assert.deepEqual(numbers(), [0, 1, 2]);
});

test("polls wait as long as the server says", async () => {
  const from = server(1);
  const { world } = await follow(from, { realtime: null });
  from.busyFor = 40;
  await world.pass(3_000);
  const before = from.asked.length;
  await world.pass(39_000);
  assert.equal(from.asked.length, before);
  await world.pass(1_000);
  assert.equal(from.asked.length, before + 1);
});

test("an old round that comes again is not shown again", async () => {
  const { line, now } = await follow(server(1));
  line.listener?.joined();
  for (const turn of [1, 2, 1]) round(line, turn);
  assert.equal(now().round?.currentStepIndex, 2);
});

test("when the socket is cut it polls at once, and is live again with nothing missing", async () => {
  const from = server(1);
  const { line, now, numbers, world } = await follow(from);
  line.listener?.joined();
  await settled();
  from.messages.push(said(1));
  line.listener?.left();
  await settled();
  assert.deepEqual([now().connection, numbers()], ["polling", [0, 1]]);
  from.messages.push(said(2));
  await world.pass(3_000);
  assert.deepEqual(numbers(), [0, 1, 2]);
  from.messages.push(said(3));
  line.listener?.joined();
  await settled();
  assert.deepEqual([now().connection, numbers()], ["live", [0, 1, 2, 3]]);
  assert.equal(world.waiting, 0);
});

test("a server that answers polls is asked for a socket again, ever more seldom", async () => {
  const { line, world } = await follow(server(1));
  line.listener?.joined();
  await settled();
  line.listener?.left();
  await world.pass(3_000);
  assert.equal(line.reconnects, 1);
  await world.pass(57_000);
  assert.ok(line.reconnects >= 3 && line.reconnects <= 5, `${line.reconnects} times in a minute`);
});

test("a server that is away is not asked for a socket besides", async () => {
  const from = server(1);
  const { line, world } = await follow(from);
  from.away = true;
  line.listener?.left();
  await world.pass(60_000);
  assert.equal(line.reconnects, 0);
});

test("polls are seldom while the page is hidden", async () => {
  const from = server(1);
  const { world } = await follow(from, { realtime: null });
  await world.show(false);
  const before = from.asked.length;
  await world.pass(29_000);
  assert.equal(from.asked.length, before);
  await world.pass(1_000);
  assert.equal(from.asked.length, before + 1);
});

test("without a stream it polls", async () => {
  const from = server(1);
  const { now, numbers, world, line } = await follow(from, { realtime: null });
  assert.deepEqual([now().connection, line.seats], ["polling", 0]);
  from.messages.push(said(1));
  await world.pass(3_000);
  assert.deepEqual(numbers(), [0, 1]);
});

test("a server that is away is told, asked ever more seldom, and found again", async () => {
  const from = server(1);
  const { now, world } = await follow(from, { realtime: null });
  from.away = true;
  await world.pass(3_000);
  assert.equal(now().connection, "offline");
  const before = from.asked.length;
  await world.pass(60_000);
  assert.ok(from.asked.length - before < 6, `${from.asked.length - before} polls`);
  from.away = false;
  await world.comeOnline();
  assert.equal(now().connection, "polling");
});

test("refused with a token that counts: tried again at once", async () => {
  const from = server(1);
  const { line, now, world } = await follow(from);
  line.listener?.refused();
  await settled();
  assert.deepEqual([line.seats, line.channels.length], [0, 1]);
  assert.ok(from.asked.includes("session"));
  await world.pass(0);
  assert.deepEqual([line.seats, line.channels.length], [1, 2]);
  line.listener?.joined();
  assert.equal(now().connection, "live");
});

test("refused again and again with a token that counts: ever more slowly, polling meanwhile", async () => {
  const from = server(1);
  const { line, now, world } = await follow(from);
  line.listener?.refused();
  await world.pass(0);
  line.listener?.refused();
  await world.pass(4_000);
  assert.equal(line.channels.length, 2);
  assert.equal(now().connection, "polling");
  await world.pass(1_000);
  assert.equal(line.channels.length, 3);
});

test("refused with a token that is known no more: told once, nothing asked for a minute", async () => {
  const from = server(1);
  const told: string[] = [];
  const { line, now, world } = await follow(from, { onUnauthorized: () => told.push("unauthorized") });
  line.listener?.joined();
  await settled();
  from.good.clear();
  line.listener?.refused();
  await settled();
  assert.deepEqual([now().connection, told, line.seats], ["offline", ["unauthorized"], 0]);
  const before = from.asked.length;
  await world.pass(59_000);
  assert.equal(from.asked.length, before);
  await world.pass(1_000);
  assert.deepEqual(from.asked.slice(before), ["session"]);
  assert.deepEqual(told, ["unauthorized"]);
});

test("after the third refusal of the token it rests five minutes", async () => {
  const from = server(1);
  const { line, world } = await follow(from);
  from.good.clear();
  line.listener?.refused();
  await world.pass(120_000);
  const before = from.asked.length;
  await world.pass(299_000);
  assert.equal(from.asked.length, before);
  await world.pass(1_000);
  assert.deepEqual(from.asked.slice(before), ["session"]);
});

test("a new token ends the cool-down", async () => {
  const from = server(1);
  const { line, now, world } = await follow(from);
  from.good.clear();
  line.listener?.refused();
  await settled();
  from.good.add("fresh");
  from.client.token = "fresh";
  await world.pass(3_000);
  assert.equal(line.seats, 1);
  line.listener?.joined();
  assert.equal(now().connection, "live");
});

test("a token revoked while polling is told, and the socket is left", async () => {
  const from = server(1);
  let told = 0;
  const { line, now, world } = await follow(from, { onUnauthorized: () => (told += 1) });
  from.good.clear();
  await world.pass(3_000);
  assert.deepEqual([now().connection, told, line.seats], ["offline", 1, 0]);
});

test("seen again in the cool-down: the token is looked at at once", async () => {
  const from = server(1);
  const { line, world } = await follow(from);
  from.good.clear();
  line.listener?.refused();
  await settled();
  from.good.add("good");
  await world.show(false);
  await world.show(true);
  assert.deepEqual([line.seats, line.channels.length], [1, 2]);
});

test("seen again after a while, a socket that looks alive is renewed; after a moment it is not", async () => {
  const { line, world } = await follow(server(1));
  line.listener?.joined();
  await settled();
  await world.show(false);
  await world.pass(5_000);
  await world.show(true);
  assert.equal(line.reconnects, 0);
  await world.show(false);
  await world.pass(31_000);
  await world.show(true);
  assert.equal(line.reconnects, 1);
});

test("a long conversation is read page by page, a very long one from its latest thousand on", async () => {
  const long = await follow(server(450));
  assert.deepEqual(long.numbers(), up(450));
  const veryLong = await follow(server(1_500));
  assert.deepEqual([veryLong.numbers().length, veryLong.numbers()[0], veryLong.now().total], [1_000, 500, 1_500]);
});

test("no reading runs beside another", async () => {
  const from = server(1);
  const { feed, line } = await follow(from);
  line.listener?.joined();
  await settled();
  let release = (): void => undefined;
  from.hold = new Promise((resolve) => (release = resolve));
  const before = from.asked.length;
  const both = [feed.reload(), feed.reload(), feed.reload()];
  await settled();
  assert.equal(from.asked.length, before + 1);
  release();
  await Promise.all(both);
  assert.equal(from.asked.length, before + 2);
});

test("the signal ends everything", async () => {
  const from = server(1);
  const until = new AbortController();
  const { line, shown, world } = await follow(from, { signal: until.signal });
  line.listener?.joined();
  await settled();
  until.abort();
  const before = [shown.length, from.asked.length];
  line.listener?.left();
  line.push(said(1));
  await world.show(false);
  await world.show(true);
  await world.pass(600_000);
  assert.deepEqual([shown.length, from.asked.length], before);
  assert.deepEqual([line.seats, world.waiting], [0, 0]);
});

test("with a signal that has ended already nothing begins", async () => {
  const from = server(1);
  const { line } = await follow(from, { signal: AbortSignal.abort() });
  assert.deepEqual([from.asked.length, line.channels.length], [0, 0]);
});
