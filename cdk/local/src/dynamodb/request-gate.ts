import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** What dynalite 4 implements. */
const operations = new Set([
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'DescribeTimeToLive',
  'GetItem',
  'ListTables',
  'ListTagsOfResource',
  'PutItem',
  'Query',
  'Scan',
  'TagResource',
  'UntagResource',
  'UpdateItem',
  'UpdateTable',
]);

/** DynamoDB's limit of a request, and dynalite's. */
const maximumRequestBytes = 16 * 1_048_576;

/**
 * Stands in front of dynalite's request listener. Dynalite throws, and so ends the process, when a client hangs up
 * before its request has arrived, and when its database is closed under a running request; behind the gate it only
 * sees whole requests, and closing waits for their responses. What dynalite lacks or would ignore is rejected here.
 */
export class RequestGate {
  readonly #handle: RequestListener;
  readonly #running = new Set<Promise<void>>();
  #closed = false;

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  /** Passes on one request. Never rejects. */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: Buffer | undefined;
    try {
      body = await readBody(request);
    } catch {
      return;
    }
    if (this.#closed) {
      reject(response, 503, 'ServiceUnavailable', 'The local DynamoDB is stopping.');
      return;
    }
    if (body === undefined) {
      reject(response, 413, 'RequestTooLarge', 'The request is larger than 16 MiB.');
      return;
    }
    const reason = unsupported(request, body);
    if (reason !== undefined) {
      reject(
        response,
        400,
        'UnknownOperationException',
        `${reason} is not part of the local run (dynalite).`,
      );
      return;
    }
    const responded = endOf(response).finally(() => this.#running.delete(responded));
    this.#running.add(responded);
    this.#handle(replay(request, body), response);
  }

  /** Lets nothing more through and waits until dynalite has responded to what it was given. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#running);
  }
}

/** The request again, with its body at hand. */
function replay(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers } = request;
  const stream: unknown = Object.assign(Readable.from(body.length > 0 ? [body] : []), {
    method,
    url,
    headers,
  });
  return stream as IncomingMessage;
}

/** When dynalite has responded. That the client has gone says nothing: dynalite is still at work then. */
function endOf(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
    response.end = (...parameters: unknown[]) => {
      if (response.destroyed) resolve();
      else response.once('finish', resolve).once('close', resolve);
      return end(...parameters);
    };
  });
}

/** The body, or undefined when it is too large. Rejects when the client hangs up. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maximumRequestBytes) chunks.push(chunk);
  }
  return bytes <= maximumRequestBytes ? Buffer.concat(chunks) : undefined;
}

function unsupported(request: IncomingMessage, body: Buffer): string | undefined {
  const operation = String(request.headers['x-amz-target']).split('.')[1];
  if (operation !== undefined && !operations.has(operation)) return operation;
  const option = 'ReturnValuesOnConditionCheckFailure';
  // Looked for as text, to spare parsing each request twice; as a key it cannot be written otherwise by an SDK.
  return body.includes(`"${option}":"ALL_OLD"`) ? option : undefined;
}

function reject(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }));
}
