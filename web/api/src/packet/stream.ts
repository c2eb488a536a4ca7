/** Events of a server, read from the body of an answer. */

/** One event: its name, and its data as it was sent. */
export interface StreamEvent {
  event: string;
  data: string;
}

/** Longest event that is read, in characters: an answer's tree is far smaller. */
const LONGEST = 8_000_000;

/** Reads events until the stream ends; comments, which only keep the line open, are left out. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = new Lines();
  const event = new Draft();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      for (const line of lines.take(done ? decoder.decode() : decoder.decode(value, { stream: true }))) {
        const whole = event.line(line);
        if (whole) yield whole;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Cuts a stream of text into lines; a line may end in any of three ways, and in two pieces. */
class Lines {
  private rest = "";

  take(text: string): string[] {
    this.rest += text;
    if (this.rest.length > LONGEST) throw new RangeError("the server sends a line without end");
    // A carriage return at the very end may be half of a line's end.
    const held = this.rest.endsWith("\r") ? "\r" : "";
    const parts = this.rest.slice(0, this.rest.length - held.length).split(/\r\n|\n|\r/);
    this.rest = (parts.pop() ?? "") + held;
    return parts;
  }
}

class Draft {
  private event = "";
  private data: string[] = [];
  private size = 0;

  /** Takes a line; the empty one ends an event. */
  line(line: string): StreamEvent | null {
    if (line === "") return this.whole();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.event = value;
    if (field === "data") this.add(value);
    return null;
  }

  private add(value: string): void {
    this.size += value.length + 1;
    if (this.size > LONGEST) throw new RangeError("the server sends an event without end");
    this.data.push(value);
  }

  private whole(): StreamEvent | null {
    const event = { event: this.event || "message", data: this.data.join("\n") };
    const empty = this.data.length === 0;
    [this.event, this.data, this.size] = ["", [], 0];
    return empty ? null : event;
  }
}
