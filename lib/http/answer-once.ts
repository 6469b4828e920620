import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanName } from '../auth/plans.ts';
import { fingerprintOf, keyDigest, type Payload } from '../idempotency/fingerprint.ts';
import type { Attempt, IdempotencyStore, Outcome } from '../idempotency/idempotency-store.ts';
import type { Answer } from './answer.ts';
import { problemTable } from '../api/problem.ts';
import { problemAnswer } from './problem-response.ts';

/** Who gets an answer again. */
export interface Recipient {
  owner: string;
  plan: PlanName;
  /** Absolute links begin with it. */
  baseUrl: string;
}

/**
 * Makes an answer anew from the `source` of the first one.
 *
 * @throws AppError `gone` when what the answer was made of has been deleted
 */
export type AnswerAgain = (source: unknown, recipient: Recipient) => Promise<Answer>;

/** What an endpoint needs to do the same request only once. */
export interface Repetition {
  requests: IdempotencyStore;
  answerAgain: AnswerAgain;
}

export interface OnceRequest extends Payload {
  principal: Principal;
  baseUrl: string;
  requestId: string;
}

export interface OnceOptions extends Repetition {
  idempotencyKey: string;
  /** The endpoint: the same key means another request at another one. */
  route: string;
  /** Epoch milliseconds by which this function has ended, whatever happens. */
  leaseUntil: number;
  /** Gets what went wrong when the outcome was to be kept. */
  report: (error: unknown) => void;
}

/** When a duplicate may ask again; most conversions are done by then. */
const retryAfterSeconds = 2;

/**
 * Has a request done once: what comes again with the same key gets the first answer, made anew from what it was made
 * of. Answers that another try could change, such as those of our own faults, are not kept.
 *
 * @param handle gets the ULID that what the request makes must have
 * @throws AppError `idempotency-key-reused` for another payload, `request-in-progress` while the first try runs
 */
export async function answerOnce(
  request: OnceRequest,
  { requests, answerAgain, idempotencyKey, route, leaseUntil, report }: OnceOptions,
  handle: (resourceId: string) => Promise<Answer>,
): Promise<Answer> {
  const { keyId: owner, plan } = request.principal;
  const beginning = await requests.begin(
    {
      owner,
      id: `${route}#${keyDigest(idempotencyKey)}`,
      fingerprint: fingerprintOf(idempotencyKey, request),
    },
    Date.now(),
    leaseUntil,
  );
  switch (beginning.kind) {
    case 'different':
      throw new AppError(
        'idempotency-key-reused',
        'The Idempotency-Key came with another payload before; give a new request a new key.',
      );
    case 'running':
      throw new AppError('request-in-progress', 'A request with this Idempotency-Key is still running.', {
        retryAfterSeconds,
      });
    case 'ended':
      return replayed(
        beginning.outcome.kind === 'refused'
          ? problemAnswer(refusalOf(beginning.outcome), request)
          : await answerAgain(beginning.outcome.source, { owner, plan, baseUrl: request.baseUrl }),
      );
    case 'begun':
      return first(beginning.attempt, requests, report, handle);
  }
}

async function first(
  attempt: Attempt,
  requests: IdempotencyStore,
  report: OnceOptions['report'],
  handle: (resourceId: string) => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await handle(attempt.resourceId);
    if (answer.source === undefined) throw new TypeError('An answer without source cannot be given again');
  } catch (error) {
    // Where this fails the lease ends all the same; what went wrong before is what the client should know.
    await keep(attempt, error, requests).catch(() => undefined);
    throw error;
  }
  try {
    if (await requests.end(attempt, { kind: 'answered', source: answer.source })) return answer;
  } catch (error) {
    // The work is done, and may have been noted as done. If not, another try makes it again under the same id.
    report(error);
    return answer;
  }
  throw new Error('Another try took the request over, though the lease should outlive this function');
}

async function keep(attempt: Attempt, error: unknown, requests: IdempotencyStore): Promise<void> {
  if (!(error instanceof AppError) || problemTable[error.code].retryable) {
    await requests.release(attempt);
    return;
  }
  const { code, message, errors } = error;
  await requests.end(attempt, { kind: 'refused', code, message, errors });
}

const refusalOf = ({ code, message, errors }: Extract<Outcome, { kind: 'refused' }>): AppError =>
  new AppError(code, message, { errors });

/** Marks a response that repeats an earlier one. */
export const replayedHeader = 'Idempotent-Replayed';

const replayed = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, [replayedHeader]: 'true' },
});
