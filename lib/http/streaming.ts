import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context, StreamifyHandler } from 'aws-lambda';

/** Plugin for middy: it then writes status, headers and body of a response to the runtime's response stream. */
export const streamedResponses = { executionMode: executionModeStreamifyResponse };

/** A handler that returns its response, as far as tests and types are concerned. */
export type EndpointHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/**
 * Marks a handler for the runtime as one that streams its response.
 *
 * @param handler resolves when the runtime has taken the whole response, and rejects when the response was cut off
 */
export const streamingHandler = (handler: StreamifyHandler<APIGatewayProxyEvent, void>): EndpointHandler =>
  awslambda.streamifyResponse(handler) as unknown as EndpointHandler;
