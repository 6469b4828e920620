import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type EndpointHandler, streamingHandler } from './streaming.ts';

type AnyHandler = (event: APIGatewayProxyEvent, ...rest: unknown[]) => Promise<unknown>;

/**
 * Serves the routes below a `{proxy+}` with one function.
 *
 * @param endpoints by what the proxy stands for
 * @param notFound serves all other paths
 * @param streams whether the endpoints stream their responses
 */
export function byProxy(
  endpoints: Readonly<Record<string, EndpointHandler>>,
  notFound: EndpointHandler,
  streams: boolean,
): EndpointHandler {
  const known = new Map(Object.entries(endpoints));
  // Handlers that stream have the stream as their second argument.
  const serve: AnyHandler = (event, ...rest) => {
    const path = (event.pathParameters?.['proxy'] ?? '').replace(/\/$/, '');
    return ((known.get(path) ?? notFound) as AnyHandler)(event, ...rest);
  };
  if (!streams) return serve as EndpointHandler;
  return streamingHandler(async (event, stream, context) => {
    await serve(event, stream, context);
  });
}
