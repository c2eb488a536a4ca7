import type { ArtifactData, CollectionData } from "@screen-agent/api/packet";
import {
  ArtifactList,
  ArtifactView,
  Button,
  CollectionList,
  Confirm,
  count,
  Dialog,
  Field,
  IconButton,
  isInTheMaking,
  ProblemNotice,
  SourceList,
  Transforms,
} from "@screen-agent/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CollectionsView } from "../../shared/ask.ts";
import type { PanelState } from "../../shared/protocol.ts";
import { isWanting } from "../collecting.ts";
import type { Panel } from "../panel.ts";
import { Add } from "./add.tsx";
import { Head } from "./head.tsx";

interface Props {
  panel: Panel;
  state: PanelState;
  onClose: () => void;
}

/** Pages and notes that belong together: kept, asked about, made into something. */
export function Collections({ panel, state, onClose }: Props): JSX.Element {
  const view = state.collections;
  // A worker that was suspended, or signed in again, has forgotten them.
  const isForgotten = view?.list === null;
  useEffect(() => void panel.ask({ kind: "loadCollections" }), [panel, isForgotten]);
  if (!view) {
    return (
      <Dialog title="Collections" onClose={onClose}>
        <p class="soft">Sign in to see your collections.</p>
      </Dialog>
    );
  }
  const problem = panel.problem.value ?? view.problem;
  return (
    <Dialog title="Collections" onClose={onClose}>
      <div class="collections">
        {problem && <ProblemNotice {...problem} now={panel.outside.now.value} />}
        <Doing panel={panel} view={view} />
        {view.artifact ? (
          <Made key={view.artifact.artifact.id} panel={panel} view={view} data={view.artifact} />
        ) : view.open ? (
          <Open
            key={view.open.collection.id}
            panel={panel}
            state={state}
            view={view}
            data={view.open}
            onClose={onClose}
          />
        ) : (
          <All panel={panel} view={view} />
        )}
      </div>
    </Dialog>
  );
}

const BUSY: Record<NonNullable<CollectionsView["busy"]>, string> = {
  loading: "Loading …",
  capturing: "Reading the page …",
  adding: "Saving …",
  making: "Beginning …",
};

/** What is being done, told politely; it stands there always, so that its words are read aloud. */
function Doing({ panel, view }: { panel: Panel; view: CollectionsView }): JSX.Element {
  const capturing = panel.collecting.capturing.value;
  const made = view.artifacts.filter(isInTheMaking).length;
  const words = capturing
    ? `Capturing page ${capturing.done + 1} of ${capturing.of} …`
    : view.busy
      ? BUSY[view.busy]
      : made > 0
        ? `${count(made, "thing")} being made …`
        : "";
  return (
    <p class="doing soft small" role="status">
      {words}
    </p>
  );
}

function All({ panel, view }: { panel: Panel; view: CollectionsView }): JSX.Element {
  const [title, setTitle] = useState("");
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (title.trim() && (await panel.ask({ kind: "createCollection", title: title.trim() }))) setTitle("");
  };
  return (
    <>
      <form class="create" onSubmit={(event) => void create(event)}>
        <Field
          label="New collection"
          type="text"
          dir="auto"
          autofocus
          maxLength={500}
          value={title}
          placeholder="What it is about"
          onText={setTitle}
        />
        <Button submit kind="primary" disabled={panel.busy.value || title.trim() === ""}>
          Create
        </Button>
      </form>
      {view.list?.length === 0 && (
        <p class="soft">
          There is no collection yet. Collect pages and notes on one matter, then compare them, or have a timeline, a
          report or a quiz made of them.
        </p>
      )}
      <CollectionList
        collections={view.list ?? []}
        now={panel.outside.now.value}
        onOpen={(collectionId) => void panel.ask({ kind: "openCollection", collectionId })}
        onRename={(collectionId, to) => void panel.ask({ kind: "renameCollection", collectionId, title: to })}
        onRemove={(collectionId) => void panel.ask({ kind: "removeCollection", collectionId })}
      />
      <Artifacts panel={panel} view={view} title="Saved automatically" artifacts={view.loose} />
    </>
  );
}

interface ArtifactsProps {
  panel: Panel;
  view: CollectionsView;
  title: string;
  artifacts: CollectionsView["artifacts"];
}

/** What was made, if anything was. */
function Artifacts({ panel, view, title, artifacts }: ArtifactsProps): JSX.Element | null {
  if (artifacts.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ArtifactList
        artifacts={artifacts}
        types={view.types}
        now={panel.outside.now.value}
        onOpen={(artifactId) => void panel.ask({ kind: "openArtifact", artifactId })}
        onCancel={(artifactId) => void panel.ask({ kind: "cancelArtifact", artifactId })}
        onRemove={(artifactId) => void panel.ask({ kind: "removeArtifact", artifactId })}
      />
    </section>
  );
}

interface OpenProps extends Props {
  view: CollectionsView;
  data: CollectionData;
}

function Open({ panel, state, view, data, onClose }: OpenProps): JSX.Element {
  const { collection, sources } = data;
  const { collecting, asking } = panel;
  const busy = panel.busy.value || view.busy !== null || collecting.capturing.value !== null;
  const wanting = sources.filter(isWanting);
  const hasText = sources.some(({ characters }) => characters > 0);
  const ask = (): void => {
    asking.about.value = { collectionId: collection.id, title: collection.title };
    asking.turn("ask");
    onClose();
  };
  return (
    <>
      <Head
        back="All collections"
        title={collection.title}
        onBack={() => void panel.ask({ kind: "closeCollection" })}
      />
      <div class="buttons">
        <Button kind="primary" icon="ask" disabled={!hasText} onClick={ask}>
          Ask about it
        </Button>
      </div>
      {state.hasModel === false && (
        <p class="soft small">
          This server has no language model: questions are answered by quoting the sources, and only what their own
          structure holds can be created from them.
        </p>
      )}
      <Add panel={panel} state={state} view={view} collectionId={collection.id} busy={busy} />
      <section aria-label="Sources">
        <h4>{count(sources.length, "source")}</h4>
        {sources.length === 0 && <p class="soft">Nothing is in it yet.</p>}
        {wanting.length > 0 && (
          <Button icon="report" disabled={busy} onClick={() => void collecting.capture(wanting)}>
            Capture {count(wanting.length, "page")}
          </Button>
        )}
        <SourceList
          sources={sources}
          busy={busy}
          onCapture={(sourceId) => void panel.ask({ kind: "captureSource", sourceId })}
          onRemove={(sourceId) => void panel.ask({ kind: "removeSource", sourceId })}
        />
      </section>
      <Artifacts panel={panel} view={view} title="Created from it" artifacts={view.artifacts} />
      {hasText && view.types.length > 0 && (
        <section aria-label="Create from these sources">
          <h4>Create from these sources</h4>
          <Transforms
            types={view.types}
            busy={busy}
            onRun={(transform, config) =>
              void panel.ask({ kind: "transform", collectionId: collection.id, transform, config: { ...config } })
            }
          />
        </section>
      )}
    </>
  );
}

function Made({ panel, view, data }: { panel: Panel; view: CollectionsView; data: ArtifactData }): JSX.Element {
  const { id, title } = data.artifact;
  const [removing, setRemoving] = useState(false);
  // What was opened while it was being made is read again when it is ready.
  const listed = view.artifacts.find((one) => one.id === id);
  const isStale = listed !== undefined && listed.status !== data.artifact.status;
  useEffect(() => {
    if (isStale) void panel.ask({ kind: "openArtifact", artifactId: id });
  }, [isStale, id]);
  return (
    <>
      <Head back="Back to the collection" title={title} onBack={() => void panel.ask({ kind: "closeArtifact" })}>
        <IconButton icon="trash" label="Delete it" title="Delete" onClick={() => setRemoving(true)} />
      </Head>
      {removing && (
        <Confirm
          label="Delete it?"
          words="It is removed for good."
          verb="Delete"
          onYes={() => void panel.ask({ kind: "removeArtifact", artifactId: id })}
          onNo={() => setRemoving(false)}
        />
      )}
      <ArtifactView
        data={data}
        types={view.types}
        top={4}
        onMarkdown={() => panel.collecting.markdown(id)}
        onDownload={(format) => void panel.collecting.download(id, format)}
      />
    </>
  );
}
