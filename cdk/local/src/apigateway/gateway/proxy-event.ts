import { BinaryEvent } from '../../lambda/binary-event.ts';
import { isBinary } from './binary-media-types.ts';
import type { Exchange } from './exchange.ts';
import type { RequestContext } from './request-context.ts';
import type { RestApi } from './rest-api.ts';
import type { Match } from './routes.ts';

/**
 * The event that a Lambda proxy integration sends.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(
  api: RestApi,
  exchange: Exchange,
  match: Match,
  context: RequestContext,
  body: readonly Buffer[],
): Buffer | BinaryEvent {
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
    const text = JSON.stringify(Buffer.concat(body).toString('utf8'));
    return Buffer.from(`${head},"body":${text},"isBase64Encoded":false}`);
  }
  return new BinaryEvent(`${head},"body":"`, body, '","isBase64Encoded":true}');
}

function orNull(entries: [string, unknown][]): Record<string, unknown> | null {
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
