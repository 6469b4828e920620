import type { Problem } from '../api/problem.ts';
import { ConnectionError, ProblemError, StorageError } from './errors.ts';

/**
 * The answer itself, if it is a good one.
 *
 * @throws ProblemError, StorageError
 */
export async function goodAnswer(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await bodyOf(response);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) {
    throw new ProblemError(JSON.parse(text) as Problem, retryAfterOf(response));
  }
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? '';
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? response.statusText;
  throw new StorageError(response.status, code, `${response.status} ${message}`.trim());
}

/** @throws StorageError when it is no JSON, as from a wrong address; ConnectionError when it breaks off */
export async function jsonAnswer<T>(response: Response): Promise<T> {
  const text = await bodyOf(response);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new StorageError(response.status, '', 'The answer is no JSON; is this the address of the service?');
  }
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ConnectionError('The answer broke off.', { cause });
  }
}

/** Seconds; HTTP allows a date too (RFC 9110, 10.2.3). */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
