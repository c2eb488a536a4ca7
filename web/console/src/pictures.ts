import type { Client } from "@screen-agent/api";

/** Pictures of steps, each fetched once: they need the token, so an address alone does not show them. */
export class Pictures {
  private readonly known = new Map<string, Promise<string | null>>();

  constructor(private readonly client: Client) {}

  /** An address that shows the picture; null when there is none. */
  get(path: string): Promise<string | null> {
    const picture = this.known.get(path) ?? this.client.picture(path).catch(() => null);
    this.known.set(path, picture);
    return picture;
  }

  /** Gives the memory back; what shows a picture must be gone. */
  release(): void {
    for (const picture of this.known.values()) {
      void picture.then((url) => url && URL.revokeObjectURL(url));
    }
    this.known.clear();
  }
}
