/**
 * Why a connection is not allowed.
 *
 * - `address`: the host is, or resolves to, a non-public address
 * - `port`: the port belongs to a protocol other than HTTP
 * - `host`: the host is neither a name nor an address
 * - `url`: the URL's scheme is not allowed, or the URL contains a user name or password
 * - `request`: the request contradicts itself or is not a proxy request
 * - `limit`: a limit of the proxy is used up
 */
export type DenialReason = 'address' | 'port' | 'host' | 'url' | 'request' | 'limit';

const denials: Record<DenialReason, string> = {
  address: 'is not at a public address',
  port: 'was requested on a port that is not for HTTP',
  host: 'is not a valid host',
  url: 'was requested by a URL that is not allowed',
  request: 'was requested by an invalid request',
  limit: 'exceeds the limit of what a page can load',
};

/** A rule forbids the connection; a retry cannot help. The message contains no address that a name resolved to. */
export class EgressDenied extends Error {
  override readonly name = 'EgressDenied';
  readonly host: string;
  readonly reason: DenialReason;

  constructor(host: string, reason: DenialReason) {
    super(`'${host}' ${denials[reason]}.`);
    this.host = host;
    this.reason = reason;
  }
}

/**
 * Why an allowed connection failed.
 *
 * - `unresolved`: the name has no address
 * - `unreachable`: no connection could be made, or it broke
 * - `timeout`: a time limit passed
 * - `protocol`: the response was not in the expected protocol (HTTP, TLS with a valid certificate)
 */
export type FailureReason = 'unresolved' | 'unreachable' | 'timeout' | 'protocol';

const failures: Record<FailureReason, string> = {
  unresolved: 'could not be found',
  unreachable: 'could not be reached',
  timeout: 'took too long to respond',
  protocol: 'sent an invalid response',
};

/** The connection was allowed and failed; a retry may succeed. `cause` is for the log. */
export class EgressFailed extends Error {
  override readonly name: string = 'EgressFailed';
  readonly host: string;
  readonly reason: FailureReason;

  constructor(host: string, reason: FailureReason, cause?: unknown) {
    super(`'${host}' ${failures[reason]}.`, { cause });
    this.host = host;
    this.reason = reason;
  }
}

/** The name has no address, or none was found in time. */
export class EgressUnresolved extends EgressFailed {
  override readonly name = 'EgressUnresolved';

  constructor(host: string, cause?: unknown) {
    super(host, 'unresolved', cause);
  }
}

/** Converts an error to this folder's errors. Any other error of a connection becomes `unreachable`. */
export function asEgressError(error: unknown, host: string): EgressDenied | EgressFailed {
  if (error instanceof EgressDenied || error instanceof EgressFailed) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isProtocol = /^(HPE_|ERR_HTTP|ERR_INVALID_|ERR_TLS|ERR_SSL|CERT_|.*_CERT)/.test(code);
  return new EgressFailed(host, isProtocol ? 'protocol' : 'unreachable', error);
}
