import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuItem {
  label: string;
  icon?: IconName;
  onChoose: () => void;
}

export interface MenuProps {
  label: string;
  icon: IconName;
  /** Only the picture shows; the label is read. */
  quiet?: boolean;
  class?: string;
  children: MenuItem[];
}

/** A button that opens a few choices; arrows move, Escape closes, the focus comes back. */
export function Menu({ label, icon, quiet = false, class: style = "icon-button", children }: MenuProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const leaving = new AbortController();
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside, { signal: leaving.signal });
    document.addEventListener("focusin", outside, { signal: leaving.signal });
    return () => leaving.abort();
  }, [open]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    const items = [...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const to = nextIndex(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (to === null) return;
    event.preventDefault();
    items[to]?.focus();
  };

  return (
    <div class="menu" ref={root} onKeyDown={open ? keys : undefined}>
      <button
        type="button"
        class={style}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={quiet ? label : undefined}
        title={quiet ? label : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        {!quiet && label}
      </button>
      {open && (
        <div class="menu-list" role="menu" id={id} aria-label={label}>
          {children.map((item) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Which item a key goes to from where it is; null for any other key. */
export function nextIndex(key: string, from: number, length: number): number | null {
  if (length === 0) return null;
  if (key === "ArrowDown") return (from + 1) % length;
  if (key === "ArrowUp") return (from - 1 + length) % length;
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  return null;
}
