import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback-server.ts';
import type { InvokeOutcome } from './invoke-outcome.ts';

/** Lambda's documented limit for a result is 6 MB; this is the number that it enforces and names. */
const maximumResponseBytes = 6_291_556;

const prefix = '/2018-06-01/runtime/';
const answerCall = /^POST \/2018-06-01\/runtime\/invocation\/([^/]+)\/(response|error)$/;

/** What the runtime at the other end does. */
export interface RuntimeEvents {
  /** It waits for an event: initialisation or the last invocation is over. */
  waiting(): void;
  /** It gave the result, or the error, of the event that it has. */
  answered(outcome: InvokeOutcome): void;
  /** It could not initialise; it will exit. */
  initFailed(failure: InvokeOutcome): void;
}

/** One event on its way to the runtime. */
export interface Delivery {
  requestId: string;
  body: Buffer;
  /** Unix time in milliseconds at which the invocation times out. */
  deadline: number;
  functionArn: string;
  traceId: string;
  /** JSON, as the caller of the Invoke API gave it. */
  clientContext?: string | undefined;
}

/**
 * The Runtime API of one execution environment, on a port of its own, as the runtime sees it
 * (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html). Events and results pass through as bytes.
 */
export class RuntimeApi {
  readonly #events: RuntimeEvents;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** The runtime's open call for its next event. */
  #next: ServerResponse | undefined;
  #requestId: string | undefined;
  #initialised = false;

  constructor(events: RuntimeEvents) {
    this.#events = events;
    this.#server.requestTimeout = 0;
  }

  /** @returns the value for `AWS_LAMBDA_RUNTIME_API` */
  async listen(): Promise<string> {
    const endpoint = await listenOnLoopback(this.#server, 0);
    // A handler may take minutes between two calls on the same connection.
    this.#server.keepAliveTimeout = 0;
    return new URL(endpoint).host;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** @returns false if the runtime is not waiting any more */
  deliver(delivery: Delivery): boolean {
    const next = this.#next;
    if (next?.socket?.writable !== true) return false;
    const headers: OutgoingHttpHeaders = {
      'content-type': 'application/json',
      'content-length': delivery.body.length,
      'lambda-runtime-aws-request-id': delivery.requestId,
      'lambda-runtime-deadline-ms': String(delivery.deadline),
      'lambda-runtime-invoked-function-arn': delivery.functionArn,
      'lambda-runtime-trace-id': delivery.traceId,
    };
    if (delivery.clientContext !== undefined) {
      headers['lambda-runtime-client-context'] = delivery.clientContext.replace(/[^ -~]/g, escaped);
    }
    this.#next = undefined;
    this.#requestId = delivery.requestId;
    next.writeHead(200, headers).end(delivery.body);
    return true;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method ?? ''} ${request.url ?? ''}`;
    let reply: Reply | undefined;
    // A page in a browser on this machine can send requests here, though not read the answers.
    if (request.headers['sec-fetch-site'] !== undefined) reply = errorOf(403, 'Forbidden');
    else if (call === `GET ${prefix}invocation/next`) reply = this.#wait(response);
    else {
      const body = await read(request);
      if (body !== 'aborted') reply = this.#take(call, body);
    }
    if (reply === undefined) return;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  }

  /** @returns nothing if the call is left open until there is an event */
  #wait(response: ServerResponse): Reply | undefined {
    if (this.#next !== undefined || this.#requestId !== undefined)
      return errorOf(403, 'InvalidStateTransition');
    this.#next = response;
    this.#initialised = true;
    response.once('close', () => {
      if (this.#next === response) this.#next = undefined;
    });
    this.#events.waiting();
    return undefined;
  }

  #take(call: string, body: Buffer | 'too-large'): Reply {
    if (call === `POST ${prefix}init/error`) {
      if (this.#initialised) return errorOf(403, 'InvalidStateTransition');
      this.#events.initFailed(reportedError(body));
      return accepted;
    }
    const [, requestId, result] = answerCall.exec(call) ?? [];
    if (result === undefined) return errorOf(404, 'NotFound');
    if (requestId !== this.#requestId) return errorOf(400, 'InvalidRequestID');

    this.#requestId = undefined;
    if (result === 'error') this.#events.answered(reportedError(body));
    else if (body !== 'too-large') this.#events.answered({ kind: 'response', payload: body.toString() });
    else {
      const errorMessage = `Response payload size exceeded maximum allowed payload size (${maximumResponseBytes} bytes).`;
      this.#events.answered({ kind: 'error', errorType: 'Function.ResponseSizeTooLarge', errorMessage });
      return errorOf(413, 'RequestEntityTooLarge');
    }
    return accepted;
  }
}

interface Reply {
  status: number;
  body: Record<string, string>;
}

const accepted: Reply = { status: 202, body: { status: 'OK' } };

function errorOf(status: number, errorType: string): Reply {
  return { status, body: { errorMessage: errorType, errorType } };
}

/** Reads a body to its end, keeping no more of it than can be passed on. */
async function read(request: IncomingMessage): Promise<Buffer | 'too-large' | 'aborted'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= maximumResponseBytes) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return 'aborted';
  }
  return length > maximumResponseBytes ? 'too-large' : Buffer.concat(chunks, length);
}

function reportedError(body: Buffer | 'too-large'): InvokeOutcome {
  try {
    const { errorType, errorMessage } = JSON.parse(body.toString()) as Record<string, unknown>;
    return { kind: 'error', errorType: String(errorType), errorMessage: String(errorMessage) };
  } catch {
    return {
      kind: 'error',
      errorType: 'Runtime.Unknown',
      errorMessage: 'Unknown application error occurred',
    };
  }
}

/** Header values are ASCII; inside a JSON string the escape means the same character. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
