import * as monaco from "monaco-editor/editor/editor.api.js";

window.MonacoEnvironment = {
  getWorker: () => new Worker(URL.createObjectURL(new Blob([""], { type: "text/javascript" }))),
};
document.body.innerHTML = `<h1>Editor</h1><div id="code" style="height:300px;width:700px"></div>`;
monaco.editor.create(document.querySelector("#code"), {
  value: "let boats = 3;\nsail(boats);\n",
  language: "plaintext",
  ariaLabel: "Source",
});
