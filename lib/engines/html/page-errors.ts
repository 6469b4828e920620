import { AppError } from '../../base/app-error.ts';
import { EgressFailed, EgressDenied, type FailureReason, type DenialReason } from '../egress/errors.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import type { Tab } from './chromium/tab.ts';
import type { MainDocument } from './network-log.ts';
import { uploadOrigin } from './uploaded-site.ts';

/** Messages for Chromium's errors; the first match applies. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/ERR_(CERT_|SSL_|BAD_SSL)/, 'has no valid certificate, or does not support TLS'],
  [/ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION)/, 'could not be found'],
  [/ERR_(CONNECTION_TIMED_OUT|TIMED_OUT)/, 'took too long to respond'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirects too many times'],
  [/ERR_(EMPTY_RESPONSE|INVALID_|RESPONSE_|CONTENT_|HTTP2?_|INCOMPLETE)/, 'sent an invalid response'],
  [/ERR_(CONNECTION|TUNNEL|SOCKET|ADDRESS|NETWORK|PROXY)/, 'could not be reached'],
];

/** Whether Chromium itself rejected the URL: blocked ports, redirects to files. */
export const isForbidden = (error: string): boolean =>
  /ERR_((UNSAFE|DISALLOWED|UNKNOWN)_(PORT|REDIRECT|URL_SCHEME)|BLOCKED_BY_CLIENT|ACCESS_DENIED)/.test(error);

const proxyAuthenticationRequired = 407;

/**
 * The error of the main document, if there is one: an AppError, or BrowserFailed when the browser did not identify itself
 * to its proxy.
 *
 * @param isError whether a status is an error
 */
export function documentError(
  document: MainDocument,
  { traffic, isAdmitted }: Pick<Tab, 'traffic' | 'isAdmitted'>,
  isError: (status: number) => boolean,
): Error | undefined {
  const { url, status, statusText } = document;
  // The response of the proxy, not of a server: no request has reached one.
  if (status === proxyAuthenticationRequired && !isAdmitted)
    return new BrowserFailed('The browser did not send the credentials of its proxy.');
  const host = hostOf(url);
  const reason = document.denied ?? reported(traffic.denied, document);
  if (reason !== undefined) return accessDenied(host, reason as DenialReason);
  const failure = document.failed ?? reported(traffic.failed, document);
  if (failure !== undefined) {
    return unreachable(new EgressFailed(host, failure as FailureReason).message, failure);
  }
  if (document.error !== undefined) return navigationError(url, document.error);
  if (status !== undefined && isError(status)) {
    const text = statusText === undefined || statusText === '' ? '' : ` ${statusText}`;
    return unreachable(`'${host}' returned status ${status}${text}.`, `HTTP ${status}`);
  }
  return undefined;
}

/**
 * The error for a page that Chromium could not load: an AppError, or BrowserFailed for an uploaded page, which is
 * served from this process.
 */
export function navigationError(url: string, error: string): Error {
  const host = hostOf(url);
  if (isForbidden(error)) {
    return new AppError('url-not-allowed', `The page leads to '${host}', which is not an allowed address.`, {
      cause: new Error(error),
    });
  }
  if (error.includes('ERR_ABORTED')) {
    return new AppError('render-failed', `'${host}' returned a download or no content instead of a page.`, {
      cause: new Error(error),
    });
  }
  if (url.startsWith(`${uploadOrigin}/`)) {
    return new BrowserFailed('The browser did not receive the page.', { cause: new Error(error) });
  }
  const [, meaning] = meanings.find(([pattern]) => pattern.test(error)) ?? [];
  return unreachable(`'${host}' ${meaning ?? 'could not be loaded'}.`, error);
}

function accessDenied(host: string, reason: DenialReason): AppError {
  const cause = new EgressDenied(host, reason);
  // The URL of a page is not at fault for reaching a limit.
  return new AppError(reason === 'limit' ? 'render-failed' : 'url-not-allowed', cause.message, { cause });
}

const unreachable = (message: string, cause: string): AppError =>
  new AppError('url-unreachable', message, { cause: new Error(cause) });

/** The proxy's reason for a tunnel that Chromium only reports as failed. */
function reported(
  entries: readonly { url: string; reason: string }[],
  { url, error }: MainDocument,
): string | undefined {
  if (error === undefined || !URL.canParse(url)) return undefined;
  const { host, port } = new URL(url);
  const authorities = port === '' ? [host, `${host}:443`, `${host}:80`] : [host];
  return entries.findLast((entry) => {
    if (!URL.canParse(entry.url)) return false;
    return authorities.includes(new URL(entry.url).host);
  })?.reason;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);
