import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback-server.ts';
import { BinaryEvent, type EventPayload, jsonOf } from './binary-event.ts';
import type { BodyFile } from './body-file.ts';
import type { FunctionError, RuntimeOutcome } from './invoke-outcome.ts';
import { reportedError } from './reported-error.ts';
import { maximumResponseBytes, responseTooLarge } from './response-size.ts';
import { RuntimeResponse, truncatedResponse } from './runtime-response.ts';

const prefix = '/2018-06-01/runtime/';
/** Bytes from which a body is worth a file. */
const minimumInFile = 64 * 1024;
const invocationCall =
  /^POST \/2018-06-01\/runtime\/invocation\/(?<requestId>[^/]+)\/(?<endpoint>response|error)$/;

/** What the runtime at the other end does. */
export interface RuntimeEvents {
  /** It waits for an event: initialisation or the last invocation is over. */
  waiting(): void;
  /** It gave the result, or the error, of the event that it has, or began to stream its response. */
  responded(outcome: RuntimeOutcome): void;
  /** It could not initialise; it will exit. */
  initFailed(failure: FunctionError): void;
}

/** One event on its way to the runtime. */
export interface Delivery {
  requestId: string;
  body: EventPayload;
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
  #bodies: BodyFile | undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** The runtime's open call for its next event. */
  #next: ServerResponse | undefined;
  #requestId: string | undefined;
  /** The response that it streams, or broke off. */
  #stream: RuntimeResponse | undefined;
  #initialised = false;

  constructor(events: RuntimeEvents) {
    this.#events = events;
    this.#server.requestTimeout = 0;
  }

  /**
   * @param bodies takes the bodies of large events, for a runtime that reads them there
   * @returns the value for `AWS_LAMBDA_RUNTIME_API`
   */
  async listen(bodies?: BodyFile): Promise<string> {
    this.#bodies = bodies;
    const endpoint = await listenOnLoopback(this.#server, 0);
    // A handler may take minutes between two calls on the same connection.
    this.#server.keepAliveTimeout = 0;
    return new URL(endpoint).host;
  }

  close(): void {
    this.#truncate();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** @returns false if the runtime is not waiting any more */
  deliver(delivery: Delivery): boolean {
    const next = this.#next;
    if (next?.socket?.writable !== true) return false;
    const { json, bodyBytes } = this.#inTransit(delivery.body);
    const headers: OutgoingHttpHeaders = {
      'content-type': 'application/json',
      'content-length': json.length,
      'lambda-runtime-aws-request-id': delivery.requestId,
      'lambda-runtime-deadline-ms': String(delivery.deadline),
      'lambda-runtime-invoked-function-arn': delivery.functionArn,
      'lambda-runtime-trace-id': delivery.traceId,
    };
    if (delivery.clientContext !== undefined) {
      headers['lambda-runtime-client-context'] = delivery.clientContext.replace(/[^ -~]/g, escaped);
    }
    // Not a part of Lambda's Runtime API.
    if (bodyBytes !== undefined) headers['local-stack-body-bytes'] = bodyBytes;
    this.#next = undefined;
    this.#requestId = delivery.requestId;
    next.writeHead(200, headers).end(json);
    return true;
  }

  /** Splits an event into the JSON to send and the size of the body that passes through the file, if one does. */
  #inTransit(event: EventPayload): { json: Buffer; bodyBytes?: number } {
    if (this.#bodies && event instanceof BinaryEvent && event.bodyLength >= minimumInFile) {
      try {
        this.#bodies.write(event.body);
        return { json: event.withoutBody(), bodyBytes: event.bodyLength };
      } catch {
        // The disk is full. The connection takes it too.
      }
    }
    return { json: jsonOf(event) };
  }

  /** Says why the runtime will not complete the response that it streams, if it streams one. */
  interrupt(cause: FunctionError): void {
    this.#stream?.fail(cause);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method ?? ''} ${request.url ?? ''}`;
    const mode = request.headers['lambda-runtime-function-response-mode'];
    let reply: Reply | undefined;
    // A page in a browser on this machine can send requests here, though not read the responses.
    if (request.headers['sec-fetch-site'] !== undefined) reply = errorOf(403, 'Forbidden');
    else if (call === `GET ${prefix}invocation/next`) reply = this.#wait(response);
    else if (mode !== undefined && call.endsWith('/response'))
      reply = await this.#takeStream(call, request, mode);
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
    this.#truncate();
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
      this.#events.initFailed(reportedError(body.toString()));
      return accepted;
    }
    const endpoint = this.#endpoint(call);
    if (typeof endpoint === 'object') return endpoint;

    this.#requestId = undefined;
    if (endpoint === 'error') this.#events.responded(reportedError(body.toString()));
    else if (body !== 'too-large') this.#events.responded({ kind: 'response', payload: body.toString() });
    else {
      this.#events.responded(responseTooLarge(maximumResponseBytes));
      return errorOf(413, 'RequestEntityTooLarge');
    }
    return accepted;
  }

  /** @returns nothing if the runtime broke the response off */
  async #takeStream(
    call: string,
    request: IncomingMessage,
    mode: string | string[],
  ): Promise<Reply | undefined> {
    const endpoint = this.#endpoint(call);
    if (typeof endpoint === 'object' || mode !== 'streaming') request.resume();
    if (typeof endpoint === 'object') return endpoint;
    if (mode !== 'streaming') {
      this.#requestId = undefined;
      const errorMessage = `The response mode ${String(mode)} is not valid`;
      this.#events.responded({ kind: 'error', errorType: 'Runtime.InvalidResponseModeHeader', errorMessage });
      return errorOf(400, 'InvalidFunctionResponseMode');
    }
    const stream = new RuntimeResponse(request);
    this.#stream = stream;
    this.#events.responded({ kind: 'stream', stream });
    await stream.ended;
    this.#requestId = undefined;
    // Why one was broken off shows later: the process ends, or the runtime goes on.
    if (!stream.complete) return undefined;
    this.#stream = undefined;
    return accepted;
  }

  /** @returns the endpoint of the running invocation that is called, or the rejection */
  #endpoint(call: string): 'response' | 'error' | Reply {
    const { requestId, endpoint } = invocationCall.exec(call)?.groups ?? {};
    if (endpoint === undefined) return errorOf(404, 'NotFound');
    if (requestId !== this.#requestId) return errorOf(400, 'InvalidRequestID');
    if (this.#stream !== undefined) return errorOf(403, 'InvalidStateTransition');
    return endpoint === 'error' ? 'error' : 'response';
  }

  #truncate(): void {
    this.#stream?.fail(truncatedResponse);
    this.#stream = undefined;
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

/** Header values are ASCII; inside a JSON string the escape means the same character. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
