/** What the gateway sends to the client. */
export interface Answer {
  statusCode: number;
  /** In the order in which they are sent; names may repeat. */
  headers: [name: string, value: string][];
  body: Buffer | string | StreamedBody;
}

/** A body that is sent while it arrives. Whoever does not read it discards it. */
export interface StreamedBody extends AsyncIterable<Buffer> {
  /** Lets the function go on without a reader. */
  discard(): void;
  /** How long the whole body may still take. */
  remainingMilliseconds: number;
  /** How long the next bytes may take. */
  idleMilliseconds: number;
}
