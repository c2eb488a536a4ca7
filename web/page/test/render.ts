/** A capture as readable lines, close to what a model reads; what the snapshots hold. */
import type { PageCapture, SemanticNode, TextLine } from "../src/contract.ts";

export function render(capture: PageCapture): string {
  const nodes = new Map(capture.interactiveTree.map((node) => [node.i, node]));
  const left = new Set(nodes.keys());
  const lines = capture.pageText.map((line) => lineOf(line, nodes, left));
  for (const id of left) lines.push(`(unplaced) ${nodeOf(nodes.get(id) as SemanticNode)}`);
  return `${lines.join("\n")}\n`;
}

function lineOf(line: TextLine, nodes: Map<string, SemanticNode>, left: Set<string>): string {
  const runs = line.c.map((run) => {
    if (run === null) return "|";
    if (typeof run === "string") return run;
    const node = nodes.get(run.i);
    if (!node) throw new Error(`line refers to ${run.i}, which is not listed`);
    if (!left.delete(run.i)) throw new Error(`${run.i} stands in two places`);
    return nodeOf(node);
  });
  return `${"  ".repeat(line.d ?? 0)}${line.k ? `${line.k}: ` : ""}${runs.join(" ")}${line.occ ? " (covered)" : ""}`;
}

function nodeOf(node: SemanticNode): string {
  const parts = [node.i, node.r, JSON.stringify(node.n)];
  if (node.v !== undefined) parts.push(`=${JSON.stringify(node.v)}`);
  if (node.s) parts.push(`(${node.s})`);
  if (node.c) parts.push(node.c);
  if (node.occ) parts.push("covered");
  if (node.scr) parts.push(`scrolled ${node.scr.depth}${node.scr.h ? ", more" : ""}`);
  return `[${parts.join(" ")}]`;
}
