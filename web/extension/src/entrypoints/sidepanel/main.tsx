import { render } from "preact";
import { connect } from "../../panel/connect.ts";
import { Panel } from "../../panel/panel.ts";
import { App } from "../../panel/view/app.tsx";
import "../../panel/panel.css";

const until = new AbortController();
addEventListener("pagehide", () => until.abort(), { once: true });

const app = document.getElementById("app");
if (app) {
  app.replaceChildren();
  render(<App panel={new Panel(connect(until.signal))} />, app);
}
