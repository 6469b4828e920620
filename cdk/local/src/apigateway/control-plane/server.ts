import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { serveOnLoopback } from '../../loopback-server.ts';
import type { Credentials, LocalService, Log } from '../../service.ts';
import { verifySignature } from '../../sigv4.ts';
import { isObject } from '../../is-object.ts';
import { apiKeyOperations } from './api-key-operations.ts';
import { ControlPlaneError } from './control-plane-error.ts';
import type { Call, ControlPlane, Operation } from './operation.ts';
import { usagePlanOperations } from './usage-plan-operations.ts';

export interface ControlPlaneOptions extends Omit<ControlPlane, 'now'> {
  /** 0 picks a free one. */
  port: number;
  credentials: Credentials;
  log: Log;
  now?: () => number;
}

/** Bodies of the calls that are served are a few hundred bytes. */
const longestBodyBytes = 64 * 1024;

const routes = [...apiKeyOperations, ...usagePlanOperations].map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/**
 * Serves the calls of API Gateway's own API that manage API keys and their usage plans, on 127.0.0.1. Requests have
 * to be signed with the one access key; the API itself, its plans and its stage come from the template and are
 * read-only.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_Operations_Amazon_API_Gateway.html
 */
export function startControlPlane(options: ControlPlaneOptions): Promise<LocalService> {
  const controlPlane: ControlPlane = {
    keys: options.keys,
    usagePlans: options.usagePlans,
    apiId: options.apiId,
    stage: options.stage,
    now: options.now ?? Date.now,
  };
  const server = createServer((request, response) => {
    handle(request, controlPlane, options.credentials).then(
      ({ statusCode, body }) => send(response, statusCode, {}, body),
      (error: unknown) => sendError(response, error, options.log),
    );
  });
  return serveOnLoopback(server, options.port);
}

async function handle(
  request: IncomingMessage,
  controlPlane: ControlPlane,
  credentials: Credentials,
): Promise<{ statusCode: number; body: unknown }> {
  const bytes = await readBody(request);
  const { method = 'GET', url: target = '/', headers } = request;
  const verification = verifySignature({ method, target, headers, body: bytes }, credentials, 'apigateway');
  if (!verification.ok) {
    throw new SignatureError(verification.status, verification.code, verification.message);
  }
  const { operation, path, query } = route(method, target);
  const call: Call = { path, query, body: parseBody(bytes) };
  return { statusCode: operation.statusCode, body: operation.run(call, controlPlane) };
}

/** The request is not signed, or wrongly. */
class SignatureError extends Error {
  override readonly name: string;
  readonly statusCode: number;

  constructor(statusCode: number, name: string, message: string) {
    super(message);
    this.name = name;
    this.statusCode = statusCode;
  }
}

function route(method: string, target: string): { operation: Operation } & Omit<Call, 'body'> {
  const url = new URL(target, 'http://localhost');
  for (const { operation, pattern } of routes) {
    const match = operation.method === method ? pattern.exec(url.pathname) : null;
    if (!match) continue;
    const parts = Object.entries(match.groups ?? {});
    const path = Object.fromEntries(parts.map(([name, value]) => [name, decodeURIComponent(value)]));
    return { operation, path, query: url.searchParams };
  }
  const message = `${method} ${url.pathname} is not served locally: only API keys and usage plan keys are.`;
  throw new ControlPlaneError('UnknownOperationException', message);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBodyBytes)
      throw new ControlPlaneError('BadRequestException', 'The request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ControlPlaneError('BadRequestException', 'The request is not JSON');
  }
  if (!isObject(parsed))
    throw new ControlPlaneError('BadRequestException', 'The request is not a JSON object');
  return parsed;
}

function sendError(response: ServerResponse, error: unknown, log: Log): void {
  if (error instanceof ControlPlaneError || error instanceof SignatureError) {
    send(response, error.statusCode, { 'x-amzn-ErrorType': error.name }, { message: error.message });
  } else {
    log(`apigateway: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    send(response, 500, { 'x-amzn-ErrorType': 'InternalFailure' }, { message: 'Internal failure' });
  }
}

function send(
  response: ServerResponse,
  statusCode: number,
  headers: Record<string, string>,
  body: unknown,
): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(statusCode, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'x-amzn-RequestId': randomUUID(),
    ...headers,
  });
  response.end(text);
}
