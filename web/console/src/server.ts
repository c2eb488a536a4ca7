/** The server as whoever is signed in has it: what every part of the console reads from. */
import type { Client } from "@screen-agent/api";
import type { IdeClient } from "@screen-agent/api/ide";
import type { PacketClient } from "@screen-agent/api/packet";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export interface Server {
  client: Client;
  packets: PacketClient;
  ide: IdeClient;
  /** Whoever asks is not known any more. */
  onUnauthorized: () => void;
}

export const ServerContext = createContext<Server | null>(null);

export function useServer(): Server {
  const server = useContext(ServerContext);
  if (!server) throw new Error("nobody is signed in here");
  return server;
}
