import { isBinary } from './binary-media-types.ts';
import type { Exchange } from './exchange.ts';
import type { RequestContext } from './request-context.ts';
import type { RestApi } from './rest-api.ts';
import type { Match } from './routes.ts';

/**
 * The event that a Lambda proxy integration sends, as bytes of JSON.
 *
 * The body makes up nearly all of a large event. Base64 needs no escaping, so it is written straight into its place
 * rather than passed through `JSON.stringify`.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(
  api: RestApi,
  exchange: Exchange,
  match: Match,
  context: RequestContext,
  body: Buffer,
): Buffer {
  const names = [...new Set(exchange.query.keys())];
  const head = JSON.stringify({
    resource: match.method.resourcePath,
    path: exchange.path,
    httpMethod: exchange.httpMethod,
    headers: exchange.headers.single(),
    multiValueHeaders: exchange.headers.multiple(),
    queryStringParameters: orNull(names.map((name) => [name, exchange.query.getAll(name).at(-1)])),
    multiValueQueryStringParameters: orNull(names.map((name) => [name, exchange.query.getAll(name)])),
    pathParameters: orNull(Object.entries(match.pathParameters)),
    stageVariables: orNull(Object.entries(api.stage.variables)),
    requestContext: context,
  }).slice(0, -1);
  if (body.length === 0) return Buffer.from(`${head},"body":null,"isBase64Encoded":false}`);
  if (!isBinary(exchange.headers.get('content-type'), api.binaryMediaTypes)) {
    return Buffer.from(`${head},"body":${JSON.stringify(body.toString('utf8'))},"isBase64Encoded":false}`);
  }
  const before = Buffer.from(`${head},"body":"`);
  const after = Buffer.from('","isBase64Encoded":true}');
  const event = Buffer.allocUnsafe(before.length + Math.ceil(body.length / 3) * 4 + after.length);
  let at = before.copy(event);
  for (let from = 0; from < body.length; from += encodedAtOnce) {
    at += event.write(body.toString('base64', from, from + encodedAtOnce), at, 'latin1');
  }
  after.copy(event, at);
  return event;
}

/** Bytes; a multiple of three. The text of a whole body would be garbage of megabytes. */
const encodedAtOnce = 48 * 1024;

function orNull(entries: [string, unknown][]): Record<string, unknown> | null {
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
