/** What the gateway sends to the client. */
export interface HttpResponse {
  statusCode: number;
  /** In the order in which they are sent; names may repeat. */
  headers: [name: string, value: string][];
  body: Buffer | string | StreamedBody;
}

/** A body that is sent while it arrives. It has to be read or discarded. */
export interface StreamedBody extends AsyncIterable<Buffer> {
  /** Lets the function finish without a reader. */
  discard(): void;
  /** Until the whole body has to be sent. */
  remainingMilliseconds: number;
  /** Until the next bytes have to come. */
  idleMilliseconds: number;
}
