import type { Box, Point } from "../dom/box.ts";
import { cut, middle, same, survey } from "../lending.ts";
import type { Control } from "../observe/control.ts";
import { inTheirWords } from "./basis.ts";

/** What is sought: what it was and, if known, where. */
export interface Sought {
  role: string;
  name: string;
  xy?: Point;
}

const ACCEPTED = 0.5;
/** A second best this close makes the match a guess. */
const LEAD = 0.1;

/** The control in view that must be the one sought; null when none is, or when two could be. */
export function ghostOf(sought: Sought): Control | null {
  const scored = survey()
    .controls.filter((control) => !control.dropped)
    .map((control) => ({ control, score: scoreOf(control, sought) }))
    .filter(({ score }) => score >= ACCEPTED)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (!best || (second && best.score - second.score < LEAD - 1e-9)) return null;
  return best.control;
}

// Without its name a control is never recognized: place and role alone point at a neighbour.
function scoreOf(control: Control, sought: Sought): number {
  const name = nameScore(control.name, sought.name);
  if (name === 0) return 0;
  const role = inTheirWords(control.role) === inTheirWords(sought.role) ? 0.3 : 0;
  return name + role + distanceScore(control.box, sought.xy) + 0.1;
}

function nameScore(found: string, sought: string): number {
  if (isSameName(found, sought)) return 0.4;
  const [a, b] = [same(found), same(sought)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && containsWords(long, short) && !/\d/.test(long.replace(short, "")) ? 0.25 : 0;
}

/** Whether the longer text holds the shorter as whole words. */
export function containsWords(long: string, short: string): boolean {
  return ` ${long.replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${short.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `);
}

function distanceScore(box: Box, xy: Point | undefined): number {
  if (!xy) return 0;
  const [x, y] = middle(box);
  const distance = Math.hypot(x - xy[0], y - xy[1]);
  return distance < 50 ? 0.3 : distance < 100 ? 0.2 : distance < 150 ? 0.1 : 0;
}

/** Whether two names mean the same thing; a count in brackets may differ. */
export function isSameName(found: string, sought: string): boolean {
  const [a, b] = [plain(found), plain(sought)];
  return a === b || isSameCut(a, b);
}

/** Whether two names are the same as far as a look tells them; one that was cut says so by its mark. */
export function isSameCut(found: string, sought: string): boolean {
  const told = (name: string): string => same(cut(same(name)));
  return told(found) === told(sought);
}

function plain(name: string): string {
  return same(name)
    .replace(/\s*[([]\d+[)\]]/g, "")
    .trim();
}
