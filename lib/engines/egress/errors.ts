/**
 * Why a connection is not allowed.
 *
 * - `address`: the host is, or resolves to, a non-public address
 * - `port`: the port belongs to a protocol other than HTTP
 * - `host`: the host is neither a name nor an address
 * - `url`: the URL's scheme is not allowed, or the URL contains a user name or password
 * - `request`: the request contradicts itself or is not a proxy request
 * - `limit`: a limit of the proxy is used up
 * - `isolated`: the page may load nothing from anywhere
 */
export type DenialReason = 'address' | 'port' | 'host' | 'url' | 'request' | 'limit' | 'isolated';

const denials: Record<DenialReason, string> = {
  address: 'is not at a public address',
  port: 'was requested on a port that is not for HTTP',
  host: 'is not a valid host',
  url: 'was requested by a URL that is not allowed',
  request: 'was requested by an invalid request',
  limit: 'exceeds the limit of what a page can load',
  isolated: 'was requested by a page that can load nothing',
};

/** A rule forbids the connection; a retry cannot help. The message contains no address that a name resolved to. */
export class EgressDenied extends Error {
  override readonly name = 'EgressDenied';
  readonly host: string;
  readonly reason: DenialReason;

  /** @param host empty for a URL without one */
  constructor(host: string, reason: DenialReason) {
    super(host === '' ? 'The URL is not allowed.' : `'${host}' ${denials[reason]}.`);
    this.host = host;
    this.reason = reason;
  }
}

/**
 * Why an allowed connection failed.
 *
 * - `unresolved`: the name has no address
 * - `refused`: no server listens there
 * - `unreachable`: no connection could be made for another reason, or it broke
 * - `timeout`: a time limit passed
 * - `protocol`: the response was not in the expected protocol (HTTP, TLS with a valid certificate)
 */
export type FailureReason = 'unresolved' | 'refused' | 'unreachable' | 'timeout' | 'protocol';

const failures: Record<FailureReason, string> = {
  unresolved: 'could not be found',
  refused: 'could not be reached',
  unreachable: 'could not be reached',
  timeout: 'took too long to respond',
  protocol: 'sent an invalid response',
};

/** The connection was allowed and failed. `cause` is for the log. */
export class EgressFailed extends Error {
  override readonly name: string = 'EgressFailed';
  readonly host: string;
  readonly reason: FailureReason;
  /** Whether the same request can succeed later. A server that breaks the protocol is not expected to change. */
  readonly retryable: boolean;

  constructor(host: string, reason: FailureReason, cause?: unknown, predicate = failures[reason]) {
    super(`'${host}' ${predicate}.`, { cause });
    this.host = host;
    this.reason = reason;
    this.retryable = reason !== 'protocol';
  }
}

/** The name has no address, or none was found in time. */
export class EgressUnresolved extends EgressFailed {
  override readonly name = 'EgressUnresolved';

  constructor(host: string, cause?: unknown) {
    super(host, 'unresolved', cause);
  }
}

/** A valid response arrived, but it is not the file that was requested. */
export class UnusableResponse extends EgressFailed {
  override readonly name = 'UnusableResponse';
  override readonly retryable: boolean;

  /** @param predicate continues a sentence that begins with the host: `redirects too many times` */
  constructor(host: string, predicate: string, retryable = false) {
    super(host, 'protocol', undefined, predicate);
    this.retryable = retryable;
  }
}

/** The file is larger than the caller accepts. The rest of it was not read. */
export class DownloadTooLarge extends Error {
  override readonly name = 'DownloadTooLarge';
  readonly host: string;
  readonly maximumBytes: number;

  constructor(host: string, maximumBytes: number) {
    super(`'${host}' returned a file of more than ${maximumBytes} bytes.`);
    this.host = host;
    this.maximumBytes = maximumBytes;
  }
}

/** Converts an error to this folder's errors. Any other error of a connection becomes `unreachable`. */
export function asEgressError(error: unknown, host: string): EgressDenied | EgressFailed {
  if (error instanceof EgressDenied || error instanceof EgressFailed) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isProtocol = /^(HPE_|ERR_HTTP|ERR_INVALID_|ERR_TLS|ERR_SSL|CERT_|.*_CERT)/.test(code);
  return new EgressFailed(host, isProtocol ? 'protocol' : 'unreachable', error);
}
