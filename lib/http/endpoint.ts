import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import { planNames } from '../auth/plans.ts';
import { inTime } from '../base/in-time.ts';
import { limits } from '../base/limits.ts';
import { currentWork, identify, inWork, timed } from '../base/observability/work.ts';
import type { WorkLog } from '../base/observability/work-log.ts';
import { rateLimit } from './admission.ts';
import type { Answer } from './answer.ts';
import { answerOnce, type OnceRequest, type Repetition, replayedHeader } from './answer-once.ts';
import type { Contract } from '../api/contract.ts';
import { corsHeaders } from './cors.ts';
import { errorAnswers, unavailable } from './error-answers.ts';
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
  logger: WorkLog;
  /** Whether an answer is the end of a conversion, and counted as one in the metrics. */
  converts?: boolean;
  /** Needed where the contract is metered. */
  admission?: Admission;
  /** Needed where the contract takes a form. */
  readForm?: FormReader;
  /** Needed where the contract is a POST, which may come with an `Idempotency-Key`. */
  repetition?: Repetition;
}

/** Milliseconds by which the clocks of two environments may differ. */
const clockSkew = 1000;

/**
 * Milliseconds after the deadline at which a request is answered whatever becomes of it: work that keeps to the deadline
 * tells more, and the gateway gives up half a second later.
 */
const lastMoment = 500;

/** The handler behind API Gateway for one contract: the one middleware chain that all endpoints share. */
export function httpEndpoint<C extends Contract>(
  contract: C,
  options: EndpointOptions,
  handle: (request: ParsedRequest<C>) => Promise<Answer>,
): (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult> {
  const chain = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Partial<Exchange>>()
    .use(logging(contract, options.logger, options.converts ?? false))
    .use(responseHeaders())
    .use(errorAnswers(options.logger));
  if (contract.access === 'key') chain.use(principal());
  const admitted = contract.metered ? required(options.admission, contract, 'admission') : undefined;
  /** Conversions from the moment when their call is counted. */
  const conversions = new WeakMap<APIGatewayProxyEvent, RunningConversion>();
  if (admitted)
    chain.use(startConversion(admitted, contract, conversions)).use(rateLimit(admitted.rateLimiter));
  const repetition =
    contract.method === 'POST' ? required(options.repetition, contract, 'repetition') : undefined;
  const answer = async (
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
    const convert = (parsed: ParsedRequest<C>): Promise<Answer> =>
      admitted && caller
        ? admitted.quota.within(caller, currentWork()?.documents ?? 1, () => handle(parsed))
        : handle(parsed);
    const idempotencyKey = repetition && idempotencyKeyOf(event);
    if (!repetition || idempotencyKey === undefined) return proxyResult(await convert(request));
    const once = {
      ...repetition,
      idempotencyKey,
      route: contract.name,
      leaseUntil: Date.now() + context.getRemainingTimeInMillis() + clockSkew,
      report: (error: unknown) => options.logger.error('outcome not kept', { error }),
    };
    return proxyResult(
      await answerOnce(request as unknown as OnceRequest, once, (resourceId) =>
        convert({ ...request, resourceId }),
      ),
    );
  };
  const answerWithinCap: typeof answer = async (event, context, deadline) => {
    const running = conversions.get(event);
    let completed = false;
    try {
      const response = await answer(event, context, deadline, running);
      const isInTime = Date.now() <= deadline + lastMoment;
      completed = isInTime && response.statusCode < 400 && !response.headers?.[replayedHeader];
      return response;
    } finally {
      await running?.end(completed);
    }
  };
  const inChain = chain.handler((event, context) => {
    const deadline = deadlineOf(event, context);
    return inTime(answerWithinCap(event, context, deadline), {
      milliseconds: Math.max(0, deadline + lastMoment - Date.now()),
      late: () => unavailable(new Error('The request was not answered by its deadline')),
    });
  });
  return (event, context) => inWork(startOf(event), () => inChain(event, context));
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
      // The gateway's authorizer comes first; without it (sam local, a misconfigured route) nobody gets in either.
      if (!found) throw new AppError('unauthorized', 'The API key is missing or not valid.');
      internal.principal = found;
      identify({ keyId: found.keyId });
    },
  };
}

/** Asks for a slot for the conversion while its call is counted, and frees it if that rejects the call. */
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

/** The end of Lambda's time, less a second to answer in, or of the contract's 28 seconds from receipt. */
function deadlineOf(event: APIGatewayProxyEvent, context: Context): number {
  const now = Date.now();
  const told = event.requestContext.requestTimeEpoch;
  // API Gateway gives up after 29 s: an older time is not one of receipt. SAM CLI tells when it was started.
  const receipt = now - told < 29_000 ? told : now;
  const ofLambda = now + context.getRemainingTimeInMillis() - 1000;
  return Math.min(ofLambda, receipt + limits.syncAnswerMilliseconds);
}

function required<T>(value: T | undefined, contract: Contract, option: string): T {
  if (value === undefined) throw new TypeError(`${contract.name} needs the option ${option}`);
  return value;
}
