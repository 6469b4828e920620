/** Codes of Node.js for connections that failed. */
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

/** Names that the AWS services give to refusals of too many requests. */
const throttlings = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'SlowDown',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/**
 * Whether an error that the AWS SDK has thrown says that the other service is not there, does not answer in time, refuses
 * for too many requests or fails itself: what the SDK has tried again without success, and what may go well later.
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
