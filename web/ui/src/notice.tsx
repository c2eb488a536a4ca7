import type { ComponentChildren, JSX } from "preact";
import { Button, IconButton } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { secondsLeft } from "./words.ts";

export interface NoticeProps {
  kind: "info" | "warn" | "bad";
  icon?: IconName;
  children: ComponentChildren;
  onDismiss?: () => void;
}

/** One thing to know. */
export function Notice({ kind, icon, children, onDismiss }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${kind}`}>
      <Icon name={icon ?? (kind === "info" ? "info" : "warn")} />
      <div class="notice-text">{children}</div>
      {onDismiss && <IconButton icon="close" label="Dismiss" small onClick={onDismiss} />}
    </div>
  );
}

export interface ProblemNoticeProps {
  message: string;
  /** What the person can do about it. */
  advice: string;
  /** Milliseconds since the epoch at which it is tried again. */
  retryAt?: number | undefined;
  now?: number;
  onRetry?: (() => void) | undefined;
  /** Omitted where it goes by itself. */
  onDismiss?: () => void;
}

/** Something went wrong: what, what to do, and when it is tried again. */
export function ProblemNotice({
  message,
  advice,
  retryAt,
  now = 0,
  onRetry,
  onDismiss,
}: ProblemNoticeProps): JSX.Element {
  const left = retryAt ? secondsLeft(retryAt, now) : 0;
  return (
    <div class="notice bad problem">
      <Icon name="warn" />
      <div class="notice-text">
        <div role="alert">
          <p>
            <strong dir="auto">{message}</strong>
          </p>
          <p dir="auto">{advice}</p>
        </div>
        {left > 0 && <p class="soft small">Tried again in {left} s</p>}
        {onRetry && (
          <Button icon="renew" onClick={onRetry}>
            Retry now
          </Button>
        )}
      </div>
      {onDismiss && <IconButton icon="close" label="Dismiss" small onClick={onDismiss} />}
    </div>
  );
}

export interface RefusalProps {
  message: string;
  advice?: string;
  onRetry?: () => void;
}

/** The same in one paragraph, where it stands in place of what was asked for. */
export function Refusal({ message, advice, onRetry }: RefusalProps): JSX.Element {
  return (
    <Notice kind="bad">
      <p role="alert">
        {advice ? <strong>{message}</strong> : message} {advice}
      </p>
      {onRetry && <Button onClick={onRetry}>{advice ? "Retry" : "Try again"}</Button>}
    </Notice>
  );
}

/** How what happens elsewhere reaches us. */
export type Connection = "live" | "polling" | "connecting" | "offline";

const CONNECTIONS: Record<Connection, { word: string; why: string }> = {
  live: { word: "Live", why: "What happens shows at once." },
  polling: { word: "Delayed", why: "The live connection is down; we look again every few seconds." },
  connecting: { word: "Connecting", why: "The live connection is being made." },
  offline: { word: "Offline", why: "The server cannot be reached." },
};

/** Whether we hear what happens as it happens. */
export function ConnectionMark({ connection }: { connection: Connection }): JSX.Element {
  const { word, why } = CONNECTIONS[connection];
  return (
    <span class={`connection ${connection}`} role="status" title={why}>
      <span class="dot" aria-hidden="true" />
      <span class={connection === "live" ? "unseen" : undefined}>{word}</span>
    </span>
  );
}
