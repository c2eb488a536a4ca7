import type { JSX } from "preact";
import { render } from "preact";
import { Citations, cleanText, RenderTree } from "../../src/render/index.ts";
import "../../src/style.css";
import "./page.css";
import type { Case, Stage } from "./case.ts";

const told: string[] = [];
const tell =
  (what: string) =>
  (_: unknown, index: number): void =>
    void told.push(`${what} ${index + 1}`);

function Answer({ title, doc, citations }: Case): JSX.Element {
  return (
    <section>
      <h2 dir="auto">{cleanText(title)}</h2>
      <RenderTree doc={doc} />
      <Citations citations={citations} onFocus={tell("focus")} onBlur={tell("blur")} onChoose={tell("choose")} />
    </section>
  );
}

const stage: Stage = {
  told,
  show(cases) {
    const app = document.getElementById("app");
    if (!app) throw new Error("the page has no place for answers");
    render(null, app);
    render(
      cases.map((one) => <Answer {...one} />),
      app,
    );
  },
};
Object.assign(globalThis, { stage });
