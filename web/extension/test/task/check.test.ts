import assert from "node:assert/strict";
import test from "node:test";
import type { ClientCheck, PageCapture } from "@screen-agent/api";
import { originOf } from "../../src/shared/origin.ts";
import { check } from "../../src/task/check.ts";
import { sameValue } from "../../src/task/same_value.ts";
import { clientCases } from "../fixture.ts";
import { capture } from "./kit.ts";

test("one value is the same however it is spelt", () => {
  for (const { wanted, held, same } of clientCases<{ wanted: string; held: string; same: boolean }>("same-value"))
    assert.equal(sameValue(wanted, held), same, `${wanted} ${held}`);
});

interface CheckCase {
  about: string;
  check: ClientCheck;
  before: Partial<PageCapture>;
  after: Partial<PageCapture>;
  failure: string | null;
}

test("a check says what the headless client says", () => {
  for (const { about, check: wanted, before, after, failure } of clientCases<CheckCase>("checks"))
    assert.equal(check(wanted, capture([], before), capture([], after)), failure, about);
});

test("an origin is scheme, host and unusual port", () => {
  for (const { url, origin } of clientCases<{ url: string; origin: string | null }>("origins"))
    assert.equal(originOf(url), origin ?? "null", url);
});
