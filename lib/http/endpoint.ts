import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import { planNames } from '../auth/plans.ts';
import { inTime } from '../base/in-time.ts';
import { limits } from '../base/limits.ts';
import { currentSpan, identify, inSpan, timed } from '../base/observability/span.ts';
import type { SpanLog } from '../base/observability/span-log.ts';
import { rateLimit } from './admission.ts';
import type { ServiceResponse } from './response.ts';
import { processOnce, type IdempotentRequest, type Idempotency, replayedHeader } from './process-once.ts';
import type { Contract } from '../api/contract.ts';
import { corsHeaders } from './cors.ts';
import { errorResponses, unavailable } from './error-responses.ts';
import type { Chain, Exchange } from './exchange.ts';
import type { FormReader } from './form-reader.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { parseRequest } from './parse-request.ts';
import { proxyResult } from './proxy-result.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { ParsedRequest } from './request.ts';
import type { RunningConversion } from '../activity/running-conversions.ts';
import { countInput, logging, startOf } from './request-log.ts';
import type { Admission } from '../activity/admission.ts';

export interface EndpointOptions {
  logger: SpanLog;
  /** Whether a response ends a conversion, which the metrics then count. */
  converts?: boolean;
  /** Required when the contract is metered. */
  admission?: Admission;
  /** Required when the contract accepts a form. */
  readForm?: FormReader;
  /** Required when the contract is a POST, which accepts an `Idempotency-Key`. */
  repetition?: Idempotency;
}

/** Maximum difference between the clocks of two environments, in milliseconds. */
const clockSkew = 1000;

/**
 * Milliseconds after the deadline at which a request gets a response in any case. Code that meets the deadline itself
 * returns a more specific error. The gateway gives up half a second later.
 */
const lastMoment = 500;

/** The API Gateway handler of one contract. All endpoints share this middleware chain. */
export function httpEndpoint<C extends Contract>(
  contract: C,
  options: EndpointOptions,
  handle: (request: ParsedRequest<C>) => Promise<ServiceResponse>,
): (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult> {
  const chain = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Partial<Exchange>>()
    .use(logging(contract, options.logger, options.converts ?? false))
    .use(responseHeaders())
    .use(errorResponses(options.logger));
  if (contract.access === 'key') chain.use(principal());
  const admitted = contract.metered ? required(options.admission, contract, 'admission') : undefined;
  /** Running conversions, from the moment their call is counted. */
  const conversions = new WeakMap<APIGatewayProxyEvent, RunningConversion>();
  if (admitted)
    chain.use(startConversion(admitted, contract, conversions)).use(rateLimit(admitted.rateLimiter));
  const repetition =
    contract.method === 'POST' ? required(options.repetition, contract, 'repetition') : undefined;
  const respond = async (
    event: APIGatewayProxyEvent,
    context: Context,
    deadline: number,
    running?: RunningConversion,
  ): Promise<APIGatewayProxyResult> => {
    const caller = principalOf(event);
    const request = await timed('parse', () =>
      parseRequest(contract, event, {
        principal: caller,
        readForm: options.readForm,
        deadline,
      }),
    );
    countInput(request);
    await running?.admitted();
    const convert = (parsed: ParsedRequest<C>): Promise<ServiceResponse> =>
      admitted && caller
        ? admitted.quota.within(caller, currentSpan()?.documents ?? 1, () => handle(parsed))
        : handle(parsed);
    const idempotencyKey = repetition && idempotencyKeyOf(event);
    if (!repetition || idempotencyKey === undefined) return proxyResult(await convert(request));
    const once = {
      ...repetition,
      idempotencyKey,
      route: contract.name,
      leaseUntil: Date.now() + context.getRemainingTimeInMillis() + clockSkew,
      report: (error: unknown) => options.logger.error('outcome not stored', { error }),
    };
    return proxyResult(
      await processOnce(request as unknown as IdempotentRequest, once, (resourceId) =>
        convert({ ...request, resourceId }),
      ),
    );
  };
  const respondWithinCap: typeof respond = async (event, context, deadline) => {
    const running = conversions.get(event);
    let completed = false;
    try {
      const response = await respond(event, context, deadline, running);
      const isInTime = Date.now() <= deadline + lastMoment;
      completed = isInTime && response.statusCode < 400 && !response.headers?.[replayedHeader];
      return response;
    } finally {
      await running?.end(completed);
    }
  };
  const inChain = chain.handler((event, context) => {
    const deadline = deadlineOf(event, context);
    return inTime(respondWithinCap(event, context, deadline), {
      milliseconds: Math.max(0, deadline + lastMoment - Date.now()),
      late: () => unavailable(new Error('There was no response by the deadline')),
    });
  });
  return (event, context) => inSpan(startOf(event), () => inChain(event, context));
}

function responseHeaders(): Chain {
  const add: NonNullable<Chain['after']> = ({ internal, response }) => {
    if (!response) return;
    response.headers = {
      ...response.headers,
      ...corsHeaders,
      'x-request-id': internal.requestId ?? '',
      ...(internal.rate ? rateLimitHeaders(internal.rate) : {}),
    };
  };
  return { after: add, onError: add };
}

function principal(): Chain {
  return {
    before: ({ event, internal }) => {
      const found = principalOf(event);
      // API Gateway's authorizer runs before this. Without it (sam local, a misconfigured route) every request is
      // rejected.
      if (!found) throw new AppError('unauthorized', 'The API key is missing or not valid.');
      internal.principal = found;
      identify({ keyId: found.keyId });
    },
  };
}

/** Requests a slot for the conversion while its call is counted. Frees the slot if the call is rejected. */
function startConversion(
  { running }: Admission,
  contract: Contract,
  conversions: WeakMap<APIGatewayProxyEvent, RunningConversion>,
): Chain {
  return {
    before: ({ event, context, internal }) => {
      const { principal: caller } = internal;
      if (!running || !caller) return;
      conversions.set(event, running.start(caller, contract.name, deadlineOf(event, context)));
    },
    onError: async ({ event, internal }) => {
      if (internal.rate?.allowed !== true) await conversions.get(event)?.end(false);
    },
  };
}

function principalOf(event: APIGatewayProxyEvent): Principal | undefined {
  const context = (event.requestContext as { authorizer?: Record<string, unknown> | null }).authorizer;
  const plan = planNames.find((name) => name === context?.['plan']);
  const keyId = context?.['keyId'];
  return typeof keyId === 'string' && plan ? { keyId, plan } : undefined;
}

/**
 * The earlier of two times: the end of Lambda's time less one second for the response, and 28 seconds after receipt.
 */
function deadlineOf(event: APIGatewayProxyEvent, context: Context): number {
  const now = Date.now();
  const reported = event.requestContext.requestTimeEpoch;
  // API Gateway gives up after 29 s, so an older time is not the time of receipt. SAM CLI reports its own start time.
  const receipt = now - reported < 29_000 ? reported : now;
  const ofLambda = now + context.getRemainingTimeInMillis() - 1000;
  return Math.min(ofLambda, receipt + limits.syncResponseMilliseconds);
}

function required<T>(value: T | undefined, contract: Contract, option: string): T {
  if (value === undefined) throw new TypeError(`${contract.name} needs the option ${option}`);
  return value;
}
