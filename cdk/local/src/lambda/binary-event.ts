/** Bytes; a multiple of three. The text of a whole body would be garbage of megabytes. */
const encodedAtOnce = 48 * 1024;

/**
 * An event that is JSON with a body in base64, while the body is still bytes. A function on this machine can get those
 * bytes as they are; base64 needs no escaping, so the JSON is the body between two texts.
 */
export class BinaryEvent {
  /** JSON up to the first character of the body. */
  readonly before: string;
  /** JSON from the closing quote of the body. */
  readonly after: string;
  readonly body: readonly Buffer[];
  readonly bodyLength: number;

  constructor(before: string, body: readonly Buffer[], after: string) {
    this.before = before;
    this.body = body;
    this.after = after;
    this.bodyLength = body.reduce((sum, { length }) => sum + length, 0);
  }

  /** Of the JSON, in bytes. */
  get length(): number {
    return (
      Buffer.byteLength(this.before) + Math.ceil(this.bodyLength / 3) * 4 + Buffer.byteLength(this.after)
    );
  }

  /** The JSON with an empty body. */
  withoutBody(): Buffer {
    return Buffer.from(this.before + this.after);
  }

  toJson(): Buffer {
    const json = Buffer.allocUnsafe(this.length);
    const [only] = this.body;
    const body = only && this.body.length === 1 ? only : Buffer.concat(this.body, this.bodyLength);
    let at = json.write(this.before);
    for (let from = 0; from < body.length; from += encodedAtOnce) {
      at += json.write(body.toString('base64', from, from + encodedAtOnce), at, 'latin1');
    }
    json.write(this.after, at);
    return json;
  }

  toString(): string {
    return this.toJson().toString();
  }
}

/** An event: JSON, or what becomes JSON. */
export type EventPayload = string | Buffer | BinaryEvent;

/** An event as bytes of JSON. */
export function jsonOf(payload: EventPayload): Buffer {
  if (payload instanceof BinaryEvent) return payload.toJson();
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}
