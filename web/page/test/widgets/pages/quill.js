import Quill from "quill";
import "quill/dist/quill.snow.css";

document.body.innerHTML = `<h1>Letter</h1><div id="editor"><h2>Hello Ada</h2><p>Your boat is <strong>ready</strong>.</p><p>Bring the keys.</p></div><label>Subject <input value="Boat"></label>`;
new Quill("#editor", { theme: "snow", placeholder: "Compose an epic..." });
