import { createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { actionPieces, type Piece } from "./action-words.ts";
import { stretches } from "./links.ts";

/** What the person said in a conversation: only addresses that stand in it can be followed. */
export const Said = createContext<readonly string[]>([]);

/** Words from a server, a page or a person: text nodes, in their own direction, with the person's own addresses to follow. */
export function Prose({ text }: { text: string }): JSX.Element {
  const said = useContext(Said);
  return (
    <div class="prose" dir="auto">
      {stretches(text, said).map(({ text: words, link }) =>
        link ? (
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            <bdi>
              <strong>{link.host}</strong>
              {link.rest}
            </bdi>
          </a>
        ) : (
          words
        ),
      )}
    </div>
  );
}

/** A name that a page gave; its direction does not reach beyond it. */
export function Name({ text }: { text: string }): JSX.Element {
  return <bdi class="name">{text}</bdi>;
}

/** An action in plain words, names quoted. */
export function ActionWords({ action, target }: { action: string; target?: string | null | undefined }): JSX.Element {
  return <>{actionPieces(action, target ?? null).map(piece)}</>;
}

const piece = (part: Piece): JSX.Element | string =>
  typeof part === "string" ? (
    part
  ) : (
    <>
      “<Name text={part.name} />”
    </>
  );
