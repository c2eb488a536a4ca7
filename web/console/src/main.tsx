/** The console: sign in, then watch. */
import { Client } from "@screen-agent/api";
import { render } from "preact";
import { App } from "./app.tsx";

const app = document.getElementById("app");
if (!app) throw new Error("the page has no #app");

render(<App makeClient={(token) => new Client({ base: "", token })} store={sessionStorage} />, app);
