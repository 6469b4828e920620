import { type PlanName, planNames } from '../auth/plans.ts';
import { limits } from '../base/limits.ts';

/** How a function returns its responses, and how long they may take. */
export interface ResponseMode {
  /** Whether API Gateway streams the response. A buffered response is JSON with the body in base64. */
  streams: boolean;
  /** Size of the largest result that a response contains, in bytes. For larger ones, the response is a redirect. */
  inlineBytes: number;
  /** Milliseconds from the gateway's receipt of a request to the deadline of its response. */
  milliseconds: Readonly<Record<PlanName, number>>;
}

/** The mode of functions whose responses are always small. */
export const bufferedResponses: ResponseMode = {
  streams: false,
  inlineBytes: limits.inlineBody,
  milliseconds: {
    free: limits.syncResponseMilliseconds,
    pro: limits.syncResponseMilliseconds,
    business: limits.syncResponseMilliseconds,
  },
};

/**
 * Reads the mode that the stack sets together with the transfer mode of the function's routes.
 *
 * @param INLINE_RESPONSE_MEGABYTES Size of the largest result in a streamed response, in MB.
 * @param RESPONSE_SECONDS Deadline of a streamed response: seconds for each plan, in the order of `planNames`.
 * @throws Error when a variable has another format
 */
export function responseModeOf({
  RESPONSE_TRANSFER_MODE = 'BUFFERED',
  INLINE_RESPONSE_MEGABYTES,
  RESPONSE_SECONDS = '',
}: NodeJS.ProcessEnv): ResponseMode {
  if (RESPONSE_TRANSFER_MODE === 'BUFFERED') return bufferedResponses;
  const megabytes = Number(INLINE_RESPONSE_MEGABYTES);
  const seconds = RESPONSE_SECONDS.split(',').map(Number);
  const [free = 0, pro = 0, business = 0] = seconds;
  if (RESPONSE_TRANSFER_MODE !== 'STREAM' || !(megabytes > 0) || seconds.length !== planNames.length) {
    throw new Error('RESPONSE_TRANSFER_MODE, INLINE_RESPONSE_MEGABYTES and RESPONSE_SECONDS do not match.');
  }
  return {
    streams: true,
    inlineBytes: megabytes * 1_000_000,
    milliseconds: { free: free * 1000, pro: pro * 1000, business: business * 1000 },
  };
}
