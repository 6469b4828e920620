import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Admission } from '../activity/admission.ts';
import { type Contract, replays } from '../api/contract.ts';
import type { InputMemory } from '../files/input-memory.ts';
import { inTime } from '../base/in-time.ts';
import { limits } from '../base/limits.ts';
import { currentSpan, inSpan, timed } from '../base/observability/span.ts';
import type { SpanLog } from '../base/observability/span-log.ts';
import { meterCalls, type MeteredCall } from './admission.ts';
import { callerOf, requireCaller } from './caller.ts';
import { corsHeaders } from './cors.ts';
import { deadlineOf, responseGrace } from './deadline.ts';
import { type ErrorPresenter, errorResponses, unavailable } from './error-responses.ts';
import type { Chain, Exchange } from './exchange.ts';
import type { FormReader } from './form-reader.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { parseRequest } from './parse-request.ts';
import { type Idempotency, type IdempotentRequest, processOnce, replayedHeader } from './process-once.ts';
import { type ProxyResult, proxyResult } from './proxy-result.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { type ParsedRequest, respondAsync } from './request.ts';
import { countInput, logging, startOf } from './request-log.ts';
import type { ServiceResponse } from './response.ts';
import { bufferedResponses, type ResponseMode } from './response-mode.ts';
import { type EndpointHandler, streamedResponses, streamingHandler } from './streaming.ts';

export interface EndpointOptions {
  logger: SpanLog;
  /** Whether a response ends a conversion, which the metrics then count. */
  converts?: boolean;
  /** Required when the contract is metered. */
  admission?: Admission;
  /**
   * Whether the handler may be called before its call is admitted, if that is likely. It awaits `admitted` of the request
   * before it has effects outside of the function.
   */
  startsEarly?: boolean;
  /** Required when the contract accepts a form. */
  readForm?: FormReader;
  /** For the bytes of forms and of responses that are `sent`. The handler gives it back. New memory if absent. */
  memory?: Pick<InputMemory, 'take'>;
  /** Required when the contract is a POST that stores something, which accepts an `Idempotency-Key`. */
  idempotency?: Idempotency;
  /** Buffered by default. */
  responses?: ResponseMode;
  /** Describes an error to the client: as a problem by default. */
  presentError?: ErrorPresenter;
  /** Returns headers that every response of the endpoint has. */
  headersFor?: (event: APIGatewayProxyEvent) => Readonly<Record<string, string>>;
}

/** Maximum difference between the clocks of two environments, in milliseconds. */
const clockSkew = 1000;

/** The API Gateway handler of one contract. All endpoints share this middleware chain. */
export function httpEndpoint<C extends Contract>(
  contract: C,
  options: EndpointOptions,
  handle: (request: ParsedRequest<C>) => Promise<ServiceResponse>,
): EndpointHandler {
  const { logger, readForm, memory, responses = bufferedResponses } = options;
  const { inlineBytes } = responses;
  const deadlineFor = (event: APIGatewayProxyEvent, context: Context): number => {
    const plan = callerOf(event)?.plan;
    const milliseconds = plan ? responses.milliseconds[plan] : limits.syncResponseMilliseconds;
    return deadlineOf(event, context, milliseconds);
  };
  const chain = middy<APIGatewayProxyEvent, ProxyResult, Error, Context, Partial<Exchange>>(
    responses.streams ? streamedResponses : {},
  )
    .use(logging(contract, logger, options.converts ?? false))
    .use(responseHeaders(options.headersFor))
    .use(errorResponses(logger, options.presentError));
  if (contract.access === 'key') chain.use(requireCaller());
  const admitted = contract.metered ? required(options.admission, contract, 'admission') : undefined;
  const metered = admitted && meterCalls(admitted, contract, deadlineFor);
  if (metered) chain.use(metered.chain);
  const idempotency = replays(contract) ? required(options.idempotency, contract, 'idempotency') : undefined;
  const respond = async (
    event: APIGatewayProxyEvent,
    context: Context,
    deadline: number,
    { isEarly, call }: { isEarly: boolean; call: MeteredCall | undefined },
  ): Promise<ServiceResponse> => {
    const caller = callerOf(event);
    const admittedCall = async (): Promise<void> => call?.admitted();
    if (!isEarly) await call?.counted();
    const request = await timed('parse', () =>
      parseRequest(contract, event, {
        principal: caller,
        readForm,
        memory,
        deadline,
        inlineBytes,
        call: { admitted: admittedCall, reservedJob: call?.reservedJob },
      }),
    );
    countInput(request);
    if (!isEarly) await admittedCall();
    const convert = (parsed: ParsedRequest<C>): Promise<ServiceResponse> =>
      admitted && caller
        ? admitted.quota.within(caller, currentSpan()?.documents ?? 1, () => handle(parsed))
        : handle(parsed);
    const isReplayed = !contract.replaysJobsOnly || asksForJob(request);
    const idempotencyKey = idempotency && isReplayed ? idempotencyKeyOf(event) : undefined;
    if (!idempotency || idempotencyKey === undefined) return convert(request);
    await admittedCall();
    const once = {
      ...idempotency,
      idempotencyKey,
      route: contract.name,
      leaseUntil: Date.now() + context.getRemainingTimeInMillis() + clockSkew,
      report: (error: unknown) => logger.error('outcome not stored', { error }),
    };
    return processOnce(request as unknown as IdempotentRequest, once, (resourceId) =>
      convert({ ...request, resourceId }),
    );
  };
  /** Ends of conversions whose response is being streamed: the client need not wait for them. */
  const ends = new WeakMap<APIGatewayProxyEvent, () => Promise<void> | undefined>();
  const respondWithinCap = async (
    event: APIGatewayProxyEvent,
    context: Context,
    deadline: number,
  ): Promise<ServiceResponse> => {
    const call = metered?.callOf(event);
    const caller = callerOf(event);
    // A quota counts the documents before they are converted.
    const hasQuota = caller !== undefined && admitted?.quota.limits(caller) === true;
    const isEarly = options.startsEarly === true && call?.isExpected === true && !hasQuota;
    let completed = false;
    try {
      const response = await respond(event, context, deadline, { isEarly, call }).catch(
        async (error: unknown) => {
          // That the call exceeds the rate takes precedence.
          await call?.counted();
          throw error;
        },
      );
      await call?.admitted();
      const isInTime = Date.now() <= deadline + responseGrace;
      // An accepted job counts when it ends.
      const isResult = response.status < 400 && response.status !== 202;
      completed = isInTime && isResult && !response.headers?.[replayedHeader];
      return response;
    } finally {
      const end = (): Promise<void> | undefined => call?.end(completed);
      if (completed && responses.streams) ends.set(event, end);
      else await end();
    }
  };
  const sent = new WeakMap<APIGatewayProxyEvent, () => void>();
  const handler = chain.handler(async (event, context) => {
    const deadline = deadlineFor(event, context);
    const response = await inTime(respondWithinCap(event, context, deadline), {
      milliseconds: Math.max(0, deadline + responseGrace - Date.now()),
      late: () => unavailable(new Error('No response by the deadline')),
    });
    const { sent: release } = response;
    if (!release) return proxyResult(response, responses.streams);
    const taken: Uint8Array[] = [];
    sent.set(event, () => release(taken));
    return proxyResult(response, responses.streams, (size) => {
      const bytes = memory?.take(size) ?? Buffer.allocUnsafeSlow(size);
      taken.push(bytes);
      return bytes;
    });
  }) as unknown as (event: APIGatewayProxyEvent, ...rest: unknown[]) => Promise<APIGatewayProxyResult>;
  /** Resolves when the whole response has been returned or streamed. */
  const serve = (event: APIGatewayProxyEvent, ...rest: unknown[]): Promise<APIGatewayProxyResult> =>
    inSpan(startOf(event), async () => {
      try {
        const result = await handler(event, ...rest);
        sent.get(event)?.();
        return result;
      } finally {
        await ends.get(event)?.();
      }
    });
  if (!responses.streams) return serve;
  return streamingHandler(async (event, stream, context) => {
    await serve(event, stream, context);
  });
}

/** Whether a request asks for a job: by `Prefer`, or because it names a webhook. */
const asksForJob = ({
  preferences,
  ...body
}: {
  preferences: ReadonlyMap<string, string>;
  fields?: object;
}): boolean =>
  preferences.has(respondAsync) ||
  (body.fields as { webhookUrl?: unknown } | undefined)?.webhookUrl !== undefined;

function responseHeaders(headersFor: EndpointOptions['headersFor']): Chain {
  const add: NonNullable<Chain['after']> = ({ event, internal, response }) => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      ...corsHeaders,
      ...headersFor?.(event),
      'x-request-id': internal.requestId ?? '',
      ...(internal.rate ? rateLimitHeaders(internal.rate) : {}),
    };
  };
  return { after: add, onError: add };
}

function required<T>(value: T | undefined, contract: Contract, option: string): T {
  if (value === undefined) throw new TypeError(`${contract.name} needs the option ${option}`);
  return value;
}
