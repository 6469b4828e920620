import { errorCodes } from '#lib/base/app-error.ts';
import { problemTable } from '#lib/api/problem.ts';

/** What came of one request. */
export type Exchanged =
  | { kind: 'answer'; status: number; headers: Headers; body: unknown; code?: string }
  /** No answer: the connection failed, or the time was up. */
  | { kind: 'none'; reason: string };

/** Longer than the gateway lets anybody wait. */
const patience = 90_000;

/** Sends a request and reads its answer. Never rejects. */
export async function exchange(url: string, init: RequestInit): Promise<Exchanged> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    const { status, headers } = response;
    const body = parsed(text);
    const code = status >= 400 ? codeOf(body) : undefined;
    return { kind: 'answer', status, headers, body, ...(code === undefined ? {} : { code }) };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { kind: 'none', reason: cause?.code ?? message };
  }
}

/** Refusals that a request without fault may meet. */
const rightfulCodes = [
  'rate-limited',
  'request-in-progress',
  'internal-error',
  'unavailable',
  'render-timeout',
];

/**
 * Why an answer to a request without fault is none that it may get; undefined if it is.
 *
 * @param tolerated codes that may come besides, because of what is being done to the service
 */
export function whyUndocumented(
  response: Extract<Exchanged, { kind: 'answer' }>,
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
    : `refused as ${known}: ${JSON.stringify(body).slice(0, 300)}`;
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
