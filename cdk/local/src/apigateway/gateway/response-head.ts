import { isObject } from '../../is-object.ts';
import type { HttpResponse } from './http-response.ts';

/** A function's response that cannot be sent to a client; the message says why. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
}

/** @throws {MalformedResponse} */
export function parseObject(json: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new MalformedResponse('it is not JSON');
  }
  if (!isObject(parsed)) throw new MalformedResponse('it is not an object');
  return parsed;
}

/**
 * Status and headers of a function's response as the client gets them.
 *
 * @param kept a header, in lower case, that is sent as the function says although API Gateway owns it
 * @throws {MalformedResponse}
 */
export function responseHead(
  given: { statusCode: unknown; headers: unknown; multiValueHeaders: unknown; cookies?: unknown },
  kept?: string,
): Pick<HttpResponse, 'statusCode' | 'headers'> {
  return {
    statusCode: status(given.statusCode ?? 200),
    headers: [
      ...mergeHeaders(given.headers ?? {}, given.multiValueHeaders ?? {}, kept),
      ...headerList('Set-Cookie', given.cookies ?? []),
    ],
  };
}

function status(value: unknown): number {
  const code = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (!Number.isInteger(code) || (code as number) < 200 || (code as number) > 599) {
    throw new MalformedResponse(`statusCode is ${JSON.stringify(value)}`);
  }
  return code as number;
}

/** Values of both maps; a pair that is in both counts once. */
function mergeHeaders(single: unknown, multiple: unknown, kept: string | undefined): [string, string][] {
  if (!isObject(single)) throw new MalformedResponse('headers is not an object');
  if (!isObject(multiple)) throw new MalformedResponse('multiValueHeaders is not an object');
  const lists = Object.entries(multiple).flatMap(([name, values]) => headerList(name, values));
  const seen = new Set(lists.map(([name, value]) => `${name.toLowerCase()}:${value}`));
  const singles = Object.entries(single)
    .map(([name, value]): [string, string] => [name, headerValue(name, value)])
    .filter(([name, value]) => !seen.has(`${name.toLowerCase()}:${value}`));
  const merged = [...lists, ...singles]
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .map(([name, value]): [string, string] => [
      remapped.has(name.toLowerCase()) && name.toLowerCase() !== kept ? `x-amzn-Remapped-${name}` : name,
      value,
    ]);
  const typed = merged.some(([name]) => name.toLowerCase() === 'content-type');
  return typed ? merged : [['Content-Type', 'application/json'], ...merged];
}

function headerList(name: string, values: unknown): [string, string][] {
  if (!Array.isArray(values)) throw new MalformedResponse(`the values of ${name} are not a list`);
  return values.map((value: unknown) => [name, headerValue(name, value)]);
}

function headerValue(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'boolean')
    throw new MalformedResponse(`the header ${name} is not text`);
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name))
    throw new MalformedResponse(`${JSON.stringify(name)} cannot be the name of a header`);
  // eslint-disable-next-line no-control-regex -- exactly these would end the header or break it
  if (/[\x00-\x08\n-\x1f\x7f]|[^\x00-\xff]/.test(String(value)))
    throw new MalformedResponse(`the header ${name} holds a character it may not`);
  return String(value);
}

const dropped = new Set(['transfer-encoding', 'te', 'keep-alive']);

/**
 * Headers that API Gateway sets itself; what the function says goes out as `x-amzn-Remapped-<name>`.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const remapped = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'expect',
  'host',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'trailer',
  'upgrade',
  'user-agent',
  'www-authenticate',
  'x-amzn-requestid',
]);
