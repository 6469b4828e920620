import type { FunctionError } from './invoke-outcome.ts';

/** Lambda's documented limit for a result is 6 MB; this is the number that it enforces and names. */
export const maximumResponseBytes = 6_291_556;

/** A streamed response may have 200 MB. */
export const maximumStreamedBytes = 200 * 2 ** 20;

export const responseTooLarge = (limit: number): FunctionError => ({
  kind: 'error',
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `Response payload size exceeded maximum allowed payload size (${limit} bytes).`,
});
