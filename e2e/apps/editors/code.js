import { javascript } from "@codemirror/lang-javascript";
import { basicSetup, EditorView } from "codemirror";

const view = new EditorView({ doc: "const rate = 3;\nrate * 14;\n", extensions: [basicSetup, javascript()], parent: document.getElementById("editor") });
document.getElementById("run").onclick = () => {
  // A bin for scripts runs what is written in it.
  document.getElementById("result").value = String((0, eval)(`{${view.state.doc}}`));
};
window.readState = () => ({ form: { code: view.state.doc.toString(), result: document.getElementById("result").value } });
