/** Errors of the packet surface. */

/** The server said no, or broke off. `code` is stable; `message` may be shown. */
export class PacketError extends Error {
  override readonly name = "PacketError";

  constructor(
    /** The HTTP status; 200 for an error that came in the middle of a stream. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** Path of the field that could not be taken. */
    readonly field?: string,
    /** Seconds after which it may be tried again. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** Reads what went wrong; a body that is not ours leaves the status alone. */
  static async from(response: Response): Promise<PacketError> {
    const body: unknown = await response.json().catch(() => null);
    const wait = Number(response.headers.get("Retry-After") ?? NaN);
    return PacketError.of(response.status, body, Number.isFinite(wait) ? wait : undefined);
  }

  /** From a body that was read already, of a stream too. */
  static of(status: number, body: unknown, retryAfter?: number): PacketError {
    const problem = fieldsOf(fieldsOf(body).error);
    const text = (name: string): string | undefined => (typeof problem[name] === "string" ? problem[name] : undefined);
    return new PacketError(
      status,
      text("code") ?? "UNKNOWN",
      text("message") ?? `The server answered ${status}.`,
      text("field"),
      retryAfter,
    );
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
