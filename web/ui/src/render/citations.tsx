import type { Citation } from "@screen-agent/api/packets";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { citationWords } from "./citation-words.ts";

export interface CitationsProps {
  citations: Citation[];
  /** A citation is pointed at, or has the focus: its place may be shown on the page. */
  onFocus?: (citation: Citation, index: number) => void;
  /** It is no longer. */
  onBlur?: (citation: Citation, index: number) => void;
  /** It was chosen: its place may be brought into view. */
  onChoose?: (citation: Citation, index: number) => void;
}

/** How many are shown before the rest is asked for. */
const FIRST = 4;

/** Where an answer's facts come from, numbered. What our check did not confirm is said to be unverified, in words. */
export function Citations({ citations, ...callbacks }: CitationsProps): JSX.Element | null {
  const [whole, setWhole] = useState(false);
  if (citations.length === 0) return null;
  const shown = whole ? citations : citations.slice(0, FIRST);
  return (
    <div class="citations" role="group" aria-label="Sources">
      <ol>
        {shown.map((citation, index) => (
          <CitationRow citation={citation} before={shown[index - 1]} index={index} {...callbacks} />
        ))}
      </ol>
      {/* It stays where it is, and so does the focus on it. */}
      {citations.length > FIRST && (
        <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show fewer sources" : `Show all ${citations.length} sources`}
        </Button>
      )}
    </div>
  );
}

type RowProps = Omit<CitationsProps, "citations"> & {
  citation: Citation;
  before: Citation | undefined;
  index: number;
};

function CitationRow({ citation, before, index, onFocus, onBlur, onChoose }: RowProps): JSX.Element {
  const { quote, title, host, href, doubt } = citationWords(citation);
  // One line a source, and its other quotes beneath; what is in doubt says of which.
  const told = before && citationWords(before);
  const goesOn = quote !== "" && doubt === null && told?.title === title && told.href === href;
  const held = useHeld(
    () => onFocus?.(citation, index),
    () => onBlur?.(citation, index),
  );
  const words = (
    <>
      <span class="citation-number">[{index + 1}]</span>{" "}
      <span class="citation-words">
        {quote && (
          <>
            “<bdi class="citation-quote">{quote}</bdi>”{" "}
          </>
        )}
        {!goesOn && <bdi class="citation-title">{title}</bdi>}
        {doubt !== null && (
          <span class="citation-doubt">
            <Icon name="warn" />
            {doubt}
          </span>
        )}
      </span>
    </>
  );
  const canBePointedAt = onFocus !== undefined || onChoose !== undefined;
  return (
    <li class={doubt === null ? "citation" : "citation doubted"}>
      {canBePointedAt ? (
        <button type="button" class="citation-place" onClick={() => onChoose?.(citation, index)} {...held}>
          {words}
        </button>
      ) : (
        <span class="citation-place">{words}</span>
      )}
      {href !== null && !goesOn && (
        <a
          class="citation-source"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open source ${index + 1}: ${host || title}`}
        >
          <bdi>{host || title}</bdi>
        </a>
      )}
    </li>
  );
}

interface Held {
  onFocus: () => void;
  onBlur: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Told once when something is pointed at or focused, and once when it is neither any more; Escape lets go as well. */
function useHeld(take: () => void, letGo: () => void): Held {
  const by = useRef(new Set<"focus" | "pointer">());
  const release = useRef(letGo);
  release.current = letGo;
  const hold = (what: "focus" | "pointer"): void => {
    if (by.current.size === 0) take();
    by.current.add(what);
  };
  const loose = (...what: ("focus" | "pointer")[]): void => {
    const freed = what.filter((one) => by.current.delete(one));
    if (freed.length > 0 && by.current.size === 0) release.current();
  };
  // What is highlighted does not stay so when the row goes, however soon that is.
  useLayoutEffect(
    () => () => {
      if (by.current.size > 0) release.current();
    },
    [],
  );
  return {
    onFocus: () => hold("focus"),
    onBlur: () => loose("focus"),
    onPointerEnter: () => hold("pointer"),
    onPointerLeave: () => loose("pointer"),
    onKeyDown: (event) => {
      if (event.key === "Escape") loose("focus", "pointer");
    },
  };
}
