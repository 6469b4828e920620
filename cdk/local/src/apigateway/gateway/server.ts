import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeServer, listenOnLoopback } from '../../loopback-server.ts';
import type { LocalService, Log } from '../../service.ts';
import type { Bandwidth } from '../../bandwidth.ts';
import type { HttpResponse } from './http-response.ts';
import { openExchange, type Exchange } from './exchange.ts';
import type { InvokeOperations } from './invoke.ts';
import { limits } from './limits.ts';
import { Pipeline } from './pipeline.ts';
import type { RestApi } from './rest-api.ts';
import { sendStream } from './send-stream.ts';
import type { ApiKeys } from './usage-plans.ts';

export interface GatewayOptions {
  api: RestApi;
  /** 0 picks a free one. */
  port: number;
  apiKeys: ApiKeys;
  functions: InvokeOperations;
  /** Of streamed responses. Default: no limit. */
  bandwidth?: Bandwidth | undefined;
  /** Receives what the developer should know: function errors, malformed responses. */
  log: Log;
  /** Logs a line for each request, too. */
  verbose?: boolean;
}

export interface Gateway extends LocalService {
  port: number;
}

/** How long {@link LocalService.stop} waits for requests that are being served. */
const graceMilliseconds = 3000;
/** Longer heads than API Gateway's quota, so that they get its response rather than Node's. */
const maxHeaderSize = 128 * 1024;

/**
 * Serves a REST API on 127.0.0.1, as API Gateway would.
 *
 * @throws {Error} with code `EADDRINUSE` if the port is taken.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { api, apiKeys, functions, bandwidth, log, port, verbose = false } = options;
  const pipeline = new Pipeline(api, apiKeys, functions, log);

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const exchange = openExchange(request, api);
    let result: HttpResponse;
    try {
      result = await pipeline.handle(request, exchange);
    } catch {
      // Fails only if the client is gone, so there is nobody to respond to.
      response.destroy();
      return;
    }
    // A server that is stopping must not be kept up by connections that might be used again.
    const connection = server.listening ? [] : ['Connection', 'close'];
    const broken = await send(response, exchange, result, { connection, bandwidth });
    if (broken !== undefined) {
      log(`${exchange.httpMethod} ${exchange.contextPath}: the response broke off: ${broken}`);
    }
    if (verbose) {
      const milliseconds = Date.now() - exchange.receivedAt;
      log(`${exchange.httpMethod} ${exchange.contextPath} ${result.statusCode} ${milliseconds} ms`);
    }
  };

  // requireHostHeader is off since the gateway never believes the header anyway.
  const server = createServer({ maxHeaderSize, requireHostHeader: false }, (request, response) => {
    void handle(request, response);
  });
  // A client that expects `100 Continue` does not get it for a body that is rejected in any case.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= limits.bodyBytes) response.writeContinue();
    void handle(request, response);
  });
  server.on('clientError', rejectUnreadable);
  server.requestTimeout = 0;

  const endpoint = await listenOnLoopback(server, port);
  return {
    port: portOf(server.address()),
    endpoint,
    stop: () => closeServer(server, graceMilliseconds),
  };
}

/** The port of a server that listens on TCP. */
function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  return address.port;
}

/** @returns why the response was broken off; undefined if it was not */
async function send(
  response: ServerResponse,
  exchange: Exchange,
  { statusCode, headers: given, body }: HttpResponse,
  { connection, bandwidth }: { connection: string[]; bandwidth: Bandwidth | undefined },
): Promise<string | undefined> {
  const headers = [
    ...given.flat(),
    ...connection,
    'x-amzn-RequestId',
    exchange.requestId,
    'x-amz-apigw-id',
    exchange.extendedRequestId,
  ];
  if (typeof body === 'object' && !Buffer.isBuffer(body)) {
    return sendStream(response, { statusCode, body }, headers, bandwidth);
  }
  if (!response.destroyed) {
    sendWhole(response, statusCode, headers, typeof body === 'string' ? Buffer.from(body) : body);
  }
  return undefined;
}

function sendWhole(response: ServerResponse, statusCode: number, headers: string[], body: Buffer): void {
  const bodiless = statusCode === 204 || statusCode === 304;
  if (!bodiless) headers.push('Content-Length', String(body.length));
  response.on('error', () => undefined);
  response.writeHead(statusCode, headers);
  response.end(bodiless ? undefined : body);
}

/** What is not HTTP never becomes a request, so it gets a plain response on the socket. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusCode = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify({
    message: statusCode === 431 ? 'Request Header Fields Too Large' : 'Bad Request',
  });
  socket.end(
    [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
