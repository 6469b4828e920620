/**
 * Why something may not be reached.
 *
 * - `address`: the host is, or resolves to, an address that is not public
 * - `port`: the port belongs to another protocol than HTTP
 * - `host`: it is neither a name nor an address
 * - `url`: the URL's scheme is not allowed here, or it holds a user name or password
 * - `request`: the request contradicts itself or is not one for a proxy
 * - `limit`: what the proxy may carry is used up
 */
export type RefusalReason = 'address' | 'port' | 'host' | 'url' | 'request' | 'limit';

const refusals: Record<RefusalReason, string> = {
  address: 'is not at a public address',
  port: 'is asked for on a port that is not for HTTP',
  host: 'is not a valid host',
  url: 'is named by a URL that is not allowed here',
  request: 'is asked for by a request that is not valid',
  limit: 'is past what may be loaded',
};

/** A rule forbids it; trying again cannot help. The message names no address that a name resolved to. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
  readonly host: string;
  readonly reason: RefusalReason;

  constructor(host: string, reason: RefusalReason) {
    super(`'${host}' ${refusals[reason]}.`);
    this.host = host;
    this.reason = reason;
  }
}

/**
 * Why something that may be reached was not.
 *
 * - `unresolved`: no address was found for the name
 * - `unreachable`: no connection could be made, or it broke
 * - `timeout`: it took too long
 * - `protocol`: what came back was not the protocol asked for (HTTP, TLS with a valid certificate)
 */
export type FailureReason = 'unresolved' | 'unreachable' | 'timeout' | 'protocol';

const failures: Record<FailureReason, string> = {
  unresolved: 'could not be found',
  unreachable: 'could not be reached',
  timeout: 'took too long to answer',
  protocol: 'did not answer as expected',
};

/** It was allowed and did not work; another try may. `cause` is for the log. */
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

/** What went wrong, in this folder's terms; whatever else breaks a connection makes its host unreachable. */
export function asEgressError(error: unknown, host: string): EgressRefused | EgressFailed {
  if (error instanceof EgressRefused || error instanceof EgressFailed) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isProtocol = /^(HPE_|ERR_HTTP|ERR_INVALID_|ERR_TLS|ERR_SSL|CERT_|.*_CERT)/.test(code);
  return new EgressFailed(host, isProtocol ? 'protocol' : 'unreachable', error);
}
