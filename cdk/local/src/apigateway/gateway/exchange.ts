import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { arn } from '../../template/account.ts';
import { RequestHeaders } from './request-headers.ts';
import type { RestApi } from './rest-api.ts';

/** A request on its way through the gateway, with everything the gateway adds to it. */
export interface Exchange {
  requestId: string;
  /** `x-amz-apigw-id`. */
  extendedRequestId: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  httpMethod: string;
  /** The path below the stage, still percent-encoded. What proxy events call `path`. */
  path: string;
  /** The path as the client sees it: with the stage, unless the request came as to a custom domain. */
  contextPath: string;
  query: URLSearchParams;
  headers: RequestHeaders;
  /** Where the gateway listens, for instance `127.0.0.1:3000`; never what the client calls it. */
  domainName: string;
  sourceIp: string;
  /** For instance `HTTP/1.1`. */
  protocol: string;
  /** `X-Amzn-Trace-Id`. */
  traceId: string;
}

/**
 * Takes in a request.
 *
 * A path that begins with the stage is one to the stage's own address (`https://<api>.execute-api…/<stage>/…`); any
 * other is one to a custom domain that is mapped to the stage.
 */
export function openExchange(request: IncomingMessage, api: RestApi): Exchange {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const contextPath = (mark < 0 ? target : target.slice(0, mark)).replace(/^\/*/, '/');
  const prefix = `/${api.stage.name}`;
  const belowStage = contextPath === prefix || contextPath.startsWith(`${prefix}/`);

  const { localPort } = request.socket;
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const domainName = `127.0.0.1:${localPort}`;
  const headers = new RequestHeaders(request.rawHeaders);
  const traceId = traceHeader(headers.get('x-amzn-trace-id'));
  headers.set('Host', domainName);
  headers.set('X-Amzn-Trace-Id', traceId);
  headers.set('X-Forwarded-For', [...headers.all('x-forwarded-for'), sourceIp].join(', '));
  headers.set('X-Forwarded-Port', String(localPort));
  headers.set('X-Forwarded-Proto', 'http');

  return {
    requestId: randomUUID(),
    extendedRequestId: `${randomBytes(10).toString('base64url').slice(0, 14)}=`,
    receivedAt: Date.now(),
    httpMethod: request.method ?? 'GET',
    path: belowStage ? contextPath.slice(prefix.length) || '/' : contextPath,
    contextPath,
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    headers,
    domainName,
    sourceIp,
    protocol: `HTTP/${request.httpVersion}`,
    traceId,
  };
}

/** What policies call the thing that a request wants to do. */
export function methodArn(api: RestApi, exchange: Exchange): string {
  const { httpMethod, path } = exchange;
  return arn('execute-api', `${api.id}/${api.stage.name}/${httpMethod}${path}`);
}

/** Keeps the trace that the client is in, else begins one. */
function traceHeader(sent: string | undefined): string {
  if (sent !== undefined && /(?:^|;)Root=1-[0-9a-f]{8}-[0-9a-f]{24}(?:;|$)/.test(sent)) return sent;
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds.padStart(8, '0')}-${randomBytes(12).toString('hex')}`;
}
