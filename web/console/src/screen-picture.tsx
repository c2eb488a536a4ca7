import { type Fields, fieldsOf, listOf, textOf } from "@screen-agent/api/ide";
import type { JSX } from "preact";

/** Components that are drawn. */
const MOST = 400;
/** Levels that are drawn. */
const DEEPEST = 30;

/** How components are drawn; any other is a box with its words. */
const LOOKS: Record<string, string> = {
  container: "box",
  card: "box",
  grid: "box row",
  wrap: "box row",
  list: "box",
  carousel: "box row",
  tabs: "box row",
  modal: "box",
  navbar: "box row bar",
  header: "box row bar",
  footer: "box row bar",
  text: "words",
  button: "press",
  text_button: "press bare",
  input_field: "entry",
  textfield: "entry",
  select: "entry",
  image: "image",
  icon: "image small",
  avatar: "image small",
  checkbox: "tick",
  switch: "tick",
  badge: "chip",
  chip: "chip",
  table: "box",
};

interface Drawing {
  left: number;
}

/**
 * A screen, drawn from its UI JSON. It is a picture: nothing in it can be pressed, and its words are words alone, whatever
 * stands in them. What is drawn is told in a sentence for who cannot see it.
 */
export function ScreenPicture({ screen }: { screen: Fields }): JSX.Element {
  const nodes = listOf(screen.tree).map(fieldsOf);
  const total = typeof screen.total === "number" ? screen.total : counted(nodes, 0);
  const name = textOf(fieldsOf(screen.page).name) || "page";
  const drawing: Drawing = { left: MOST };
  const drawn = nodes.map((node, at) => draw(node, at, 0, drawing));
  const shown = MOST - drawing.left;
  return (
    <figure class="screen">
      <div class="screen-picture" role="img" aria-label={`The screen ${name}: ${told(nodes).slice(0, 40).join(", ")}`}>
        {drawn}
      </div>
      <figcaption class="soft small">
        {total > shown ? `${name}, ${shown} of ${total} components` : `${name}, ${total} components`}
      </figcaption>
    </figure>
  );
}

function draw(node: Fields, at: number, level: number, drawing: Drawing): JSX.Element | null {
  if (drawing.left <= 0 || level > DEEPEST) return null;
  drawing.left -= 1;
  const kind = kindOf(node);
  const look = LOOKS[kind] ?? "box";
  const words = wordsOf(node);
  const children = listOf(node.children).map(fieldsOf);
  return (
    <div key={`${at} ${textOf(node.id)}`} class={`part ${look}`}>
      {words && <span dir="auto">{words}</span>}
      {!words && children.length === 0 && <span class="kind">{kind}</span>}
      {children.map((child, nth) => draw(child, nth, level + 1, drawing))}
    </div>
  );
}

function kindOf(node: Fields): string {
  return (textOf(node.type) || textOf(node.kind) || "component").toLowerCase().slice(0, 40);
}

/** What a component says: of its properties the first that is shown. */
function wordsOf(node: Fields): string {
  const props = { ...fieldsOf(node.attrs), ...fieldsOf(node.options), ...fieldsOf(node.props) };
  const places = [props.text, props.label, props.title, props.hint, props.placeholder, props.name, node.name];
  return (
    places
      .map(textOf)
      .find((text) => text.trim() !== "")
      ?.slice(0, 200) ?? ""
  );
}

/** The components as they are told to who cannot see them, outermost first. */
function told(nodes: readonly Fields[], level = 0): string[] {
  if (level > DEEPEST) return [];
  return nodes.flatMap((node) => {
    const words = wordsOf(node);
    const own = words ? `${kindOf(node)} “${words}”` : kindOf(node);
    return [own, ...told(listOf(node.children).map(fieldsOf), level + 1)];
  });
}

function counted(nodes: readonly Fields[], level: number): number {
  if (level > DEEPEST) return 0;
  return nodes.reduce((sum, node) => sum + 1 + counted(listOf(node.children).map(fieldsOf), level + 1), 0);
}
