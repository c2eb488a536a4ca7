import { Editor } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

document.body.innerHTML = `<h1>Comment</h1><button id="bold">Bold</button><label id="l">Your comment</label><div id="editor"></div>`;
const editor = new Editor({
  element: document.querySelector("#editor"),
  extensions: [StarterKit],
  content: "<p>Hello <strong>World</strong>!</p><ul><li><p>One</p></li><li><p>Two</p></li></ul>",
});
document.querySelector("#bold").addEventListener("click", () => editor.chain().focus().toggleBold().run());
