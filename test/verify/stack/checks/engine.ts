import { ProblemError } from '#lib/client/src/index.ts';
import { NotAvailable } from '../check.ts';

/** Seconds. Only a stack that is deployed without an engine asks clients to wait this long. */
const withoutEngine = 3600;

/**
 * Resolves with the result of a conversion.
 *
 * @throws NotAvailable if the stack is deployed without the layer of its engine
 */
export async function unlessWithoutEngine<T>(conversion: Promise<T>): Promise<T> {
  try {
    return await conversion;
  } catch (error) {
    const isWithout = error instanceof ProblemError && error.code === 'unavailable';
    if (isWithout && error.retryAfter === withoutEngine) throw new NotAvailable(error.message);
    throw error;
  }
}
