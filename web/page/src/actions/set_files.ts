import { announce } from "./field.ts";
import { type Action, asRecord, asText, done, operable, refuse } from "./kit.ts";

/** setFiles(id, [{name, type, data}]): puts files into a field that asks for some; the data is base64. */
export const setFiles: Action = (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const { el, healed } = found;
  if (!(el instanceof HTMLInputElement) || el.type !== "file")
    return refuse("wrong_kind", "the element takes no files");
  const files = (Array.isArray(args[1]) ? args[1] : []).map(fileOf);
  if (files.length === 0) return refuse("invalid_argument", "a file is needed");
  if (files.length > 1 && !el.multiple) return refuse("invalid_argument", "the field takes one file only");
  const carrier = new DataTransfer();
  for (const file of files) carrier.items.add(file);
  el.files = carrier.files;
  announce(el, "input", "change");
  return done(files.map(({ name }) => name).join(", "), healed);
};

function fileOf(told: unknown): File {
  const { name, type, data } = asRecord(told);
  const bytes = Uint8Array.from(atob(asText(data) ?? ""), (sign) => sign.charCodeAt(0));
  return new File([bytes], asText(name) ?? "", { type: asText(type) ?? "" });
}
