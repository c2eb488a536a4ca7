import { exampleSetup } from "prosemirror-example-setup";
import { DOMParser, Schema } from "prosemirror-model";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import "prosemirror-example-setup/style/style.css";
import "prosemirror-menu/style/menu.css";
import "prosemirror-view/style/prosemirror.css";

const content = document.createElement("div");
content.innerHTML = "<h3>Hello ProseMirror</h3><p>First line.</p><p>Second line.</p>";
document.body.innerHTML = `<h1>Note</h1><div id="editor"></div>`;
const simple = new Schema({ nodes: schema.spec.nodes, marks: schema.spec.marks });
new EditorView(document.querySelector("#editor"), {
  state: EditorState.create({
    doc: DOMParser.fromSchema(simple).parse(content),
    plugins: exampleSetup({ schema: simple }),
  }),
});
