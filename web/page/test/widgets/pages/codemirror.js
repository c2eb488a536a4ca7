import { basicSetup, EditorView } from "codemirror";

document.body.innerHTML = `<h1>Script</h1>`;
new EditorView({
  doc: "let boats = 3;\nfor (const each of list) {\n  sail(each);\n}\n",
  extensions: [basicSetup],
  parent: document.body,
});
