import type { JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type Native = Omit<JSX.IntrinsicElements["button"], "icon" | "kind" | "label" | "type" | "class">;

export interface ButtonProps extends Native {
  /** What stands out about it. */
  kind?: "primary" | "danger" | "deny";
  icon?: IconName;
  /** Sends the form that it stands in. */
  submit?: boolean;
  class?: string;
}

/** A button with words. */
export function Button({ kind, icon, submit = false, class: more, children, ...rest }: ButtonProps): JSX.Element {
  return (
    <button {...rest} type={submit ? "submit" : "button"} class={["button", kind, more].filter(Boolean).join(" ")}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Native {
  icon: IconName;
  /** What it does, for who cannot see it; also its tooltip, where `title` is not another. */
  label: string;
  small?: boolean;
}

/** A button with a picture alone. */
export function IconButton({ icon, label, small = false, title = label, ...rest }: IconButtonProps): JSX.Element {
  return (
    <button
      {...rest}
      type="button"
      class={small ? "icon-button small" : "icon-button"}
      aria-label={label}
      title={title}
    >
      <Icon name={icon} />
    </button>
  );
}
