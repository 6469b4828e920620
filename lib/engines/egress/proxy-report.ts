import { type EgressFailed, EgressRefused, type FailureReason, type RefusalReason } from './errors.ts';

/** Told of what a page asked for and did not get. Of a tunnel only the origin is known: `https://host:port/`. */
export interface ProxyReport {
  onRefused?: ((url: string, reason: RefusalReason) => void) | undefined;
  onFailed?: ((url: string, reason: FailureReason) => void) | undefined;
}

/** Headers of the proxy's own answers, by which they are told from a server's; servers' headers of these names are dropped. */
export const refusedHeader = 'x-egress-refused';
export const failedHeader = 'x-egress-failed';

/** An answer of the proxy itself. */
export interface ProxyAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Tells the observers and makes the answer: 403 or 400 for what is refused, 504 or 502 for what failed. */
export function reportAndAnswer(
  url: string,
  error: EgressRefused | EgressFailed,
  report: ProxyReport,
): ProxyAnswer {
  if (error instanceof EgressRefused) {
    report.onRefused?.(url, error.reason);
    return ownAnswer(error.reason === 'request' ? 400 : 403, error.message, {
      [refusedHeader]: error.reason,
    });
  }
  report.onFailed?.(url, error.reason);
  return ownAnswer(error.reason === 'timeout' ? 504 : 502, error.message, { [failedHeader]: error.reason });
}

export function ownAnswer(status: number, text: string, headers: Record<string, string> = {}): ProxyAnswer {
  const body = `${text}\n`;
  return {
    status,
    body,
    headers: {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    },
  };
}
