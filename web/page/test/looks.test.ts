/** Colour words, on the colours that CSS itself names so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { colourWord } from "../src/observe/colour.ts";

const NAMED: readonly (readonly [css: string, word: string | undefined])[] = [
  ["rgb(255, 0, 0)", "red"],
  ["rgb(128, 0, 0)", "red"],
  ["rgb(220, 20, 60)", "red"],
  ["rgb(255, 165, 0)", "orange"],
  ["rgb(255, 140, 0)", "orange"],
  ["rgb(165, 42, 42)", "brown"],
  ["rgb(139, 69, 19)", "brown"],
  ["rgb(255, 255, 0)", "yellow"],
  ["rgb(255, 215, 0)", "yellow"],
  ["rgb(0, 128, 0)", "green"],
  ["rgb(0, 255, 0)", "green"],
  ["rgb(46, 139, 87)", "green"],
  ["rgb(0, 255, 255)", "cyan"],
  ["rgb(0, 0, 255)", "blue"],
  ["rgb(0, 0, 128)", "blue"],
  ["rgb(65, 105, 225)", "blue"],
  ["rgb(128, 0, 128)", "purple"],
  ["rgb(75, 0, 130)", "purple"],
  ["rgb(255, 0, 255)", "magenta"],
  ["rgb(255, 192, 203)", "pink"],
  ["rgb(255, 105, 180)", "pink"],
  ["rgb(0, 0, 0)", "black"],
  ["rgb(128, 128, 128)", "gray"],
  ["rgb(255, 255, 255)", "white"],
  ["rgba(0, 0, 0, 0)", undefined],
  ["none", undefined],
  ["rgb(0 0 255 / 0.5)", "blue"],
];

for (const [css, word] of NAMED) test(`${css} is ${word ?? "no colour"}`, () => assert.equal(colourWord(css), word));
