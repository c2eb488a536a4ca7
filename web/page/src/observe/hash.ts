import type { SemanticNode, TextLine } from "../contract.ts";

/** djb2 over a string, as lower-case hexadecimal. */
function djb2(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0;
  return hash.toString(16);
}

/** Cheap summary of what a look gave, to notice that nothing has changed. */
export function hashOf(nodes: readonly SemanticNode[], lines: readonly TextLine[]): string {
  const parts: string[] = [];
  for (const node of nodes) parts.push(node.i, node.r, node.n, node.v ?? "", node.s ?? "");
  for (const line of lines) {
    for (const run of line.c) parts.push(typeof run === "string" ? run : (run?.i ?? ""));
  }
  return djb2(parts.join("\u001f"));
}
