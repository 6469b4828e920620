import type { Context } from 'aws-lambda';
import { Writable } from 'node:stream';

/** What the Lambda runtime gives handlers that stream their responses: the global `awslambda`. */
export function installResponseStreams(): void {
  const runtime = {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: {
      from(stream: Writable, metadata: unknown): Writable {
        stream.write(Buffer.concat([Buffer.from(JSON.stringify(metadata)), Buffer.alloc(8)]));
        return stream;
      },
    },
  };
  Object.assign(globalThis, { awslambda: runtime });
}

interface StreamedResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Splits what a handler wrote into prelude and body, as API Gateway does. */
function readStreamed(written: Buffer): StreamedResponse {
  const end = written.indexOf(Buffer.alloc(8));
  const prelude = JSON.parse(written.subarray(0, end).toString()) as Omit<StreamedResponse, 'body'>;
  return { ...prelude, body: written.subarray(end + 8) };
}

/** The stream that the runtime gives a handler. Takes bytes from the time at which `ready` resolves. */
export class ResponseStream extends Writable {
  readonly #ready: Promise<void>;
  readonly #chunks: Buffer[] = [];

  constructor(ready = Promise.resolve()) {
    super();
    this.#ready = ready;
  }

  get written(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** Number of pieces, including the prelude. */
  get writes(): number {
    return this.#chunks.length;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#chunks.push(chunk);
    this.#ready.then(() => done(), done);
  }
}

/** Invokes a streaming handler as the runtime does. */
export async function invokeStreaming(
  handler: unknown,
  event: unknown,
  context: Context,
  stream = new ResponseStream(),
): Promise<StreamedResponse> {
  const invoke = handler as (event: unknown, stream: Writable, context: Context) => Promise<void>;
  await invoke(event, stream, context);
  return readStreamed(stream.written);
}
