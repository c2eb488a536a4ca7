import type { NewSource } from "@screen-agent/api/packet";
import { AddressForm, Button, LinkChoice, NoteForm, Notice, oneLine } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CollectionsView } from "../../shared/ask.ts";
import type { PanelState } from "../../shared/protocol.ts";
import type { Panel } from "../panel.ts";

type Adding = "note" | "addresses" | "links";

interface AddProps {
  panel: Panel;
  state: PanelState;
  view: CollectionsView;
  collectionId: string;
  busy: boolean;
}

/** The ways to put something into a collection. */
export function Add({ panel, state, view, collectionId, busy }: AddProps): JSX.Element {
  const [adding, setAdding] = useState<Adding | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const tab = state.tab && !state.tab.restricted ? state.tab : null;
  const over = (): void => {
    setAdding(null);
    menu.current?.querySelector<HTMLElement>("button:enabled")?.focus();
  };
  const add = async (sources: NewSource[]): Promise<void> => {
    if (await panel.collecting.add(collectionId, sources)) over();
  };
  const pages = (urls: readonly string[]): void => void add(urls.map((url) => ({ type: "url", url })));
  const toggle = (what: Adding) => ({
    "aria-expanded": adding === what,
    onClick: () => setAdding(adding === what ? null : what),
  });
  const links = async (): Promise<void> => {
    if (tab && (await panel.ask({ kind: "selectedLinks", tabId: tab.id }))) setAdding("links");
  };
  return (
    <section class="adding" aria-label="Add to it">
      <div class="buttons" ref={menu}>
        <Button
          icon="tab"
          disabled={busy || !tab}
          title={tab ? oneLine(tab.title, 120) : "This page cannot be read"}
          onClick={() => tab && void panel.ask({ kind: "collectTab", tabId: tab.id, collectionId })}
        >
          This tab
        </Button>
        <Button icon="link" disabled={busy || !tab} onClick={() => void links()}>
          Selected links
        </Button>
        <Button icon="note" {...toggle("note")}>
          Note
        </Button>
        <Button icon="plus" {...toggle("addresses")}>
          Addresses
        </Button>
      </div>
      {adding === "note" && (
        <NoteForm
          busy={busy}
          onAdd={({ title, text }) => void add([{ type: "note", text, ...(title && { title }) }])}
          onCancel={over}
        />
      )}
      {adding === "addresses" && <AddressForm busy={busy} onAdd={pages} onCancel={over} />}
      {adding === "links" && view.links && (
        <LinkChoice key={view.links.urls.join(" ")} {...view.links} busy={busy} onAdd={pages} onCancel={over} />
      )}
      {!tab && state.tab && (
        <Notice kind="info" icon="eyeOff">
          The page in this tab cannot be read; give its address instead.
        </Notice>
      )}
    </section>
  );
}
