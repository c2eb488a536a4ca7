/** Where the live stream is. Pure. */
import type { Options } from "pusher-js/worker";
import type { RealtimeData } from "../generated/types.ts";

type Address = Pick<
  Options,
  "cluster" | "wsHost" | "wsPort" | "wssPort" | "wsPath" | "forceTLS" | "enabledTransports" | "enableStats"
>;

/**
 * Options of pusher-js for what the server said; what it left out is the address of its own API.
 * One transport only: `ws` with TLS is `wss`, and without TLS nothing listens for it.
 */
export function address(data: RealtimeData, api: URL): Address {
  const common = { cluster: data.cluster ?? "", enabledTransports: ["ws" as const], enableStats: false };
  if (!data.host && data.cluster) return { ...common, forceTLS: data.tls ?? true };
  const tls = data.tls ?? (data.host ? true : api.protocol === "https:");
  const port = data.port ?? (data.host ? usual(tls) : Number(api.port) || usual(api.protocol === "https:"));
  const path = data.host ? "" : api.pathname.replace(/\/+$/, "");
  return { ...common, forceTLS: tls, wsHost: data.host ?? api.hostname, wsPort: port, wssPort: port, wsPath: path };
}

const usual = (tls: boolean): number => (tls ? 443 : 80);
