import { Button, hostOf } from "@screen-agent/ui";
import type { JSX } from "preact";
import type { LeaseView, PanelState } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";

interface Props {
  panel: Panel;
  state: PanelState;
}

/** Who asks for a tab, and who works on one: above everything else, for it is not the person who is at work there. */
export function Leases({ panel, state }: Props): JSX.Element | null {
  if (state.leases.length === 0) return null;
  return (
    <section class="leases" aria-label="Other programs" aria-live="polite">
      {state.leases.map((lease) =>
        lease.state === "asked" ? (
          <Wish key={lease.id} panel={panel} state={state} lease={lease} />
        ) : (
          <Lent key={lease.id} panel={panel} state={state} lease={lease} />
        ),
      )}
    </section>
  );
}

/** What is asked for, all of it, before a yes. */
function Wish({ panel, state, lease }: Props & { lease: LeaseView }): JSX.Element {
  const { id, client, purpose, url, sites, minutes, mode } = lease;
  const where = url ? `a new tab at ${url}` : `this tab${state.tab ? ` (${hostOf(state.tab.url)})` : ""}`;
  return (
    <section class="lease asked" aria-labelledby={`lease-${id}`}>
      <h2 id={`lease-${id}`}>
        Another program asks for {url ? "a tab" : "this tab"}: <bdi>“{client}”</bdi>
      </h2>
      <dl>
        <dt>What for</dt>
        <dd>
          <bdi>{purpose}</bdi>
        </dd>
        <dt>Where</dt>
        <dd>
          <bdi>{where}</bdi>, on {sites.join(", ")} alone
        </dd>
        <dt>How long</dt>
        <dd>{minutes === 1 ? "1 minute" : `${minutes} minutes`}</dd>
        <dt>How much</dt>
        <dd>{MODES[mode]}</dd>
      </dl>
      <p class="small">Name and purpose are its own words. What it reads there, it may pass on.</p>
      <div class="buttons">
        <Button
          kind="primary"
          disabled={!state.tab}
          onClick={() => panel.withTab((tabId) => ({ kind: "allowLease", tabId, id }))}
        >
          Allow
        </Button>
        <Button onClick={() => void panel.ask({ kind: "endLease", id })}>Refuse</Button>
      </div>
    </section>
  );
}

const MODES: Record<LeaseView["mode"], string> = {
  observe: "It looks, and does nothing.",
  assist: "It acts, and you are asked about every action.",
  autopilot: "It acts, and you are asked about what is of consequence.",
};

/** What is lent, for as long as it is. */
function Lent({ panel, state, lease }: Props & { lease: LeaseView }): JSX.Element {
  const { id, client, tabId, working, mode } = lease;
  const paused = lease.state === "paused";
  const here = tabId !== null && tabId === state.tab?.id;
  const at = tabId === null ? "in another browser" : here ? "on this tab" : "on another tab";
  const doing = paused ? "is paused" : working ? "is at work" : mode === "observe" ? "may look" : "may work";
  const until = new Date(lease.expiresAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const pause = (paused: boolean) => () => void panel.ask({ kind: "pauseLease", id, paused });
  const takeOver = (): void => {
    pause(true)();
    if (tabId !== null) panel.outside.goTo(tabId);
  };
  return (
    <section class="lease" aria-label={`“${client}” ${doing} ${at}`}>
      <p>
        <strong>
          <bdi>“{client}”</bdi> {doing} {at}
        </strong>{" "}
        <span class="small">
          until {until}, on {lease.sites.join(", ")}
        </span>
      </p>
      <div class="buttons">
        {tabId !== null && !paused && <Button onClick={pause(true)}>Pause</Button>}
        {tabId !== null && !paused && <Button onClick={takeOver}>Take over</Button>}
        {tabId !== null && paused && <Button onClick={pause(false)}>Give back</Button>}
        <Button onClick={() => void panel.ask({ kind: "endLease", id })}>End</Button>
      </div>
    </section>
  );
}
