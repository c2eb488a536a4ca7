import assert from "node:assert/strict";
import test from "node:test";
import { missingColumn, orderOf, recordOf, reportOf, tableOf } from "@screen-agent/ui/rows";
import { clientCases } from "../fixture.ts";

test("a table of several rows is read, whatever stands between its cells", () => {
  const people = {
    columns: ["Name", "Note"],
    rows: [
      ["Ann", 'a, "b"\nc'],
      ["Bo", ""],
    ],
  };
  for (const [name, text] of [
    ["a.csv", 'Name,Note\r\nAnn,"a, ""b""\nc"\r\n\r\nBo,\r\n'],
    ["a.csv", 'Name;Note\nAnn;"a, ""b""\nc"\nBo;'],
    ["a.tsv", 'Name\tNote\nAnn\t"a, ""b""\nc"\nBo'],
    ["a.csv", 'Name|Note\nAnn|"a, ""b""\nc"\n|\nBo|'],
    [
      "a.json",
      JSON.stringify([{ Name: "Ann", Note: 'a, "b"\nc', more: { x: 1 } }, { Name: "Bo" }]).replace(
        ',"more":{"x":1}',
        "",
      ),
    ],
  ] as const)
    assert.deepEqual(tableOf(name, text), people, text);
  for (const [name, text] of [
    ["one.csv", "a,b\n1,2\n"],
    ["a.txt", "a,b\n1,2\n3,4\n"],
    ["broken.csv", 'a,b\n"1"x,2\n3,4\n'],
    ["a.json", "[1,2]"],
    ["a.json", "{"],
    ["long.csv", `a\n${"x\n".repeat(1_001)}`],
    ["empty.csv", ""],
  ] as const)
    assert.equal(tableOf(name, text), null, name);
});

test("the words for a row are those of the command line", () => {
  for (const { words, row, order = null, missing = null } of clientCases<{
    words: string;
    row: Record<string, string>;
    order?: string;
    missing?: string;
  }>("rows")) {
    const table = { columns: Object.keys(row), rows: [Object.values(row)] };
    assert.equal(missingColumn(words, table), missing, words);
    if (order !== null) assert.equal(orderOf(words, table, Object.values(row)), order);
  }
});

test("a row is a record, and the report a table", () => {
  assert.equal(recordOf({ columns: ["Name", "", "Note"], rows: [] }, ["Ann", "x", ""]), '{"Name":"Ann"}');
  const line = { row: 1, order: 'Set "a"', outcome: "done", result: "It is, so.", at: "2026-02-02T10:00:00Z" } as const;
  assert.equal(reportOf([line]), 'row,order,outcome,result,at\n1,"Set ""a""",done,"It is, so.",2026-02-02T10:00:00Z\n');
  const sly = reportOf([{ ...line, result: " =HYPERLINK(1)" }]);
  assert.ok(sly.includes(`,"' =HYPERLINK(1)",`), sly);
});
