import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { ReservedJob } from '../activity/reserved-job.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { GivenFile, InputFile } from '../files/input-file.ts';
import type { InputMemory } from '../files/input-memory.ts';
import type { Contract, JsonBody, MultipartBody } from '../api/contract.ts';

type FileFields<B extends MultipartBody, File> = {
  [K in keyof B['files']]: B['files'][K] extends { many: object } ? File[] : File;
};

type ParsedBody<C extends Contract, File> = C['body'] extends MultipartBody
  ? { files: FileFields<C['body'], File>; fields: z.output<C['body']['fields']> }
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

/** A request as its handler receives it: validated against the contract, with files and caller resolved. */
export type ParsedRequest<C extends Contract, File = GivenFile> = ParsedBody<C, File> &
  ParsedPath<C> &
  ParsedQuery<C> &
  Caller<C> & {
    /** The first media type of `Accept`, in lower case and without parameters. API Gateway ignores the others. */
    accept: string;
    /**
     * The client's preferences from `Prefer` (RFC 7240): values by lower-case name, empty for a preference without a
     * value.
     */
    preferences: ReadonlyMap<string, string>;
    /** As the client sent it, with the stage or base path and without the query. */
    requestPath: string;
    /** Returns a header by its lower-case name, for headers outside the contract: encodings, conditions. */
    header: (name: string) => string | undefined;
    /** URL under which the client reached the service, without a trailing slash. Absolute links begin with it. */
    baseUrl: string;
    /** Identifies the request in the logs. */
    requestId: string;
    /** Epoch milliseconds. A response after this time is too late. */
    deadline: number;
    /** Size of the largest result that the response may contain, in bytes. */
    inlineBytes: number;
    /**
     * Waits until the conversion may have effects outside of the function. At once, unless the endpoint starts early.
     *
     * @throws AppError `rate-limited` or `too-many-requests`
     */
    admitted: () => Promise<void>;
    /** The job of the request, if its slot was taken when the call was counted. */
    reservedJob?: ReservedJob | undefined;
    /**
     * The ULID of the resource that the request creates, if the request has an `Idempotency-Key`. Its response then
     * needs a `source`, so the resource must be stored.
     */
    resourceId?: string;
  };

/** A request whose URLs have been downloaded. */
export type ReadyRequest<C extends Contract> = ParsedRequest<C, InputFile>;

/**
 * Returns a header of `event`. Of repeated headers, the last value.
 *
 * @param name in lower case
 */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  // Events from sam local and tests can lack members that the types declare.
  const headers = (event.headers as APIGatewayProxyEvent['headers'] | null) ?? {};
  const key = Object.keys(headers).find((header) => header.toLowerCase() === name);
  return key === undefined ? undefined : headers[key];
}

/**
 * The body of `event` as bytes. Every media type is configured as binary, so even JSON arrives in base64.
 *
 * @param memory for the bytes; new memory if absent
 */
export function bodyOf(event: APIGatewayProxyEvent, memory?: Pick<InputMemory, 'take'>): Buffer {
  const text = event.body ?? '';
  const encoding = event.isBase64Encoded ? 'base64' : 'utf8';
  if (!memory) return Buffer.from(text, encoding);
  const bytes = memory.take(Buffer.byteLength(text, encoding));
  return bytes.subarray(0, bytes.write(text, encoding));
}

/**
 * The first media type that `Accept` names and does not exclude (`q=0`), in lower case; any type when there is none.
 */
export function acceptOf(event: APIGatewayProxyEvent): string {
  const types = (headerOf(event, 'accept') ?? '').toLowerCase().split(',');
  const accepted = types.find((type) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(type)) ?? '';
  return (accepted.split(';')[0] ?? '').trim() || '*/*';
}

/** The preference of RFC 7240 for a job instead of the result. */
export const respondAsync = 'respond-async';

/** The preferences in `Prefer` (RFC 7240). Of repeated ones, the first. */
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
 * URL under which the client reached the service. Built from what API Gateway guarantees, never from the
 * client-controlled `Host`: domain, scheme, and the part of the path before the route (stage or base path mapping). The
 * route is measured in segments, because its parameters can be encoded in several ways. A greedy parameter (`{proxy+}`)
 * counts as many segments as its value has.
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
