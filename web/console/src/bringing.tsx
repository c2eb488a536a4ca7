/** What a run is to bring: questions about the page, and data of it. */
import type { NewRun } from "@screen-agent/api";
import { Field, TextArea } from "@screen-agent/ui";
import type { JSX } from "preact";

export function Bringing(): JSX.Element {
  return (
    <>
      <TextArea
        label="Questions about the page, one a line, in the place of something to do"
        name="questions"
        rows={2}
        maxLength={20_000}
      />
      <Field
        label="Data to bring from the page"
        name="outputs"
        maxLength={5_000}
        placeholder="name, price:number, stock:integer?"
        autocomplete="off"
        hint="Names with a comma between. A type (string, number, integer) stands behind a colon, a ? behind what may be missing."
      />
    </>
  );
}

/** What a run stays signed in with. */
export function ProfileField({ hint }: { hint: string }): JSX.Element {
  return (
    <Field
      label="Profile"
      name="profile"
      maxLength={64}
      pattern="[a-z0-9][a-z0-9._\-]*"
      autocomplete="off"
      hint={hint}
    />
  );
}

/** As it is submitted. What cannot be meant is for the server to say. */
export function brings(words: (name: string) => string): Pick<NewRun, "questions" | "outputs"> {
  const questions = words("questions").split("\n");
  const asked = questions.map((question) => question.trim()).filter((question) => question !== "");
  const named = words("outputs").trim();
  return { ...(asked.length > 0 && { questions: asked }), ...(named !== "" && { outputs: outputsOf(named) }) };
}

/** Names, or a JSON Schema where one has a type or may be missing. */
function outputsOf(named: string): NonNullable<NewRun["outputs"]> {
  const parts = named.split(",").map((part) => part.trim());
  if (parts.every((part) => !part.includes(":") && !part.endsWith("?"))) return parts;
  const fields = parts.map((part) => {
    const said = part.replace(/\?$/, "");
    const at = said.lastIndexOf(":");
    const name = (at < 0 ? said : said.slice(0, at)).trim();
    return { name, type: at < 0 ? "string" : said.slice(at + 1).trim(), required: said === part };
  });
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, type }) => [name, { type }])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}
