import { isObject } from '../../template/template.ts';
import type { Answer } from './answer.ts';
import { isBinary } from './binary-media-types.ts';
import { GatewayFailure } from './response-types.ts';

/**
 * Turns what a Lambda proxy returned into an answer.
 *
 * @param accept The request's `Accept` header. Its first type decides whether a base64 body is decoded.
 * @throws {GatewayFailure} 502 if the function's answer does not have the shape of a proxy answer, and
 *   API_CONFIGURATION_ERROR if its base64 is broken.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyResponse(
  payload: string,
  accept: string | undefined,
  binaryMediaTypes: string[],
): Answer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    throw malformed('it is not JSON');
  }
  if (!isObject(parsed)) throw malformed('it is not an object');
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded, ...others } = parsed;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw malformed(`it has an unknown member ${unknown}`);
  if (body != null && typeof body !== 'string') throw malformed('body is not text');
  if (isBase64Encoded != null && typeof isBase64Encoded !== 'boolean') {
    throw malformed('isBase64Encoded is not a boolean');
  }
  const decode = isBase64Encoded === true && isBinary(accept, binaryMediaTypes);
  return {
    statusCode: status(statusCode ?? 200),
    headers: mergeHeaders(headers ?? {}, multiValueHeaders ?? {}),
    body: decode ? decoded(body ?? '') : (body ?? ''),
  };
}

/** The function answered what no client can be sent. */
function malformed(problem: string): GatewayFailure {
  const reason = `the function's answer is not a proxy answer: ${problem}`;
  return new GatewayFailure('DEFAULT_5XX', { statusCode: 502, reason });
}

function status(value: unknown): number {
  const code = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (!Number.isInteger(code) || (code as number) < 200 || (code as number) > 599) {
    throw malformed(`statusCode is ${JSON.stringify(value)}`);
  }
  return code as number;
}

/** Values of both maps; a pair that is in both counts once. */
function mergeHeaders(single: unknown, multiple: unknown): [string, string][] {
  if (!isObject(single)) throw malformed('headers is not an object');
  if (!isObject(multiple)) throw malformed('multiValueHeaders is not an object');
  const lists = Object.entries(multiple).flatMap(([name, values]) => {
    if (!Array.isArray(values)) throw malformed(`multiValueHeaders.${name} is not a list`);
    return values.map((value: unknown) => [name, headerValue(name, value)] as [string, string]);
  });
  const seen = new Set(lists.map(([name, value]) => `${name.toLowerCase()}:${value}`));
  const singles = Object.entries(single)
    .map(([name, value]): [string, string] => [name, headerValue(name, value)])
    .filter(([name, value]) => !seen.has(`${name.toLowerCase()}:${value}`));
  const merged = [...lists, ...singles]
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .map(([name, value]): [string, string] => [
      remapped.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]);
  const typed = merged.some(([name]) => name.toLowerCase() === 'content-type');
  return typed ? merged : [['Content-Type', 'application/json'], ...merged];
}

function headerValue(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'boolean')
    throw malformed(`the header ${name} is not text`);
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name))
    throw malformed(`${JSON.stringify(name)} cannot be the name of a header`);
  // eslint-disable-next-line no-control-regex -- exactly these would end the header or break it
  if (/[\x00-\x08\n-\x1f\x7f]|[^\x00-\xff]/.test(String(value)))
    throw malformed(`the header ${name} holds a character it may not`);
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

function decoded(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what is not base64, which shows in the length.
  if (bytes.length !== Buffer.byteLength(base64, 'base64')) {
    throw new GatewayFailure('API_CONFIGURATION_ERROR', { reason: 'the body of the function is not base64' });
  }
  return bytes;
}
