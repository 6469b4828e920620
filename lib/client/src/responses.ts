import type { Problem } from '../../api/problem.ts';
import { ConnectionError, ProblemError, StorageError } from './errors.ts';

/**
 * Returns a response of a 2xx status.
 *
 * @throws ProblemError, StorageError
 */
export async function requireSuccess(response: Response): Promise<Response> {
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

/** @throws StorageError when the body is not JSON, as at a wrong address; ConnectionError when it is cut off */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await bodyOf(response);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new StorageError(response.status, '', 'The response is not JSON. Check the base URL.');
  }
}

/** As `readJson`, but returns the text of a response that is text. */
export const readBody = <T>(response: Response): Promise<T> =>
  response.headers.get('content-type')?.startsWith('text/')
    ? (bodyOf(response) as Promise<T>)
    : readJson<T>(response);

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ConnectionError('The connection closed during the response.', { cause });
  }
}

/** `Retry-After` in seconds; a date is allowed too (RFC 9110, 10.2.3). */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
