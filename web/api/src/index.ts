/** The server, as its clients see it: types generated from Rust, and one small client. */

export {
  type AuditOptions,
  Client,
  type DebugOptions,
  type InteractOptions,
  type ListOptions,
  type MessagesOptions,
  type RunsOptions,
} from "./client.ts";
export { ApiError } from "./error.ts";
export type * from "./generated/actions.ts";
export * from "./generated/types.ts";
export type { ClientOptions, ReportFile } from "./http.ts";
export type { Watched, WatchHearer } from "./watching.ts";
