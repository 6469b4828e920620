import type { EventPayload } from '../../lambda/binary-event.ts';
import type { RuntimeOutcome } from '../../lambda/invoke-outcome.ts';
import type { HttpResponse } from './http-response.ts';
import type { Exchange } from './exchange.ts';
import { type InvokeOperations, within } from './invoke.ts';
import { limits } from './limits.ts';
import { delimiter, type OpenedStream, openStream } from './open-stream.ts';
import { proxyEvent } from './proxy-event.ts';
import { proxyResponse } from './proxy-response.ts';
import type { RequestContext } from './request-context.ts';
import { functionFailed, GatewayFailure } from './response-types.ts';
import type { LambdaIntegration, RestApi } from './rest-api.ts';
import type { Match } from './routes.ts';

/** Lambda proxy integrations of both transfer modes. */
export class LambdaProxy {
  readonly #api: RestApi;
  readonly #functions: InvokeOperations;

  constructor(api: RestApi, functions: InvokeOperations) {
    this.#api = api;
    this.#functions = functions;
  }

  /** @throws {GatewayFailure} if the function fails or does not respond in time */
  async handle(
    exchange: Exchange,
    match: Match,
    context: RequestContext,
    integration: LambdaIntegration,
    body: readonly Buffer[],
  ): Promise<HttpResponse> {
    const event = proxyEvent(this.#api, exchange, match, context, body);
    if (event.length > limits.lambdaEventBytes) throw new GatewayFailure('REQUEST_TOO_LARGE');
    const response =
      integration.responseTransferMode === 'STREAM'
        ? await this.#stream(exchange, integration, event)
        : await this.#buffer(exchange, integration, event);
    response.headers.push(['X-Amzn-Trace-Id', exchange.traceId]);
    return response;
  }

  async #buffer(
    exchange: Exchange,
    integration: LambdaIntegration,
    event: EventPayload,
  ): Promise<HttpResponse> {
    const { functionArn, timeoutMilliseconds } = integration;
    const invocation = this.#functions.invoke(functionArn, event, { traceId: exchange.traceId });
    const outcome = await within(timeoutMilliseconds, invocation);
    if (outcome === undefined) throw new GatewayFailure('INTEGRATION_TIMEOUT');
    assertResponded(outcome);
    // Of a streamed response, only the metadata is used.
    const [json = ''] = outcome.payload.toString().split(delimiter, 1);
    return proxyResponse(json, exchange.headers.get('accept'), this.#api.binaryMediaTypes);
  }

  /** The integration timeout covers the whole response, so the time until the head is deducted from that of the body. */
  async #stream(
    exchange: Exchange,
    integration: LambdaIntegration,
    event: EventPayload,
  ): Promise<HttpResponse> {
    const { functionArn, timeoutMilliseconds } = integration;
    const { streamIdleMilliseconds: idleMilliseconds } = this.#api;
    const { traceId } = exchange;
    const startedAt = performance.now();
    const opening = this.#open(functionArn, event, { traceId });
    const opened = await within(Math.min(timeoutMilliseconds, idleMilliseconds), opening);
    if (opened === undefined) {
      opening.then(
        (late) => late.discard(),
        () => undefined,
      );
      throw new GatewayFailure('INTEGRATION_TIMEOUT');
    }
    const { head, chunks, discard } = opened;
    const remainingMilliseconds = timeoutMilliseconds - (performance.now() - startedAt);
    const body = { [Symbol.asyncIterator]: () => chunks, discard, remainingMilliseconds, idleMilliseconds };
    return { ...head, body };
  }

  async #open(
    ...invocation: Parameters<InvokeOperations['invokeWithResponseStream']>
  ): Promise<OpenedStream> {
    const outcome = await this.#functions.invokeWithResponseStream(...invocation);
    assertResponded(outcome);
    return openStream(outcome);
  }
}

/** @throws {GatewayFailure} if the function did not respond */
function assertResponded<Outcome extends RuntimeOutcome>(
  outcome: Outcome,
): asserts outcome is Extract<Outcome, { kind: 'response' | 'stream' }> {
  switch (outcome.kind) {
    case 'too-large':
      throw new GatewayFailure('REQUEST_TOO_LARGE');
    case 'throttled':
      // "If the Lambda API rejects the invocation request, API Gateway returns a 500 error code. If the function
      // runs but returns an error …, API Gateway returns a 502." (Lambda developer guide, "Handling errors")
      throw new GatewayFailure('DEFAULT_5XX', { statusCode: 500, reason: 'the function is throttled' });
    case 'error':
      throw functionFailed(`${outcome.errorType}: ${outcome.errorMessage}`);
    case 'response':
    case 'stream':
  }
}
