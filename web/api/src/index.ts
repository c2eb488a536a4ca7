/** The server, as its clients see it: types generated from Rust, and one small client. */

export {
  type AuditOptions,
  Client,
  type ClientOptions,
  type InteractOptions,
  type ListOptions,
  type MessagesOptions,
  type ReportFile,
} from "./client.ts";
export { ApiError } from "./error.ts";
export type * from "./generated/actions.ts";
export * from "./generated/types.ts";
