import { type EgressFailed, EgressRefused, type FailureReason, type RefusalReason } from './errors.ts';

/**
 * Receives the requests of a page that were rejected or failed. Of a tunnel only the origin is known:
 * `https://host:port/`.
 */
export interface ProxyReport {
  onRefused?: ((url: string, reason: RefusalReason) => void) | undefined;
  onFailed?: ((url: string, reason: FailureReason) => void) | undefined;
}

/** Headers that mark the proxy's own responses. Servers' headers with these names are dropped. */
export const refusedHeader = 'x-egress-refused';
export const failedHeader = 'x-egress-failed';

/** A response of the proxy itself. */
export interface ProxyAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Notifies the observers and builds the response: 403 or 400 for a rejected request, 504 or 502 for a failed one. */
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
