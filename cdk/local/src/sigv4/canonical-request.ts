import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  method: string;
  /** Path as sent, percent-encoded, without the query. */
  path: string;
  /** Decoded query parameters without `X-Amz-Signature`. */
  query: QueryParameter[];
  headers: IncomingHttpHeaders;
  /** Lower-case names, in the order in which the client lists them. */
  signedHeaders: string[];
  payloadHash: string;
}

/** A decoded query parameter; a name may occur several times. */
export type QueryParameter = readonly [name: string, value: string];

/**
 * Splits a request target (`path?query`) and decodes the query. `+` stands for a space, as in HTML forms.
 * @throws URIError if an escape sequence is malformed or not UTF-8.
 */
export function parseTarget(target: string): { path: string; query: QueryParameter[] } {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: [] };
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  const query = target
    .slice(mark + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): QueryParameter => {
      const equals = pair.indexOf('=');
      if (equals < 0) return [decode(pair), ''];
      return [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
  return { path: target.slice(0, mark), query };
}

/**
 * The SHA-256 (hexadecimal) of the canonical request.
 * S3 encodes the path once and takes it as it is; every other service normalises it and encodes it twice.
 * @throws URIError if the path holds a malformed escape sequence.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function hashCanonicalRequest(request: SignedRequest, service: string): string {
  const names = [...request.signedHeaders].sort();
  const lines = [
    request.method,
    service === 's3' ? canonicalS3Path(request.path) : canonicalPath(request.path),
    canonicalQuery(request.query),
    ...names.map((name) => `${name}:${canonicalHeader(request.headers, name)}`),
    '',
    names.join(';'),
    request.payloadHash,
  ];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function canonicalS3Path(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeStrictly(decodeURIComponent(segment)))
    .join('/');
}

/** Resolves dot segments and empty segments (RFC 3986, 5.2.4) and encodes what is already encoded once more. */
function canonicalPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(encodeStrictly(segment));
  }
  const end = segments.length > 0 && path.endsWith('/') ? '/' : '';
  return `/${segments.join('/')}${end}`;
}

function canonicalQuery(query: QueryParameter[]): string {
  return query
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Encoded text is ASCII, so comparing UTF-16 units compares bytes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A listed header that the request lacks counts as empty. Names come from the client, hence `hasOwn`. */
function canonicalHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text.trim().replace(/[ \t]+/g, ' ');
}

/** Percent-encodes everything except RFC 3986's unreserved characters; `encodeURIComponent` spares five more. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
