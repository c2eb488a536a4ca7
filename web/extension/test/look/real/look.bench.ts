/**
 * What a look costs: through the extension, and as the headless runner takes it, from the same page in
 * the same browser. Milliseconds from asking to having it, medians.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession } from "playwright-core";
import { start } from "./extension.ts";

declare const PACKAGE: string;

const ROUNDS = 15;
const read = (name: string): string => readFileSync(join(PACKAGE, name), "utf8");
const bundle = read("../page/dist/page.js") + read("../page/dist/act.js");
const fixture = (path: string): string | null => {
  try {
    return /^\/[\w-]+\.html$/.test(path) ? read(`../../fixtures/pages${path}`) : null;
  } catch {
    return null;
  }
};

const real = await start(fixture);
const rows: object[] = [];
for (const path of [
  "controls.html?shape=flat&n=1000",
  "controls.html?shape=flat&n=5000",
  "controls.html?shape=table&n=1000",
  "controls.html?shape=table&n=5000",
  "controls.html?shape=cards&n=5000",
  "shop.html",
  "mail.html",
  "frames.html",
]) {
  const { page, tabId } = await real.open(`${real.origin(0)}/${path}`);
  const session = await real.context.newCDPSession(page);
  const runner = await asRunner(session);
  const extension = async (): Promise<number> => (await real.ask("timed", tabId)) as number;
  await runner();
  await extension();
  // In turns, so that whatever else the machine does hits both.
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await runner());
    times[1].push(await extension());
  }
  const [a, b] = times.map(median) as [number, number];
  rows.push({ page: path, "runner ms": round(a), "extension ms": round(b), ratio: round(b / a) });
  await page.close();
}
await real.close();
console.table(rows);

type Value = { frames: { index: number; vis?: unknown }[]; ask?: string };

/** Looks as the runner does: level by level, a world for each frame, joined in the top one. */
async function asRunner(session: CDPSession): Promise<() => Promise<number>> {
  const worlds = new Map<string, number>();
  const { frameTree } = await session.send("Page.getFrameTree");
  const worldOf = async (frameId: string): Promise<number> => {
    const known = worlds.get(frameId);
    if (known !== undefined) return known;
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName: "runner" });
    await session.send("Runtime.evaluate", { expression: bundle, contextId: executionContextId });
    worlds.set(frameId, executionContextId);
    return executionContextId;
  };
  const run = async <T>(contextId: number, expression: string): Promise<T> =>
    (await session.send("Runtime.evaluate", { expression, contextId, returnByValue: true })).result.value as T;
  const lookAt = async (contextId: number): Promise<Value> => {
    const look = await run<Value>(contextId, "__screenAgent.observe({})");
    if (!look.ask) return look;
    const heard = await session.send("Runtime.evaluate", {
      expression: look.ask,
      includeCommandLineAPI: true,
      returnByValue: true,
    });
    return run(contextId, `__screenAgent.observe(${JSON.stringify({ heard: heard.result.value })})`);
  };
  const below = async (contextId: number, look: Value, path: number[]): Promise<object[]> => {
    const found: object[] = [];
    for (const { index } of look.frames.filter((slot) => slot.vis)) {
      const { result } = await session.send("Runtime.evaluate", {
        expression: `__screenAgent.frameElement(${index})`,
        contextId,
      });
      const { node } = await session.send("DOM.describeNode", { objectId: result.objectId });
      const inner = await worldOf(node.frameId ?? "");
      const capture = await lookAt(inner);
      found.push(
        { slot: [...path, index], frame: found.length + 1, capture },
        ...(await below(inner, capture, [...path, index])),
      );
    }
    return found;
  };
  return async () => {
    const from = performance.now();
    const top = await worldOf(frameTree.frame.id);
    const look = await lookAt(top);
    const frames = await below(top, look, []);
    if (frames.length > 0) await run(top, `__screenAgent.join(${JSON.stringify(look)},${JSON.stringify(frames)})`);
    return performance.now() - from;
  };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
