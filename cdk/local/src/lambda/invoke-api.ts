import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Bandwidth } from '../bandwidth.ts';
import { serveOnLoopback } from '../loopback-server.ts';
import type { Credentials, LocalService, Log } from '../service.ts';
import { verifySignature } from '../sigv4.ts';
import { bufferOutcome } from './buffer-outcome.ts';
import type { InvokeOptions } from './function.ts';
import { InvokeApiError } from './invoke-api-error.ts';
import type { InvokeOutcome, RejectedInvocation, RuntimeOutcome } from './invoke-outcome.ts';
import { limitOutcome } from './limit-stream.ts';
import { maximumEventBytes } from './maximum-event-bytes.ts';
import { sendEventStream } from './send-event-stream.ts';

export interface InvokeApiOptions {
  /** 0 picks a free one. */
  port: number;
  credentials: Credentials;
  /** Invokes the function of that name until its response begins; undefined if there is none. */
  invoke(functionName: string, payload: Buffer, options: InvokeOptions): Promise<RuntimeOutcome | undefined>;
  /** Of streamed responses. Default: no limit. */
  bandwidth?: Bandwidth | undefined;
  log: Log;
}

/** Of Invoke and InvokeWithResponseStream. */
const routes = [
  { path: /^\/2015-03-31\/functions\/(?<name>[^/]+)\/invocations$/, streams: false },
  { path: /^\/2021-11-15\/functions\/(?<name>[^/]+)\/response-streaming-invocations$/, streams: true },
];
/** A name, `account:function:name` or a whole ARN, with or without a qualifier. */
const functionReference =
  /^(?:arn:[^:]+:lambda:[^:]+:)?(?:\d{12}:)?(?:function:)?(?<name>[\w-]+)(?::(?<qualifier>[\w$-]+))?$/;

interface Reply {
  statusCode: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Serves Lambda's Invoke API on 127.0.0.1, as far as functions call each other and wait for the response, whole or as a
 * stream. Requests have to be signed with the one access key.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html
 */
export function startInvokeApi(options: InvokeApiOptions): Promise<LocalService> {
  const server = createServer((request, response) => {
    serve(request, response, options).catch((error: unknown) => {
      const reply = failure(error, options.log);
      if (response.headersSent) response.destroy();
      else send(response, reply);
    });
  });
  return serveOnLoopback(server, options.port);
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: InvokeApiOptions,
): Promise<void> {
  const body = await readBody(request);
  const { method = 'GET', url: target = '/', headers } = request;
  const signature = verifySignature({ method, target, headers, body }, options.credentials, 'lambda');
  if (!signature.ok) throw new InvokeApiError(signature.code, signature.status, signature.message);

  const { pathname, searchParams } = new URL(target, 'http://localhost');
  const route = method === 'POST' ? routes.find(({ path }) => path.test(pathname)) : undefined;
  const written = route?.path.exec(pathname)?.groups?.['name'];
  if (route === undefined || written === undefined) {
    throw new InvokeApiError('UnknownOperationException', 404, `${method} ${pathname} is not served locally`);
  }
  const name = functionNameOf(decodeURIComponent(written), searchParams.get('Qualifier'));
  rejectOtherTypes(headers);
  const outcome = await options.invoke(name, body, invokeOptions(headers));
  if (outcome === undefined) throw notFound(name);
  if (route.streams) {
    const limited = limitOutcome(outcome, { bandwidth: options.bandwidth });
    assertInvoked(limited);
    await sendEventStream(response, limited, requestIdHeader());
  } else {
    const buffered = await bufferOutcome(outcome);
    assertInvoked(buffered);
    send(response, replyOf(buffered));
  }
}

/** @throws InvokeApiError if the reference is malformed or means a version, of which there is only the newest here */
function functionNameOf(reference: string, qualifierParameter: string | null): string {
  const { name, qualifier = qualifierParameter ?? '$LATEST' } =
    functionReference.exec(reference)?.groups ?? {};
  if (name === undefined) {
    throw new InvokeApiError('InvalidParameterValueException', 400, `${reference} is no function name`);
  }
  if (qualifier !== '$LATEST') throw notFound(`${name}:${qualifier}`);
  return name;
}

function rejectOtherTypes(headers: IncomingMessage['headers']): void {
  const type = String(headers['x-amz-invocation-type'] ?? 'RequestResponse');
  if (type === 'RequestResponse') return;
  const message = `The invocation type ${type} is not served locally: only RequestResponse is`;
  throw new InvokeApiError('InvalidParameterValueException', 400, message);
}

function invokeOptions(headers: IncomingMessage['headers']): InvokeOptions {
  const traceId = headers['x-amzn-trace-id'];
  const clientContext = headers['x-amz-client-context'];
  return {
    ...(typeof traceId === 'string' ? { traceId } : {}),
    ...(typeof clientContext === 'string'
      ? { clientContext: Buffer.from(clientContext, 'base64').toString('utf8') }
      : {}),
  };
}

/** @throws InvokeApiError if the function was not invoked */
function assertInvoked<Outcome extends RuntimeOutcome>(
  outcome: Outcome,
): asserts outcome is Exclude<Outcome, RejectedInvocation> {
  if (outcome.kind === 'throttled')
    throw new InvokeApiError('TooManyRequestsException', 429, 'Rate Exceeded.');
  if (outcome.kind === 'too-large') throw tooLarge();
}

function replyOf(outcome: Exclude<InvokeOutcome, RejectedInvocation>): Reply {
  const headers = { 'X-Amz-Executed-Version': '$LATEST' };
  if (outcome.kind === 'response') return { statusCode: 200, headers, body: outcome.payload };
  const { errorType, errorMessage } = outcome;
  return {
    statusCode: 200,
    headers: { ...headers, 'X-Amz-Function-Error': 'Unhandled' },
    body: JSON.stringify({ errorType, errorMessage }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maximumEventBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const notFound = (name: string): InvokeApiError =>
  new InvokeApiError('ResourceNotFoundException', 404, `Function not found: ${name}`);

const tooLarge = (): InvokeApiError =>
  new InvokeApiError(
    'RequestTooLargeException',
    413,
    `Request must be smaller than ${maximumEventBytes} bytes for the InvokeFunction operation`,
  );

function failure(error: unknown, log: Log): Reply {
  if (error instanceof InvokeApiError) {
    const headers = { 'X-Amzn-ErrorType': error.name };
    return { statusCode: error.statusCode, headers, body: JSON.stringify({ Message: error.message }) };
  }
  log(`lambda: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const headers = { 'X-Amzn-ErrorType': 'ServiceException' };
  return { statusCode: 500, headers, body: JSON.stringify({ Message: 'Internal failure' }) };
}

const requestIdHeader = (): Record<string, string> => ({ 'x-amzn-RequestId': randomUUID() });

function send(response: ServerResponse, { statusCode, headers, body }: Reply): void {
  response.writeHead(statusCode, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...requestIdHeader(),
    // What is left of a body that was too large would be taken for the next request.
    ...(statusCode === 413 ? { Connection: 'close' } : {}),
    ...headers,
  });
  response.end(body);
}
