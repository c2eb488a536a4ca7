/** The small parts of looking: pairing frames, numbers, HTML of frames, pictures' arithmetic. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LookError, Moved, troubleOf } from "../../src/look/error.ts";
import { type Child, frameNumber, pairUp, partsOf } from "../../src/look/frames.ts";
import { together, wrapped } from "../../src/look/html.ts";
import type { Owned } from "../../src/look/probe.ts";
import { base64, clipTo, fitted, luminanceHash, stops } from "../../src/look/shot.ts";
import { phrasesOf, tokensOf, topicsOf, wordsIn } from "../../src/look/words.ts";

const child = (
  frameId: number,
  at: number,
  url = "https://a.example/",
  size: [number, number] = [300, 150],
): Child => ({ frameId, at, url, size });
const owned = (
  at: number,
  src = "https://a.example/",
  size: [number, number] = [300, 150],
  frameId: number | null = null,
): Owned => ({ at, src, size, frameId });
const pairs = (children: Child[], owners: Owned[]): [number, number][] =>
  [...pairUp(children, owners)].sort(([a], [b]) => a - b);

test("frames are paired by their place among windows, whatever their address says", () => {
  assert.deepEqual(pairs([child(5, 1), child(6, 0)], [owned(0), owned(1)]), [
    [5, 1],
    [6, 0],
  ]);
});

test("the browser's own number goes before places", () => {
  assert.deepEqual(pairs([child(5, 0), child(6, 0)], [owned(0, "", [1, 1], 6), owned(1, "", [1, 1], 5)]), [
    [5, 1],
    [6, 0],
  ]);
});

test("frames without a place are paired by address, then size, then being the only one", () => {
  const [one, two] = ["https://a.example/1", "https://a.example/2"];
  assert.deepEqual(pairs([child(5, -1, two), child(6, -1, one)], [owned(-1, one), owned(-1, two)]), [
    [5, 1],
    [6, 0],
  ]);
  assert.deepEqual(
    pairs([child(5, -1, "https://moved.example/"), child(6, -1, one)], [owned(-1, two, [200, 90]), owned(-1, one)]),
    [
      [5, 0],
      [6, 1],
    ],
  );
  assert.deepEqual(
    pairs(
      [child(5, -1, one, [200, 90]), child(6, -1, one, [300, 90])],
      [owned(-1, two, [300, 90]), owned(-1, two, [200, 90])],
    ),
    [
      [5, 1],
      [6, 0],
    ],
  );
});

test("twins are not guessed, and a place that is taken is not given again", () => {
  assert.deepEqual(pairs([child(5, -1), child(6, -1)], [owned(-1), owned(-1)]), []);
  assert.deepEqual(pairs([child(5, 0), child(6, -1)], [owned(0), owned(1)]), [[5, 0]]);
});

test("a frame's number is its own, or a digest of one that is too large for the wire", () => {
  assert.deepEqual([0, 7, 0x7fff_ffff].map(frameNumber), [0, 7, 0x7fff_ffff]);
  const large = [4_294_967_301, 4_294_967_302, 12_884_901_893].map(frameNumber);
  assert.equal(new Set(large).size, 3);
  for (const number of large) assert.ok(Number.isInteger(number) && number > 0x7fff_ffff && number <= 0xffff_ffff);
  assert.deepEqual(large, [4_294_967_301, 4_294_967_302, 12_884_901_893].map(frameNumber));
});

test("an element id tells its frame", () => {
  assert.deepEqual(["12", "f7_5", "f_5", "lr-3"].map(partsOf), [
    { frame: 0, id: "12" },
    { frame: 7, id: "5" },
    { frame: 0, id: "f_5" },
    { frame: 0, id: "lr-3" },
  ]);
});

test("what browsers say of a refused injection", () => {
  const codes = [
    "No tab with id: 12.",
    "Cannot access a chrome:// URL",
    "The extensions gallery cannot be scripted.",
    "Frame with ID 0 is showing error page",
    "Missing host permission for the tab",
    "Frame with ID 7 was removed.",
  ];
  assert.deepEqual(
    codes.map((text) => {
      const error = troubleOf(new Error(text));
      return error instanceof LookError ? error.code : error instanceof Moved ? "moved" : "";
    }),
    ["TAB_GONE", "RESTRICTED", "RESTRICTED", "PAGE_FAILED", "RESTRICTED", "moved"],
  );
});

test("HTML of frames: ids as in looks, the top first, no more than fits", () => {
  const inner = wrapped(
    { frameId: 7, url: 'https://a.example/x?token=1"' },
    '<button id="3">Go</button>\n<input id="mail">',
    false,
  );
  assert.equal(
    inner,
    '<section data-frame="7" data-src="https://a.example/x">\n<button id="f7_3">Go</button>\n<input id="mail">\n</section>',
  );
  assert.equal(together("<a>top</a>", ["<b>one</b>", "<b>two</b>"], true), "<a>top</a>\n<b>one</b>\n<b>two</b>");
  const long = Array.from({ length: 9000 }, (_, at) => `<button id="${at}">é</button>`).join("\n");
  const cut = together(long, ["<b>never</b>".repeat(20)], false);
  assert.ok(Buffer.byteLength(cut) <= 100 * 1024 && cut.endsWith("</button>"));
  assert.ok(together("x".repeat(499_990), ["y".repeat(20), "z"], true).endsWith("x\nz"));
});

test("pictures' arithmetic", () => {
  assert.deepEqual(clipTo([-5.5, 10.2, 20, 5], [0, 0, 100, 100]), [0, 10, 15, 6]);
  assert.equal(clipTo([200, 0, 5, 5], [0, 0, 100, 100]), null);
  assert.deepEqual(fitted(2048, 1000), { width: 1024, height: 500, scale: 0.5 });
  assert.deepEqual(fitted(300, 200), { width: 300, height: 200, scale: 1 });
  assert.deepEqual(stops(1600, 720, 9), [0, 720, 880]);
  assert.deepEqual(stops(500, 720, 9), [0]);
  assert.equal(stops(99_999, 720, 4).length, 4);
  const half = Array.from({ length: 256 }, (_, at) => (at < 128 ? 255 : 0));
  assert.equal(luminanceHash(half), "ffffffff00000000");
  assert.equal(luminanceHash(new Array(256).fill(9)), "0000000000000000");
  assert.equal(base64(new Uint8Array(100_000).fill(65)), Buffer.alloc(100_000, 65).toString("base64"));
});

test("words are made comparable, and filler is none", () => {
  assert.deepEqual(wordsIn("Café, 12 Deliveries & ordering"), ["cafe", "12", "delivery", "order"]);
  assert.deepEqual([...topicsOf("please click on the Orders link")], ["order"]);
  assert.deepEqual([...topicsOf("click here")], ["here"]);
  assert.ok(wordsIn("請打開設定頁面").includes("設定") && topicsOf("設定").has("設定"));
  assert.deepEqual(phrasesOf('type "two words" into “the box” and don\'t stop'), ["two words", "the box"]);
  assert.equal(tokensOf("Hello world 2026!!"), 1 + 1 + 2 + 1);
});
