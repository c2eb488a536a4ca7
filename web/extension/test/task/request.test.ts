import assert from "node:assert/strict";
import test from "node:test";
import type { InteractData, InteractRequest } from "@screen-agent/api";
import type { More } from "../../src/task/event.ts";
import { asking, wanted, withMore } from "../../src/task/request.ts";
import { clientCases } from "../fixture.ts";
import { data, TASK } from "./kit.ts";

interface NegotiationCase {
  about: string;
  answer: Partial<InteractData>;
  hasPicture: boolean;
  there: string[];
  sends: { domMode: string; with: string[] };
}

test("exactly what is asked for is sent in addition", () => {
  for (const { about, answer, hasPicture, there, sends } of clientCases<NegotiationCase>("negotiation")) {
    const request: InteractRequest = { query: "fill it in", ...(hasPicture && { screenshot: "p" }) };
    const want = wanted(data(answer), asking(request, "key", 0));
    const had = (is: boolean, name: string): boolean => is && there.includes(name);
    const more: More = {
      ...(had(want.dom, "dom") && { dom: "<p>" }),
      ...(had(want.skeleton, "skeleton") && { skeleton: "<p>" }),
      ...(had(want.picture, "picture") && { picture: { data: "p", hash: "h" } }),
    };
    const sent = withMore(request, TASK, want, more);
    const parts = { dom: sent.dom, skeleton: sent.skeletonDom, picture: sent.screenshot };
    const names = Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : [name]));
    assert.deepEqual({ domMode: sent.domMode, with: names }, sends, about);
  }
});
