import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { Principal } from '../auth/authorizer.ts';
import type { InputFile } from '../files/input-file.ts';
import type { Contract, JsonBody, MultipartBody } from '../api/contract.ts';

type FileFields<B extends MultipartBody> = {
  [K in keyof B['files']]: B['files'][K] extends { many: object } ? InputFile[] : InputFile;
};

type ParsedBody<C extends Contract> = C['body'] extends MultipartBody
  ? { files: FileFields<C['body']>; fields: z.output<C['body']['fields']> }
  : C['body'] extends JsonBody
    ? { json: z.output<C['body']['schema']> }
    : unknown;

type ParsedPath<C extends Contract> = C['pathParameters'] extends z.ZodType
  ? { path: z.output<C['pathParameters']> }
  : unknown;

type ParsedQuery<C extends Contract> = C['query'] extends z.ZodType
  ? { query: z.output<C['query']> }
  : unknown;

type Caller<C extends Contract> = C['access'] extends 'key' ? { principal: Principal } : unknown;

/** A request as its handler gets it: validated against the contract, files and caller resolved. */
export type ParsedRequest<C extends Contract> = ParsedBody<C> &
  ParsedPath<C> &
  ParsedQuery<C> &
  Caller<C> & {
    /** The first media type of `Accept`, lower case without parameters; API Gateway looks at no other. */
    accept: string;
    /** What the client would like, from `Prefer` (RFC 7240): values by lower-case name, empty where it gave none. */
    preferences: ReadonlyMap<string, string>;
    /** As the client wrote it, with stage or base path and without the query. */
    requestPath: string;
    /** A header by its lower-case name, for what the contract does not speak of: encodings, conditions. */
    header: (name: string) => string | undefined;
    /** Where the client reached the service, without a trailing slash: absolute links begin with it. */
    baseUrl: string;
    /** Names the request in the logs. */
    requestId: string;
    /** Epoch milliseconds; an answer after that comes too late. */
    deadline: number;
    /**
     * The ULID of what the request makes, where it has an `Idempotency-Key`. Its answer must then have a `source`, so
     * what it tells of has to be stored.
     */
    resourceId?: string;
  };

/** The header of `event`, whatever the case of its name. With repeated headers, the last value. */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  // Events made by hand (sam local, tests) can lack what the types promise.
  const headers = (event.headers as APIGatewayProxyEvent['headers'] | null) ?? {};
  const key = Object.keys(headers).find((header) => header.toLowerCase() === name);
  return key === undefined ? undefined : headers[key];
}

/** The body of `event` as bytes. Binary media types are on for everything, so even JSON comes as base64. */
export function bodyOf(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/** The first media type that `Accept` names without refusing it (`q=0`), lower case; any when there is none. */
export function acceptOf(event: APIGatewayProxyEvent): string {
  const types = (headerOf(event, 'accept') ?? '').toLowerCase().split(',');
  const accepted = types.find((type) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(type)) ?? '';
  return (accepted.split(';')[0] ?? '').trim() || '*/*';
}

/** The preferences that `Prefer` states (RFC 7240); of repeated ones the first. */
export function preferencesOf(event: APIGatewayProxyEvent): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const preference of (headerOf(event, 'prefer') ?? '').split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=').map((part) => part.trim());
    const key = name.toLowerCase();
    if (key && !preferences.has(key)) preferences.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  return preferences;
}

/**
 * Where the client reached the service, from what API Gateway vouches for and never from `Host`, which the client
 * writes: the domain, the scheme, and of the path what stands before the route (stage or base path mapping). The
 * route is counted in segments, because its parameters can be written in more than one way. A greedy parameter
 * (`{proxy+}`) counts as many segments as its value has.
 */
export function baseUrlOf(event: APIGatewayProxyEvent): string {
  const { domainName = 'localhost', path = event.path } = event.requestContext as {
    domainName?: string;
    path?: string;
  };
  const segments = path.replace(/\/$/, '').split('/');
  const route = segmentsOf(event.resource).flatMap((segment) => {
    const greedy = /^\{(\w+)\+\}$/.exec(segment)?.[1];
    return greedy === undefined ? [segment] : segmentsOf(event.pathParameters?.[greedy] ?? segment);
  });
  const prefix = segments.slice(0, Math.max(0, segments.length - route.length)).join('/');
  return `${headerOf(event, 'x-forwarded-proto') ?? 'https'}://${domainName}${prefix}`;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
