/** Node.js error codes for failed connections. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Error names with which AWS services reject too many requests. */
const throttlings = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'SlowDown',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/**
 * Whether an error of the AWS SDK indicates a temporary outage of another service: it is unreachable, does not respond
 * in time, throttles, or fails itself. The SDK's retries have failed, but a later retry may succeed.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata } = error as NodeJS.ErrnoException & {
    $metadata?: { httpStatusCode?: number };
  };
  return (
    name === 'TimeoutError' ||
    throttlings.has(name) ||
    connectionCodes.has(code ?? '') ||
    ($metadata?.httpStatusCode ?? 0) >= 500
  );
}
