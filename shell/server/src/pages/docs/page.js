// Shows the OpenAPI document of this very server. Text is only ever set as text.

const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
};

const nameOf = (ref) => ref.split("/").at(-1);

/** A schema in one line; named types are links to their own entry. */
function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return make("a", { href: `#type-${nameOf(schema.$ref)}` }, nameOf(schema.$ref));
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const several = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (several) {
    const joint = schema.allOf ? " & " : " | ";
    return make("span", {}, ...several.flatMap((one, index) => (index ? [joint, typeOf(one)] : [typeOf(one)])));
  }
  if (schema.type === "array") return make("span", {}, typeOf(schema.items ?? {}), "[]");
  return [schema.type ?? "any"].flat().join(" | ");
}

/** Name, type and words of each property. */
function properties(schema) {
  const own = [schema, ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].filter((part) => part.properties);
  const rows = own.flatMap((part) =>
    Object.entries(part.properties).map(([name, property]) =>
      make(
        "tr",
        {},
        make("td", {}, make("code", {}, name), (part.required ?? []).includes(name) ? " *" : ""),
        make("td", {}, typeOf(property)),
        make("td", {}, property.description ?? ""),
      ),
    ),
  );
  return rows.length ? make("table", {}, make("tbody", {}, ...rows)) : make("p", {}, typeOf(schema));
}

function operation(method, path, found) {
  const body = found.requestBody?.content?.["application/json"]?.schema;
  const parameters = (found.parameters ?? []).map((one) =>
    make(
      "tr",
      {},
      make("td", {}, make("code", {}, one.name), one.required ? " *" : ""),
      make("td", {}, one.in),
      make("td", {}, one.description ?? ""),
    ),
  );
  const responses = Object.entries(found.responses ?? {}).map(([status, one]) => {
    const schema = Object.values(one.content ?? {})[0]?.schema;
    return make("tr", {}, make("td", {}, status), make("td", {}, one.description ?? ""), make("td", {}, typeOf(schema)));
  });
  return make(
    "details",
    {},
    make("summary", {}, make("span", { class: "method" }, method.toUpperCase()), make("code", {}, path), ` ${found.summary ?? ""}`),
    parameters.length ? make("table", {}, make("tbody", {}, ...parameters)) : null,
    body ? make("p", {}, "Body: ", typeOf(body)) : null,
    make("table", {}, make("tbody", {}, ...responses)),
  );
}

const api = await (await fetch("/api/openapi.json")).json();
const byTag = new Map();
for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, found] of Object.entries(methods)) {
    const tag = found.tags?.[0] ?? "other";
    byTag.set(tag, [...(byTag.get(tag) ?? []), operation(method, path, found)]);
  }
}
const types = Object.entries(api.components?.schemas ?? {}).map(([name, schema]) =>
  make("details", { id: `type-${name}` }, make("summary", {}, make("code", {}, name)), make("p", {}, schema.description ?? ""), properties(schema)),
);
const sections = [...byTag].map(([tag, operations]) => make("section", {}, make("h2", {}, tag), ...operations));
document.getElementById("api").replaceChildren(...sections, make("section", {}, make("h2", {}, "Types"), ...types));

/** A link to a type opens it. */
const open = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener("hashchange", open);
open();
