import { Dialog } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Pictures } from "./pictures.ts";

interface PictureProps {
  path: string;
  /** 0 for the first. */
  step: number;
  pictures: Pictures;
}

/** The page as it was before a step, small; a press enlarges it. It is fetched when it comes near the view. */
export function Picture({ path, step, pictures }: PictureProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [large, setLarge] = useState(false);

  useEffect(() => {
    const until = new AbortController();
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        void pictures.get(path).then((found) => until.signal.aborted || setUrl(found));
      },
      { rootMargin: "400px" },
    );
    if (place.current) watch.observe(place.current);
    return () => {
      until.abort();
      watch.disconnect();
    };
  }, [path, pictures]);

  const alt = `The page before step ${step + 1}`;
  return (
    <div class="picture" ref={place}>
      {url && (
        <button type="button" aria-label={`Enlarge: ${alt.toLowerCase()}`} onClick={() => setLarge(true)}>
          <img src={url} alt={alt} />
        </button>
      )}
      {url && large && (
        <Dialog title={alt} onClose={() => setLarge(false)}>
          <img class="large" src={url} alt="" />
        </Dialog>
      )}
    </div>
  );
}
