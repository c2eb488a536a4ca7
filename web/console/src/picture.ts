import { h } from "./dom.ts";

/** Fetches a picture that needs the token; null when there is none. */
export type LoadPicture = (url: string) => Promise<string | null>;

/** The page as it was before a step, small; a press enlarges it. */
export function picture(step: number, url: string, load: LoadPicture): HTMLElement {
  const image = h("img", { class: "shot", alt: `The page before step ${step + 1}`, loading: "lazy" });
  const button = h("button", { class: "picture", type: "button", "aria-label": "Enlarge the picture" }, image);
  button.hidden = true;
  void load(url).then((source) => {
    if (!source) return;
    image.src = source;
    button.hidden = false;
  });
  button.addEventListener("click", () => enlarge(image));
  return button;
}

function enlarge(image: HTMLImageElement): void {
  const large = h("img", { src: image.src, alt: image.alt });
  const dialog = h("dialog", { click: () => dialog.close(), close: () => dialog.remove() }, large);
  document.body.append(dialog);
  dialog.showModal();
}
