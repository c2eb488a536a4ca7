/** What the organisation knows: files, pages and sites are added, watched while they are read, read again and removed. */
import type { IngestRequest, KnowledgeSourceInfo, KnowledgeSourcesData } from "@screen-agent/api";
import { Button, Field, Form, Icon, moment, Notice, Refusal, Select } from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Read } from "./columns.tsx";
import { isUnauthorized, wordsOf } from "./problem.ts";
import { useServer } from "./server.ts";
import { useAct } from "./use-act.ts";
import type { Loaded } from "./use-loaded.ts";

/** Between looks while something is being read, and while nothing is. */
const SOON_MS = 1500;
const LATER_MS = 30_000;

export function Knowledge(): JSX.Element {
  const sources = useSources();
  return (
    <main id="main" class="account knowledge" tabIndex={-1} aria-label="Knowledge">
      <div class="work-head">
        <h2>Knowledge</h2>
      </div>
      <Read loaded={sources}>
        {(data) => (
          <>
            <Where domains={data.allowedDomains} />
            {data.editable && <Add onAdded={sources.reload} />}
            <Sources data={data} onChanged={sources.reload} />
          </>
        )}
      </Read>
    </main>
  );
}

/** The sources, looked at again and again; what is shown stays while it is looked. */
function useSources(): Loaded<KnowledgeSourcesData> {
  const { client, onUnauthorized } = useServer();
  const [shown, setShown] = useState<Omit<Loaded<KnowledgeSourcesData>, "reload">>({ data: null, problem: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const until = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      let next = LATER_MS;
      try {
        const data = await client.knowledge(until.signal);
        if (until.signal.aborted) return;
        setShown({ data, problem: null });
        if (data.sources.some(isUnderWay)) next = SOON_MS;
      } catch (error) {
        if (until.signal.aborted) return;
        if (isUnauthorized(error)) return onUnauthorized();
        setShown((before) => ({ ...before, problem: wordsOf(error) }));
      }
      timer = setTimeout(() => void look(), next);
    };
    void look();
    return () => {
      until.abort();
      clearTimeout(timer);
    };
  }, [client, round]);
  return { ...shown, reload: () => setRound((before) => before + 1) };
}

const isUnderWay = ({ status }: KnowledgeSourceInfo): boolean => status === "pending" || status === "running";

function Where({ domains }: { domains: string[] }): JSX.Element {
  if (domains.length > 0) {
    return (
      <p class="soft">
        Tasks and questions on <span dir="auto">{domains.join(", ")}</span> use what stands here.
      </p>
    );
  }
  return (
    <Notice kind="info">
      <p>
        No site is listed yet, so nothing of this is used. The server’s administrator lists one: screen-agent domains
        add.
      </p>
    </Notice>
  );
}

type Kind = "url" | "sitemap" | "file";

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: "url", label: "One page" },
  { value: "sitemap", label: "A whole site, by its sitemap" },
  { value: "file", label: "A file, or a ZIP archive of files" },
];

function Add({ onAdded }: { onAdded: () => void }): JSX.Element {
  const { client } = useServer();
  const { problem, act } = useAct();
  const [kind, setKind] = useState<Kind>("url");
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const add = async (words: (name: string) => string, form: HTMLFormElement): Promise<void> => {
    const domain = words("domain").trim() || undefined;
    const given = file.current?.files?.[0];
    setBusy(true);
    await act(
      (kind === "file"
        ? given
          ? client.addKnowledgeFile(given, domain)
          : Promise.resolve()
        : client.addKnowledge(ingest(kind, words, domain))
      ).then(() => {
        form.reset();
        onAdded();
      }),
    );
    setBusy(false);
  };
  return (
    <section class="shelf" aria-labelledby="add-title">
      <h3 id="add-title">Add</h3>
      <Form class="narrow" aria-labelledby="add-title" onWords={(...typed) => void add(...typed)}>
        <Select label="What" value={kind} options={[...KINDS]} onChange={(value) => setKind(value as Kind)} />
        {kind === "file" ? (
          <label class="field">
            File
            <input
              ref={file}
              type="file"
              name="file"
              required
              accept=".pdf,.docx,.md,.markdown,.txt,.html,.htm,.csv,.tsv,.json,.xml,.zip"
            />
          </label>
        ) : (
          <Field
            label={kind === "sitemap" ? "Address of the sitemap" : "Address"}
            name="location"
            type="url"
            required
            placeholder={kind === "sitemap" ? "https://example.com/sitemap.xml" : "https://example.com/help"}
          />
        )}
        <Field
          label="For the site (optional)"
          name="domain"
          placeholder="*.example.com"
          hint={kind === "file" ? "Without it, for every site that is listed." : "Without it, for its own site."}
        />
        {kind !== "file" && (
          <Field label="Read again every so many hours (optional)" name="hours" type="number" min={1} max={8760} />
        )}
        <Button submit kind="primary" disabled={busy}>
          {busy ? "Adding …" : "Add"}
        </Button>
      </Form>
      {problem && <Refusal message={problem} />}
    </section>
  );
}

function ingest(sourceType: "url" | "sitemap", words: (name: string) => string, domain?: string): IngestRequest {
  const hours = Number(words("hours"));
  return {
    sourceType,
    location: words("location").trim(),
    ...(domain && { domain }),
    ...(hours > 0 && { refreshHours: hours }),
  };
}

interface SourcesProps {
  data: KnowledgeSourcesData;
  onChanged: () => void;
}

function Sources({ data, onChanged }: SourcesProps): JSX.Element {
  const { client } = useServer();
  const { problem, act } = useAct();
  const change = (work: Promise<unknown>): void => void act(work).then(onChanged);
  if (data.sources.length === 0) {
    return (
      <p class="empty soft">
        <Icon name="file" />
        Nothing was added yet.
      </p>
    );
  }
  return (
    <section aria-label="What was added">
      {problem && <Refusal message={problem} />}
      <ul class="log">
        {data.sources.map((source) => (
          <Source
            key={source.id}
            source={source}
            editable={data.editable}
            onRead={() => change(client.reindexKnowledge(source.id))}
            onRemove={() => change(client.removeKnowledge(source.id))}
          />
        ))}
      </ul>
    </section>
  );
}

interface SourceProps {
  source: KnowledgeSourceInfo;
  editable: boolean;
  onRead: () => void;
  onRemove: () => void;
}

function Source({ source, editable, onRead, onRemove }: SourceProps): JSX.Element {
  const [asks, setAsks] = useState(false);
  const name = source.title || source.location;
  return (
    <li class="source">
      <div>
        <strong dir="auto">{name}</strong>
        {source.title && (
          <p class="soft small cut" dir="auto">
            {source.location}
          </p>
        )}
        <Standing source={source} />
        <p class="soft small">
          For {source.domain ?? "every listed site"}
          {source.nextRefreshAt && `, read again ${moment(source.nextRefreshAt)}`}
        </p>
      </div>
      {editable && (
        <div class="row">
          {asks ? (
            <>
              <Button kind="danger" aria-label={`Yes, remove ${name}`} onClick={onRemove}>
                Yes, remove it
              </Button>
              <Button onClick={() => setAsks(false)}>Keep it</Button>
            </>
          ) : (
            <>
              <Button aria-label={`Read again: ${name}`} disabled={isUnderWay(source)} onClick={onRead}>
                Read again
              </Button>
              <Button aria-label={`Remove ${name}`} onClick={() => setAsks(true)}>
                Remove
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Standing({ source }: { source: KnowledgeSourceInfo }): JSX.Element {
  const { status, done, total, documents, chunks } = source;
  switch (status) {
    case "pending":
      return <p role="status">Waits to be read.</p>;
    case "running":
      return (
        <p role="status">
          {total > 0 ? `Being read: ${done} of ${total}. ` : "Being read. "}
          <progress aria-label="Read so far" max={Math.max(total, 1)} value={total > 0 ? done : undefined} />
        </p>
      );
    case "failed":
      return <p class="wrong">{source.error ?? "It could not be read."}</p>;
    case "ready":
      return (
        <p>
          {documents === 1 ? "One document" : `${documents} documents`},{" "}
          {chunks === 1 ? "one passage" : `${chunks} passages`}, read {moment(source.updatedAt)}
        </p>
      );
  }
}
