import { STATUS_CODES } from 'node:http';
import { EgressDenied, EgressFailed } from '../../engines/egress/errors.ts';
import type { Deliverable } from './deliverable.ts';
import type { SendFile, SendLimits } from './send-file.ts';

/** The outcome of one attempt. */
export interface DeliveryAttempt {
  /** Response status; null if there was no response. */
  status: number | null;
  isDelivered: boolean;
  /** Whether another attempt can succeed. */
  retryable: boolean;
  /** Why there was no response. */
  reason?: string;
  /** A sentence about the failure, without the URL. Empty if the file was delivered. */
  detail: string;
}

/** Statuses below 500 after which another attempt can succeed. */
const passingStatuses = [408, 429];

/**
 * Makes one attempt to send a file.
 *
 * @throws the error of reading the file, and the signal's reason
 */
export async function attemptDelivery(
  url: string,
  file: Deliverable,
  send: SendFile,
  limits: SendLimits,
): Promise<DeliveryAttempt> {
  try {
    return attemptOf(await send(url, file, limits), new URL(url).hostname);
  } catch (error) {
    if (!(error instanceof EgressDenied || error instanceof EgressFailed)) throw error;
    const { reason, message: detail } = error;
    const retryable = error instanceof EgressFailed && error.retryable;
    return { status: null, isDelivered: false, retryable, reason, detail };
  }
}

function attemptOf(status: number, host: string): DeliveryAttempt {
  if (status >= 200 && status < 300) return { status, isDelivered: true, retryable: false, detail: '' };
  const text = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return {
    status,
    isDelivered: false,
    retryable: status >= 500 || passingStatuses.includes(status),
    detail: `'${host}' returned status ${text}.`,
  };
}
