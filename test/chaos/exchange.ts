import { errorCodes } from '#lib/base/app-error.ts';
import { problemTable } from '#lib/api/problem.ts';

/** The outcome of a request. */
export type Exchanged =
  | { kind: 'response'; status: number; headers: Headers; body: unknown; code?: string }
  /** No response: the connection failed or the request timed out. */
  | { kind: 'none'; reason: string };

/** Milliseconds, longer than the gateway's timeout. */
const timeout = 90_000;

/** Sends a request and reads the response. Never rejects. */
export async function exchange(url: string, init: RequestInit): Promise<Exchanged> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    const text = await response.text();
    const { status, headers } = response;
    const body = parsed(text);
    const code = status >= 400 ? codeOf(body) : undefined;
    return { kind: 'response', status, headers, body, ...(code === undefined ? {} : { code }) };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { kind: 'none', reason: cause?.code ?? message };
  }
}

/** The error codes that a valid request can receive. */
const rightfulCodes = [
  'rate-limited',
  'request-in-progress',
  'internal-error',
  'unavailable',
  'render-timeout',
];

/**
 * Returns why a valid request must not receive this response; undefined when it can.
 *
 * @param tolerated further codes that are valid here, because of the faults
 */
export function whyUndocumented(
  response: Extract<Exchanged, { kind: 'response' }>,
  tolerated: readonly string[] = [],
): string | undefined {
  const { status, code, headers, body } = response;
  if (status < 400) return [200, 201, 202, 204].includes(status) ? undefined : `status ${status}`;
  const known = errorCodes.find((each) => each === code);
  if (known === undefined)
    return `status ${status} without a known code: ${JSON.stringify(body).slice(0, 300)}`;
  if (problemTable[known].status !== status) return `status ${status} with the code ${known}`;
  if (!headers.get('x-request-id')) return `${known} without x-request-id`;
  return [...rightfulCodes, ...tolerated].includes(known)
    ? undefined
    : `rejected with ${known}: ${JSON.stringify(body).slice(0, 300)}`;
}

const codeOf = (body: unknown): string | undefined => {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
