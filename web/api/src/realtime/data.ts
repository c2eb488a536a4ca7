/** `GET /api/realtime`: how to reach the live stream. */
export interface RealtimeData {
  key: string;
  host?: string;
  port?: number;
  tls?: boolean;
  cluster?: string;
}
