import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { AppError } from '../app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import { planNames } from '../auth/plans.ts';
import type { RateLimiter, RateStatus } from '../auth/rate-limiter.ts';
import { timeOfId } from '../files/identifiers.ts';
import type { InputFile } from '../files/input-file.ts';
import { inTime } from '../in-time.ts';
import { limits } from '../limits.ts';
import type { ConversionResult } from '../observability/conversion-metrics.ts';
import { newTrace, parseTraceparent, parseXRayHeader } from '../observability/trace-context.ts';
import { countBytes, identify, inWork, timed, type WorkStart } from '../observability/work.ts';
import type { WorkLog } from '../observability/work-log.ts';
import { isOutage } from '../outage.ts';
import type { Answer } from './answer.ts';
import { answerOnce, type OnceRequest, type Repetition } from './answer-once.ts';
import type { Contract } from './contract.ts';
import { corsHeaders } from './cors.ts';
import type { FormReader } from './form-reader.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { parseRequest } from './parse-request.ts';
import { problemAnswer, problemTable } from './problem.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { headerOf, type ParsedRequest } from './request.ts';

export interface EndpointOptions {
  logger: WorkLog;
  /** Whether an answer is the end of a conversion, and counted as one in the metrics. */
  converts?: boolean;
  /** Needed where the contract is metered. */
  rateLimiter?: RateLimiter;
  /** Needed where the contract takes a form. */
  readForm?: FormReader;
  /** Needed where the contract is a POST, which may come with an `Idempotency-Key`. */
  repetition?: Repetition;
}

/** What the middlewares know of the exchange they serve; middy's `request.internal`. */
interface Exchange {
  requestId: string;
  principal: Principal;
  rate: RateStatus;
  /** What the answer refuses with, or fails by. */
  refusal: AppError;
}

type Chain = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Partial<Exchange>>;

/** Milliseconds by which the clocks of two environments may differ. */
const clockSkew = 1000;

/**
 * Milliseconds after the deadline at which a request is answered whatever becomes of it: work that keeps to the deadline
 * tells more, and the gateway gives up half a second later.
 */
const lastMoment = 500;

/** Seconds after which a client may try what was unavailable. */
const retryAfterSeconds = 5;

/** The handler behind API Gateway for one contract: the one middleware chain that all endpoints share. */
export function httpEndpoint<C extends Contract>(
  contract: C,
  options: EndpointOptions,
  handle: (request: ParsedRequest<C>) => Promise<Answer>,
): (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult> {
  const chain = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Partial<Exchange>>()
    .use(logging(contract, options))
    .use(responseHeaders())
    .use(errorAnswers(options.logger));
  if (contract.access === 'key') chain.use(principal());
  if (contract.metered) chain.use(rateLimit(required(options.rateLimiter, contract, 'rateLimiter')));
  const repetition =
    contract.method === 'POST' ? required(options.repetition, contract, 'repetition') : undefined;
  const answer = async (
    event: APIGatewayProxyEvent,
    context: Context,
    deadline: number,
  ): Promise<APIGatewayProxyResult> => {
    const request = await timed('parse', () =>
      parseRequest(contract, event, {
        principal: principalOf(event),
        readForm: options.readForm,
        deadline,
      }),
    );
    countInput(request);
    const idempotencyKey = repetition && idempotencyKeyOf(event);
    if (!repetition || idempotencyKey === undefined) return proxyResult(await handle(request));
    const once = {
      ...repetition,
      idempotencyKey,
      route: contract.name,
      leaseUntil: Date.now() + context.getRemainingTimeInMillis() + clockSkew,
      report: (error: unknown) => options.logger.error('outcome not kept', { error }),
    };
    return proxyResult(
      await answerOnce(request as unknown as OnceRequest, once, (resourceId) =>
        handle({ ...request, resourceId }),
      ),
    );
  };
  const inChain = chain.handler((event, context) => {
    const deadline = deadlineOf(event, context);
    return inTime(answer(event, context, deadline), {
      milliseconds: Math.max(0, deadline + lastMoment - Date.now()),
      late: () => unavailable(new Error('The request was not answered by its deadline')),
    });
  });
  return (event, context) => inWork(startOf(event), () => inChain(event, context));
}

/** What a request is found by from its first line on. */
function startOf(event: APIGatewayProxyEvent): WorkStart {
  const { id = '' } = event.pathParameters ?? {};
  return {
    requestId: event.requestContext.requestId,
    trace:
      parseTraceparent(headerOf(event, 'traceparent')) ??
      parseXRayHeader(headerOf(event, 'x-amzn-trace-id')) ??
      newTrace(),
    ...(timeOfId('job', id) === undefined ? {} : { jobId: id }),
  };
}

function countInput(request: object): void {
  const { files = {} } = request as { files?: Record<string, InputFile | readonly InputFile[]> };
  for (const file of Object.values(files).flat()) countBytes('input', file.size);
}

/** Whether this is the first request of its execution environment, which then took longer to start. */
let coldStart = true;

/** Opens the exchange, and closes it with one line that says how it went. */
function logging(contract: Contract, { logger, converts = false }: EndpointOptions): Chain {
  const finish: NonNullable<Chain['after']> = ({ context, internal, response }) => {
    const { refusal } = internal;
    const status = response?.statusCode ?? 500;
    logger.close(
      'request',
      {
        endpoint: contract.name,
        status,
        ...(refusal ? { code: refusal.code, fields: refusal.errors.map(({ field }) => field) } : {}),
        responseBytes: response?.body.length,
        // By this Lambda's own lines about the invocation are found.
        invocationId: context.awsRequestId,
        ...(coldStart ? { coldStart } : {}),
      },
      converts ? { conversion: contract.name, result: resultOf(status) } : undefined,
    );
    coldStart = false;
  };
  return {
    before: ({ event, internal }) => {
      internal.requestId = event.requestContext.requestId;
    },
    after: finish,
    onError: finish,
  };
}

const resultOf = (status: number): ConversionResult =>
  status < 400 ? 'completed' : status < 500 ? 'refused' : 'failed';

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

/** Makes a problem of every error. Only an AppError's text is meant for the client; the rest is logged. */
function errorAnswers(logger: WorkLog): Chain {
  return {
    onError: (request) => {
      const { error, internal } = request;
      const known = error instanceof AppError ? error : faultOf(error);
      const { status } = problemTable[known.code];
      if (status >= 500) logger.error('request failed', { code: known.code, error: known.cause ?? known });
      internal.refusal = known;
      request.response = proxyResult(problemAnswer(known, internal.requestId ?? ''));
    },
  };
}

/** What is not the client's fault: something that the service needs is away for the moment, or it fails itself. */
const faultOf = (cause: unknown): AppError =>
  isOutage(cause)
    ? unavailable(cause)
    : new AppError('internal-error', 'The service failed. The request can be sent again.', { cause });

const unavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The service cannot do this right now. The request can be sent again.', {
    cause,
    retryAfterSeconds,
  });

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

function principalOf(event: APIGatewayProxyEvent): Principal | undefined {
  const context = (event.requestContext as { authorizer?: Record<string, unknown> | null }).authorizer;
  const plan = planNames.find((name) => name === context?.['plan']);
  const keyId = context?.['keyId'];
  return typeof keyId === 'string' && plan ? { keyId, plan } : undefined;
}

function rateLimit(limiter: RateLimiter): Chain {
  return {
    before: async ({ internal }) => {
      const { principal: caller } = internal;
      if (!caller) throw new Error('rate limit without a principal');
      internal.rate = await timed('limit', () => limiter.take(caller));
      const { allowed, plan, limit, resetSeconds } = internal.rate;
      if (allowed) return;
      throw new AppError(
        'rate-limited',
        `The ${plan} plan allows ${limit} conversions a minute. The next minute begins in ${resetSeconds} s.`,
        { retryAfterSeconds: resetSeconds },
      );
    },
  };
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

function proxyResult({ status, headers = {}, body }: Answer): APIGatewayProxyResult {
  if (!body) return { statusCode: status, headers, body: '' };
  if ('json' in body) {
    return {
      statusCode: status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body.json),
    };
  }
  const { bytes, contentType } = body;
  return {
    statusCode: status,
    headers: { 'content-type': contentType, ...headers },
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    isBase64Encoded: true,
  };
}

function required<T>(value: T | undefined, contract: Contract, option: string): T {
  if (value === undefined) throw new TypeError(`${contract.name} needs the option ${option}`);
  return value;
}
