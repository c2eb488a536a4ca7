/** What is remembered: values that tasks handed on, and fixes that were learned on sites. */
import type { FactData, FixData } from "@screen-agent/api";
import { ago, Button, Dialog, Form, Menu, TextArea } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Part, Told, useOutcome } from "./account.tsx";
import { Head, Read } from "./columns.tsx";
import { Listed } from "./listed.tsx";
import { hashOf } from "./place.ts";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

/** Something that is put right. */
interface Correcting {
  label: string;
  value: string;
  change: (value: string) => Promise<void>;
}

export function Memory(): JSX.Element {
  const { client } = useServer();
  const loaded = useLoaded("memory", (signal) => client.memory(signal));
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const [outcome, act] = useOutcome();
  const change = (work: Promise<void>, words: string): Promise<void> =>
    act(async () => {
      await work;
      loaded.reload();
      return { good: true, words };
    });
  const tools = (label: string, value: string, made: (value: string | null) => Promise<void>): JSX.Element => (
    <Menu label={`Correct or forget ${label}`} icon="edit" quiet class="icon-button small">
      {[
        { label: "Correct", icon: "edit", onChoose: () => setCorrecting({ label, value, change: made }) },
        { label: "Forget", icon: "trash", onChoose: () => void change(made(null), `Forgotten: ${label}.`) },
      ]}
    </Menu>
  );
  return (
    <main id="main" class="account memory" tabIndex={-1} aria-label="Memory">
      <Head title="Memory" />
      <Told outcome={outcome} />
      <Read loaded={loaded}>
        {({ facts, fixes }) => (
          <>
            <Part id="facts-title" title="Kept for conversations">
              <p class="soft">Values that a task read and handed on to the tasks after it in the same conversation.</p>
              <Listed all={facts} none="Nothing is kept.">
                {(fact) => (
                  <Fact
                    key={`${fact.sessionId} ${fact.name}`}
                    fact={fact}
                    tools={tools(fact.name, fact.value, (value) => client.changeFact(fact.sessionId, fact.name, value))}
                  />
                )}
              </Listed>
            </Part>
            <Part id="fixes-title" title="Learned on sites">
              <p class="soft">
                What worked where something else did not. Everybody in your organisation has the use of it. It proposes
                and never consents: what it proposes is checked and asked about like anything else.
              </p>
              <Listed all={fixes} none="Nothing was learned yet.">
                {(fix) => (
                  <Fix
                    key={fix.id}
                    fix={fix}
                    tools={tools(`“${fix.fix}” on ${fix.site}`, fix.fix, (value) => client.changeFix(fix.id, value))}
                  />
                )}
              </Listed>
            </Part>
          </>
        )}
      </Read>
      {correcting && (
        <Dialog title={`Correct ${correcting.label}`} kind="box" onClose={() => setCorrecting(null)}>
          <Form
            class="rename"
            onWords={(words) => {
              setCorrecting(null);
              void change(correcting.change(words("value")), `Corrected: ${correcting.label}.`);
            }}
          >
            <TextArea
              label="What it is"
              name="value"
              rows={4}
              required
              maxLength={10_000}
              defaultValue={correcting.value}
            />
            <div class="buttons">
              <Button submit kind="primary">
                Save
              </Button>
              <Button onClick={() => setCorrecting(null)}>Cancel</Button>
            </div>
          </Form>
        </Dialog>
      )}
    </main>
  );
}

function Fact({ fact, tools }: { fact: FactData; tools: JSX.Element }): JSX.Element {
  return (
    <li>
      <div class="kept-value">
        <strong dir="auto">{fact.name}</strong>
        <p dir="auto">{fact.value}</p>
        <p class="soft small">
          <a href={hashOf({ section: "tasks", id: fact.sessionId })}>{fact.title || "Untitled"}</a> ·{" "}
          {ago(fact.at, Date.now())}
        </p>
      </div>
      {tools}
    </li>
  );
}

function Fix({ fix, tools }: { fix: FixData; tools: JSX.Element }): JSX.Element {
  return (
    <li>
      <div class="kept-value">
        <p dir="auto">
          <strong>{fix.fix}</strong> instead of {fix.failed}
        </p>
        <p class="soft small" dir="auto">
          {[
            fix.site,
            fix.goal && `to “${fix.goal}”`,
            `worked ${fix.wins} of ${fix.tries} times`,
            fix.own ? "learned from your tasks" : "learned from a colleague’s tasks",
            `used ${ago(fix.usedAt, Date.now())}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {tools}
    </li>
  );
}
