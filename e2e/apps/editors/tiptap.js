import { Editor } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

const editor = new Editor({
  element: document.getElementById("editor"),
  extensions: [StarterKit],
  content: "<p>Order coffee</p><p>Call the plumber</p>",
  editorProps: { attributes: { "aria-label": "Note" } },
});
for (const button of document.querySelectorAll("[data-do]"))
  button.onclick = () => editor.chain().focus()[button.dataset.do]().run();
window.readState = () => ({ form: { note: editor.getHTML() } });
