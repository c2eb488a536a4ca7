import type { BlockerField, BlockerInfo, WireOffer } from "@screen-agent/api";
import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { Prose } from "./text.tsx";
import { codeWords } from "./words.ts";

export interface QuestionCardProps {
  text: string;
  /** Which facts are missing, by name. */
  missing: string[];
  blocker: BlockerInfo | null;
  /** Why it is asked, and what a search of the web brought before that. */
  why?: string;
  found?: string;
  /** What can be chosen in place of words. */
  offers?: readonly WireOffer[];
  /** Milliseconds since the epoch. */
  now: number;
  /** An answer is on its way. */
  busy?: boolean;
  /** What the person gives to get past a blocker. */
  onResolve?: (values: Record<string, string>) => void;
  /** One of the offers was chosen. */
  onChoose?: (words: string) => void;
  /** One of the offers is pointed at; null when none is any more. */
  onPoint?: (offer: WireOffer | null) => void;
  /** The person saw to it on the page. */
  onSeenTo?: () => void;
}

const BLOCKERS: Record<BlockerInfo["type"], string> = {
  captcha: "A test for humans is in the way",
  mfa_required: "A second factor is needed",
  login_failure: "Signing in failed",
  session_expired: "The session on the site ended",
  rate_limit: "The site asks us to wait",
  access_denied: "The site refuses access",
  cookie_consent: "A cookie notice is in the way",
  page_error: "The page shows an error",
};

/** What the agent needs to know, or what stands in its way. The answer to a plain question goes into the composer. */
export function QuestionCard(props: QuestionCardProps): JSX.Element {
  const { text, missing, blocker, why, found, offers = [], busy = false } = props;
  const { onResolve, onChoose, onPoint, onSeenTo } = props;
  const id = useId();
  // What is offered stands on buttons, and not in the words as well.
  const listed = offers[0] ? text.indexOf(offers[0].words) : -1;
  const asked = listed > 0 ? text.slice(0, listed).trim() : text;
  const card = useRef<HTMLElement>(null);
  const fields = blocker?.resolutionMethods.includes("provide_in_chat") ? blocker.requiredFields : [];
  // The composer takes the focus for a plain question; with a blocker, it comes here.
  useLayoutEffect(() => {
    if (!blocker) return;
    const first = card.current?.querySelector<HTMLElement>("input, .primary, button");
    first?.focus();
  }, [text, blocker?.type]);
  return (
    <section class="card question" ref={card} aria-labelledby={id}>
      <header>
        <Icon name={blocker ? "warn" : "question"} />
        <h2 id={id}>{blocker ? BLOCKERS[blocker.type] : "The agent asks"}</h2>
      </header>
      <div role="alert">
        <Prose text={asked} />
      </div>
      {blocker && blocker.userMessage !== text && <Prose text={blocker.userMessage} />}
      {missing.length > 0 && fields.length === 0 && offers.length === 0 && (
        <div class="missing">
          <p class="soft small">What is missing</p>
          <ul>
            {missing.map((name) => (
              <li>
                <bdi>{/^[a-z_]+$/i.test(name) ? codeWords(name) : name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {offers.length > 0 && onChoose && (
        <div class="buttons stacked offers" role="group" aria-label="Answers">
          {offers.map((offer) => (
            <Button
              key={offer.words}
              disabled={busy}
              onMouseEnter={() => onPoint?.(offer)}
              onMouseLeave={() => onPoint?.(null)}
              onFocus={() => onPoint?.(offer)}
              onBlur={() => onPoint?.(null)}
              onClick={() => onChoose(offer.words)}
            >
              <bdi>{offer.words}</bdi>
            </Button>
          ))}
        </div>
      )}
      {offers.some(({ elementId }) => elementId !== undefined) && (
        <p class="soft small">Choose here, or click it on the page.</p>
      )}
      {why && why !== text && (
        <details class="fold">
          <summary>Why it asks</summary>
          <Prose text={why} />
        </details>
      )}
      {found && (
        <details class="fold">
          <summary>What the web says</summary>
          <Prose text={found} />
        </details>
      )}
      {fields.length > 0 && onResolve && <Fields fields={fields} busy={busy} onResolve={onResolve} />}
      {blocker?.retryAfterSeconds !== undefined && (
        <p class="soft small">The site says to wait {blocker.retryAfterSeconds} s.</p>
      )}
      {blocker && onSeenTo && (
        <div class="buttons">
          <Button icon="check" {...(fields.length === 0 && { kind: "primary" })} disabled={busy} onClick={onSeenTo}>
            I did it on the page
          </Button>
        </div>
      )}
    </section>
  );
}

type FieldsProps = Required<Pick<QuestionCardProps, "busy" | "onResolve">> & { fields: BlockerField[] };

function Fields({ fields, busy, onResolve }: FieldsProps): JSX.Element {
  const [values, setValues] = useState<Record<string, string>>({});
  const given = fields.some((field) => values[field.name]?.trim());
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!given || busy) return;
    onResolve(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
    // What was typed may be a secret; it does not stay.
    setValues({});
  };
  return (
    <form onSubmit={submit} autocomplete="off">
      {fields.map((field) => (
        <Field
          key={field.name}
          label={<span dir="auto">{field.label}</span>}
          {...(INPUTS.get(field.type) ?? { type: "text" })}
          autocomplete="off"
          spellcheck={false}
          value={values[field.name] ?? ""}
          onText={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <p class="soft small">Goes to the page alone; no model reads it.</p>
      <Button submit kind="primary" disabled={!given || busy}>
        Continue
      </Button>
    </form>
  );
}

/** The keyboard and the mask that a kind of field wants; the browser keeps nothing of it. */
const INPUTS: ReadonlyMap<string, JSX.IntrinsicElements["input"]> = new Map([
  ["password", { type: "password" }],
  ["email", { type: "email" }],
  ["code", { type: "text", inputMode: "numeric" }],
]);
