import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { readWebUrl } from './check-url.ts';
import { EgressFailed, UnusableResponse } from './errors.ts';
import { headerCount } from './forwarded-headers.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Returns where a response redirects to, undefined if it is no redirect.
 *
 * @param url the URL that was requested, which a relative `Location` continues
 * @throws EgressDenied when the URL has another scheme than http and https, or contains credentials
 * @throws EgressFailed `protocol` when the response has no `Location`, or several
 */
export function redirectOf(
  { statusCode = 0, headers, rawHeaders }: IncomingMessage,
  url: URL,
): URL | undefined {
  if (!redirectStatuses.has(statusCode)) return undefined;
  if (headers.location === undefined || headerCount(rawHeaders, 'location') > 1) {
    throw new EgressFailed(url.hostname, 'protocol');
  }
  return readWebUrl(headers.location, url);
}

/** @throws UnusableResponse for a status other than 200, or an encoded body. Retryable for 5xx. */
export function requireFile({ statusCode = 0, headers }: IncomingMessage, host: string): void {
  if (statusCode !== 200) {
    const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();
    throw new UnusableResponse(host, `returned status ${status}`, statusCode >= 500);
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    throw new UnusableResponse(host, 'returned a compressed response, although that was not requested');
  }
}

/**
 * Returns the announced size in bytes; undefined for a body in chunks. A body that ends with the connection is
 * rejected, because nothing distinguishes its end from a connection that broke.
 *
 * @throws EgressFailed `protocol` for a transfer coding other than `chunked`
 * @throws UnusableResponse when the response has no length
 */
export function announcedSize({ headers }: IncomingMessage, host: string): number | undefined {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked' || length !== undefined) throw new EgressFailed(host, 'protocol');
    return undefined;
  }
  if (length === undefined) throw new UnusableResponse(host, 'returned a response without a length');
  if (!/^\d{1,15}$/.test(length)) throw new EgressFailed(host, 'protocol');
  return Number(length);
}
