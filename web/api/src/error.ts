import type { ErrorBody } from "./generated/types.ts";

/** The server said no. `code` is stable; `message` may be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined;
  /** Path of the field that was refused, and why. */
  readonly field: string | undefined;
  readonly reason: string | undefined;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The server answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "UNKNOWN";
    this.retryAfter = body.retryAfter;
    this.field = body.details?.field;
    this.reason = body.details?.reason;
  }

  /** Reads what went wrong; a body that is not ours leaves the status alone. */
  static async from(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => ({}));
    return new ApiError(response.status, typeof body === "object" && body !== null ? body : {});
  }
}
