/** The packet surface, as its clients see it: one method per endpoint. Every refusal is a `PacketError`. */
import type {
  ArtifactData,
  ArtifactInfo,
  ArtifactList,
  CaptureRequest,
  CollectionData,
  CollectionInfo,
  CollectionList,
  CollectionRequest,
  ConversationData,
  ConversationList,
  NewSource,
  ReplyPacket,
  RequestPacket,
  ShareFormat,
  SourceInfo,
  TransformRequest,
  TransformTypes,
} from "./generated/packets.ts";
import { type Call, Http, query, type ReportFile } from "./http.ts";
import { PacketError } from "./packet/problem.ts";
import { eventsIn } from "./packet/stream.ts";

export type * from "./generated/packets.ts";
export { PacketError } from "./packet/problem.ts";

/** A response packet, and what came of the server's own tools. */
export type Reply = ReplyPacket;

/** What is heard while an answer is made: how far it is, and at the end the answer. */
export type Told = { kind: "progress"; text: string; step: number } | { kind: "packet"; packet: Reply };

export interface ConversationOptions {
  search?: string;
  limit?: number;
  offset?: number;
}

export class PacketClient extends Http {
  /**
   * Asks. Progress comes as it is told, the packet comes last; a server that tells no progress gives the
   * packet alone. The same bytes are answered the same for a day, so a text is sent as it is.
   */
  async *ask(packet: RequestPacket | string, signal?: AbortSignal): AsyncGenerator<Told, void, void> {
    const response = await this.send("/api/llmcp", {
      method: "POST",
      body: packet,
      headers: { Accept: "text/event-stream, application/json;q=0.9" },
      signal,
    });
    const type = response.headers.get("Content-Type") ?? "";
    if (!type.startsWith("text/event-stream") || !response.body) {
      yield { kind: "packet", packet: replyOf(await response.json()) };
      return;
    }
    for await (const { event, data } of eventsIn(response.body)) {
      if (event === "progress") yield progressOf(parsed(data));
      if (event === "error") throw PacketError.of(response.status, parsed(data));
      if (event === "packet") {
        yield { kind: "packet", packet: replyOf(parsed(data)) };
        return;
      }
    }
    throw new PacketError(response.status, "BROKEN_OFF", "The connection ended before the answer was complete.");
  }

  conversations(options: ConversationOptions = {}, signal?: AbortSignal): Promise<ConversationList> {
    return this.json(`/api/conversations${query({ ...options })}`, { signal });
  }

  conversation(id: string, signal?: AbortSignal): Promise<ConversationData> {
    return this.json(`/api/conversations/${part(id)}`, { signal });
  }

  /** A conversation to take away. */
  exportConversation(id: string): Promise<ReportFile> {
    return this.file(`/api/conversations/${part(id)}?format=export`, "conversation.json");
  }

  async forgetConversation(id: string): Promise<void> {
    await this.send(`/api/conversations/${part(id)}`, { method: "DELETE" });
  }

  collections(signal?: AbortSignal): Promise<CollectionList> {
    return this.json("/api/collections", { signal });
  }

  createCollection(body: CollectionRequest): Promise<CollectionInfo> {
    return this.json("/api/collections", { method: "POST", body });
  }

  collection(id: string, signal?: AbortSignal): Promise<CollectionData> {
    return this.json(`/api/collections/${part(id)}`, { signal });
  }

  changeCollection(id: string, body: CollectionRequest): Promise<CollectionInfo> {
    return this.json(`/api/collections/${part(id)}`, { method: "PUT", body });
  }

  async removeCollection(id: string): Promise<void> {
    await this.send(`/api/collections/${part(id)}`, { method: "DELETE" });
  }

  /** Adds sources; an address that is there already stays as it is. */
  addSources(collection: string, sources: NewSource[]): Promise<CollectionData> {
    return this.json(`/api/collections/${part(collection)}/sources`, { method: "POST", body: { sources } });
  }

  async removeSource(id: string): Promise<void> {
    await this.send(`/api/sources/${part(id)}`, { method: "DELETE" });
  }

  /** Captures a source: from what page code captured, or, without that, by fetching its address. */
  captureSource(id: string, body: Partial<CaptureRequest> = {}, signal?: AbortSignal): Promise<SourceInfo> {
    return this.json(`/api/sources/${part(id)}/capture`, { method: "POST", body, signal });
  }

  transforms(signal?: AbortSignal): Promise<TransformTypes> {
    return this.json("/api/transforms", { signal });
  }

  /** Begins to make something of a collection. What it answers is not done yet: ask for the artifact. */
  transform(collection: string, body: TransformRequest): Promise<ArtifactInfo> {
    return this.json(`/api/collections/${part(collection)}/transforms`, { method: "POST", body });
  }

  artifacts(collection?: string, signal?: AbortSignal): Promise<ArtifactList> {
    return this.json(`/api/artifacts${query({ collection })}`, { signal });
  }

  artifact(id: string, signal?: AbortSignal): Promise<ArtifactData> {
    return this.json(`/api/artifacts/${part(id)}`, { signal });
  }

  cancelArtifact(id: string): Promise<ArtifactInfo> {
    return this.json(`/api/artifacts/${part(id)}/cancel`, { method: "POST" });
  }

  async removeArtifact(id: string): Promise<void> {
    await this.send(`/api/artifacts/${part(id)}`, { method: "DELETE" });
  }

  /** An artifact to take away. */
  artifactFile(id: string, format: ShareFormat): Promise<ReportFile> {
    return this.file(`/api/artifacts/${part(id)}/content${query({ format })}`, `artifact.${ENDINGS[format]}`);
  }

  private async json<T>(path: string, call: Call = {}): Promise<T> {
    return (await (await this.send(path, call)).json()) as T;
  }

  protected override send(path: string, call: Call = {}): Promise<Response> {
    return super.send(path, { ...call, headers: { Accept: "application/json", ...call.headers } });
  }

  protected refusal(response: Response): Promise<PacketError> {
    return PacketError.from(response);
  }
}

const ENDINGS: Record<ShareFormat, string> = { markdown: "md", text: "txt", json: "json", csv: "csv", pdf: "pdf" };

function part(id: string): string {
  return encodeURIComponent(id);
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    throw new PacketError(200, "BROKEN_OFF", "The server sent something that cannot be read.");
  }
}

function progressOf(data: unknown): Told {
  const { text, step } = (typeof data === "object" && data !== null ? data : {}) as { text?: unknown; step?: unknown };
  return { kind: "progress", text: typeof text === "string" ? text : "", step: typeof step === "number" ? step : 0 };
}

/** A packet of a version that is not spoken here is refused by name. That its parts are there is seen to; what is in them the server has checked. */
function replyOf(data: unknown): Reply {
  const packet = data as Partial<Reply> | null;
  const protocol = packet?.protocol;
  if (protocol?.name === "laika.llmcp" && protocol.version !== 1) {
    throw new PacketError(
      200,
      "UNSUPPORTED_VERSION",
      `The server speaks version ${String(protocol.version)} of the protocol; this client speaks version 1.`,
    );
  }
  const isAnswer =
    packet?.type === "response" &&
    Array.isArray(packet.tool_calls) &&
    Array.isArray(packet.assistant?.citations) &&
    Boolean(packet.assistant?.render);
  if (protocol?.name !== "laika.llmcp" || !isAnswer) {
    throw new PacketError(200, "INVALID_PACKET", "The server's answer is not a response packet.");
  }
  return packet as Reply;
}
