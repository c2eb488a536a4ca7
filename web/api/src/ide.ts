/** The IDE surface, as the console sees it: traces, and what was made in them. Every refusal is an `ApiError`. */
import { ApiError } from "./error.ts";
import type { ArtifactLink, TraceListing } from "./generated/ide.ts";
import { type Call, Http, query, type ReportFile } from "./http.ts";
import { eventsIn } from "./packet/stream.ts";

export type * from "./generated/ide.ts";

/** Something that a trace told. */
export interface TraceEvent {
  event: string;
  /** Its number, from 1. */
  seq: number;
  fields: Readonly<Record<string, unknown>>;
}

export class IdeClient extends Http {
  /** One's traces, those that told something last first. */
  traces(options: { limit?: number; offset?: number } = {}, signal?: AbortSignal): Promise<TraceListing> {
    return this.json(`/trace-list${query({ ...options })}`, { signal });
  }

  /** What a trace has told, and what it tells while it is under way; ends with it. */
  async *follow(trace: string, signal?: AbortSignal): AsyncGenerator<TraceEvent, void, void> {
    const response = await this.send(`/trace-status${query({ trace_id: trace })}`, {
      headers: { Accept: "text/event-stream" },
      signal,
    });
    if (!response.body) return;
    for await (const { event, data } of eventsIn(response.body)) {
      const fields = fieldsOf(data);
      // A sign of life has no number.
      if (typeof fields.seq === "number") yield { event, seq: fields.seq, fields };
    }
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

function fieldsOf(data: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(data);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
