import { type EgressFailed, EgressDenied, type FailureReason, type DenialReason } from './errors.ts';

/**
 * Receives the requests of a page that were rejected or failed. Of a tunnel only the origin is known:
 * `https://host:port/`.
 */
export interface ProxyReport {
  onDenied?: ((url: string, reason: DenialReason) => void) | undefined;
  onFailed?: ((url: string, reason: FailureReason) => void) | undefined;
}

/** Headers that mark the proxy's own responses. Servers' headers with these names are dropped. */
export const deniedHeader = 'x-egress-denied';
export const failedHeader = 'x-egress-failed';

/** A response of the proxy itself. */
export interface ProxyResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Notifies the observers and builds the response: 403 or 400 for a rejected request, 504 or 502 for a failed one. */
export function reportAndRespond(
  url: string,
  error: EgressDenied | EgressFailed,
  report: ProxyReport,
): ProxyResponse {
  if (error instanceof EgressDenied) {
    report.onDenied?.(url, error.reason);
    return ownResponse(error.reason === 'request' ? 400 : 403, error.message, {
      [deniedHeader]: error.reason,
    });
  }
  report.onFailed?.(url, error.reason);
  return ownResponse(error.reason === 'timeout' ? 504 : 502, error.message, { [failedHeader]: error.reason });
}

export function ownResponse(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): ProxyResponse {
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
