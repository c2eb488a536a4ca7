/** The IDE surface, as the console and the editor see it: tasks, traces, and what was made in them. Every refusal is an
 * `ApiError`. */
import { ApiError } from "./error.ts";
import type { ArtifactLink, IdeCapabilities, IdeRequest, KeyMade, KeysReply, TraceListing } from "./generated/ide.ts";
import { type Call, Http, query, type ReportFile } from "./http.ts";
import { eventsIn } from "./packet/stream.ts";
import { type Fields, fieldsOf, isLast, type TraceEvent, textOf } from "./told.ts";

export type * from "./generated/ide.ts";
export * from "./told.ts";

export class IdeClient extends Http {
  /** One's traces, those that told something last first. */
  traces(options: { limit?: number; offset?: number } = {}, signal?: AbortSignal): Promise<TraceListing> {
    return this.json(`/trace-list${query({ ...options })}`, { signal });
  }

  /** What the server can be asked for. */
  capabilities(signal?: AbortSignal): Promise<IdeCapabilities> {
    return this.json("/chat/capabilities", { signal });
  }

  /** Asks for a task at its endpoint, and gives what its trace tells, each event once; ends with it. Where the line breaks
   * off, the trace is asked how it went on. */
  async *ask(
    endpoint: string,
    body: Partial<IdeRequest>,
    signal?: AbortSignal,
  ): AsyncGenerator<TraceEvent, void, void> {
    let [trace, seq] = ["", 0];
    const lines = [() => this.events(endpoint, { method: "POST", body, signal }), () => this.follow(trace, signal)];
    for (const line of lines) {
      try {
        for await (const event of line()) {
          if (event.seq <= seq) continue;
          seq = event.seq;
          trace ||= textOf(event.fields.trace_id);
          yield event;
          if (isLast(event)) return;
        }
      } catch (error) {
        if (trace === "" || signal?.aborted || line === lines[1]) throw error;
      }
    }
  }

  /** What a trace has told, and what it tells while it is under way; ends with it. */
  follow(trace: string, signal?: AbortSignal): AsyncGenerator<TraceEvent, void, void> {
    return this.events(`/trace-status${query({ trace_id: trace })}`, { signal });
  }

  private async *events(path: string, call: Call): AsyncGenerator<TraceEvent, void, void> {
    const response = await this.send(path, { ...call, headers: { Accept: "text/event-stream" } });
    if (!response.body) return;
    for await (const { event, data } of eventsIn(response.body)) {
      const fields = read(data);
      // A sign of life has no number.
      if (typeof fields.seq === "number") yield { event, seq: fields.seq, fields };
    }
  }

  /** One's keys that are made to be published, the newest first. */
  keys(signal?: AbortSignal): Promise<KeysReply> {
    return this.json("/publishable-keys", { signal });
  }

  /** Makes one. It is told this once. */
  makeKey(name: string): Promise<KeyMade> {
    return this.json("/publishable-keys", { method: "POST", body: { name } });
  }

  /** Whoever has it is let in no more. */
  async revokeKey(id: string): Promise<void> {
    await this.send(`/publishable-keys/${encodeURIComponent(id)}`, { method: "DELETE" });
  }

  /** What was made in a trace. */
  async made(trace: string, signal?: AbortSignal): Promise<ArtifactLink[]> {
    const { items } = await this.json<{ items: ArtifactLink[] }>(`/artifacts-list${query({ trace_id: trace })}`, {
      signal,
    });
    return items;
  }

  /** An object, to save. */
  object({ bucket, key, name }: ArtifactLink): Promise<ReportFile> {
    const path = [bucket, ...key.split("/")].map(encodeURIComponent).join("/");
    return this.file(`/storage/v1/object/${path}`, name);
  }

  private async json<T>(path: string, call: Call): Promise<T> {
    const response = await this.send(path, call);
    return (await response.json()) as T;
  }

  protected refusal(response: Response): Promise<ApiError> {
    return ApiError.from(response);
  }
}

function read(data: string): Fields {
  try {
    return fieldsOf(JSON.parse(data));
  } catch {
    return {};
  }
}
