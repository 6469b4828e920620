import type { Problem } from '../../api/problem.ts';
import { ProblemError, StorageError } from './errors.ts';

/**
 * Returns a response of a 2xx status.
 *
 * @throws ProblemError, StorageError; ConnectionError when the body is cut off
 */
export async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status, statusText } = response;
  const text = await response.text();
  const retryAfter = retryAfterOf(response);
  const problem = mediaTypeOf(response) === 'application/problem+json' ? problemIn(text) : {};
  if (isOfService(problem)) throw new ProblemError(problem, retryAfter);
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? '';
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1];
  const reason = message ?? problem.detail ?? problem.title ?? statusText;
  throw new StorageError(status, code, `${status} ${reason}`.trim(), retryAfter);
}

/** The members of a problem, all of which are optional (RFC 9457). */
const problemIn = (text: string): Partial<Problem> => Object(parsed(text)) as Partial<Problem>;

/** Whether the service created the problem. Those of a proxy have no error code of the service. */
const isOfService = (problem: Partial<Problem>): problem is Problem =>
  [problem.code, problem.detail, problem.requestId].every((value) => typeof value === 'string');

/** @throws StorageError when the body is not JSON, as at a wrong address; ConnectionError when it is cut off */
export async function readJson<T>(response: Response): Promise<T> {
  const value = parsed(await response.text());
  if (value === undefined) {
    throw new StorageError(response.status, '', 'The response is not JSON. Check the base URL.');
  }
  return value as T;
}

/** As `readJson`, but returns the text of a response that is plain text or Markdown. */
export const readJsonOrText = <T>(response: Response): Promise<T> =>
  ['text/plain', 'text/markdown'].includes(mediaTypeOf(response))
    ? (response.text() as Promise<T>)
    : readJson<T>(response);

/** The media type without parameters; empty if there is none. */
const mediaTypeOf = ({ headers }: Response): string =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

/** The value of a JSON text; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds; a date is allowed too (RFC 9110, 10.2.3). */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
