/** Schedules: runs that are begun by the clock. */
import type { ScheduleData } from "@screen-agent/api";
import { Button, Field, Form, hostOf, moment, Notice, oneLine, TextArea, veiled } from "@screen-agent/ui";
import type { JSX } from "preact";
import { Told, useOutcome } from "./account.tsx";
import { Bringing, brings, ProfileField } from "./bringing.tsx";
import { Head, Read } from "./columns.tsx";
import { Listed, Sure } from "./listed.tsx";
import { useServer } from "./server.ts";
import { useLoaded } from "./use-loaded.ts";

export function Schedules({ onRun }: { onRun: (id: string) => void }): JSX.Element {
  const { client } = useServer();
  const loaded = useLoaded("schedules", (signal) => client.schedules(signal));
  const [outcome, act] = useOutcome();
  const add = (words: (name: string) => string, form: HTMLFormElement): Promise<void> =>
    act(async () => {
      await client.addSchedule({
        cron: words("cron").trim(),
        zone: words("zone").trim(),
        overlap: false,
        run: {
          instruction: words("instruction").trim(),
          url: words("url").trim(),
          inputs: {},
          approve: "nothing",
          priority: 0,
          ...(words("profile").trim() && { profile: words("profile").trim() }),
          ...brings(words),
        },
      });
      form.reset();
      loaded.reload();
      return { good: true, words: "The schedule is added." };
    });
  const pause = (one: ScheduleData): Promise<void> =>
    act(async () => {
      await client.changeSchedule(one.id, { paused: !one.paused });
      loaded.reload();
      return { good: true, words: one.paused ? "The schedule goes on." : "The schedule is paused." };
    });
  const remove = (one: ScheduleData): Promise<void> =>
    act(async () => {
      await client.removeSchedule(one.id);
      loaded.reload();
      return { good: true, words: "The schedule is removed. Runs that it began stay." };
    });
  return (
    <>
      <Head title="Schedules" />
      <section class="shelf account" aria-label="Schedules">
        <Told outcome={outcome} />
        <Read loaded={loaded}>
          {({ schedules }) => (
            <Listed all={schedules} none="There is no schedule yet.">
              {(one) => (
                <Entry
                  key={one.id}
                  shown={one}
                  onRun={onRun}
                  onPause={() => void pause(one)}
                  onRemove={() => void remove(one)}
                />
              )}
            </Listed>
          )}
        </Read>
      </section>
      <section class="shelf" aria-label="Add a schedule">
        <p class="soft">
          Each time a run is begun, unless the one before is not over. What is to be approved is asked.
        </p>
        <Form class="narrow" onWords={(words, form) => void add(words, form)}>
          <TextArea label="What to do each time" name="instruction" rows={3} maxLength={10_000} />
          <Bringing />
          <Field label="Where to begin" name="url" type="url" required placeholder="https://" autocomplete="off" />
          <ProfileField hint="Each run begins with what the one before was signed in with. None, if left empty." />
          <CronFields />
          <Button submit kind="primary">
            Add
          </Button>
        </Form>
      </section>
    </>
  );
}

/** When, and where that is the time. */
export function CronFields(): JSX.Element {
  return (
    <>
      <Field
        label="When"
        name="cron"
        required
        maxLength={200}
        defaultValue="0 9 * * MON-FRI"
        autocomplete="off"
        hint="Minute, hour, day of the month, month, day of the week."
      />
      <Field
        label="Time zone"
        name="zone"
        required
        maxLength={64}
        defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
        autocomplete="off"
      />
    </>
  );
}

interface EntryProps {
  shown: ScheduleData;
  onRun: (id: string) => void;
  onPause: () => void;
  onRemove: () => void;
}

function Entry({ shown, onRun, onPause, onRemove }: EntryProps): JSX.Element {
  const title = oneLine(veiled(shown.instruction), 200);
  const { lastRunId } = shown;
  return (
    <li>
      <div>
        <strong dir="auto">{title}</strong>
        <p class="soft small">
          {hostOf(shown.url)} · {shown.cron} · {shown.zone}
        </p>
        <p class="soft small">{nextOf(shown)}</p>
        {shown.trouble && <Notice kind="warn">{`The last time none was begun: ${shown.trouble}`}</Notice>}
      </div>
      <Sure label={`Remove ${title}`} words="It starts no more runs." verb="Remove" onYes={onRemove}>
        {(asking) => (
          <div class="row">
            {lastRunId && (
              <Button aria-label={`Latest run of ${title}`} onClick={() => onRun(lastRunId)}>
                Latest run
              </Button>
            )}
            <Button aria-label={`${shown.paused ? "Resume" : "Pause"} ${title}`} onClick={onPause}>
              {shown.paused ? "Resume" : "Pause"}
            </Button>
            <Button {...asking} aria-label={`Remove ${title}`}>
              Remove
            </Button>
          </div>
        )}
      </Sure>
    </li>
  );
}

function nextOf({ paused, next }: ScheduleData): string {
  if (paused) return "paused";
  return next.length > 0 ? `next ${next.map(moment).join(", then ")}` : "never again";
}
