/** Shows the scene that the address names after `#`. For development and tests; not shipped. */
import { Client } from "@screen-agent/api";
import { render } from "preact";
import { fetchTelling } from "../../src/panel/upload.ts";
import { App } from "../../src/panel/view/app.tsx";
import "../../src/panel/panel.css";
import { SCENES } from "./fixtures.ts";
import { staged } from "./world.ts";

const scene = SCENES[decodeURIComponent(location.hash.slice(1))];
const app = document.getElementById("app");
const theme = new URLSearchParams(location.search).get("theme");

if (scene && app) {
  if (theme === "light" || theme === "dark") scene.state.settings.theme = theme;
  const { panel, asked, quiet, saved } = staged(scene);
  Object.assign(globalThis, { panel, asked, quiet, saved, Client, fetchTelling, SCENES });
  render(<App panel={panel} />, app);
} else if (app) {
  render(
    <ul>
      {Object.keys(SCENES).map((name) => (
        <li>
          <a href={`?#${name}`}>{name}</a>
        </li>
      ))}
    </ul>,
    app,
  );
}
