import type { Socket } from 'node:net';
import { inTime } from '../../base/in-time.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { portOf } from './check-url.ts';
import { type Connect, connectChecked, directConnect } from './connect.ts';
import { asEgressError, EgressDenied, EgressFailed, EgressUnresolved } from './errors.ts';
import { NameLookups } from './name-lookups.ts';
import { resolvePublic, type Resolver } from './resolve.ts';
import { secureSocket } from './secure-socket.ts';

export interface CallOptions {
  /** Limit for the whole call, from name resolution to the end of the response. */
  timeoutMilliseconds: number;
  /** Non-public hosts that may be reached, over plain http too. Default: none. */
  allowed?: AllowedHosts;
  signal?: AbortSignal | undefined;
  /** Default: a resolver of this call, which ends with it. */
  resolver?: Resolver;
  /** Name servers as `address` or `address:port`. Default: the system's. */
  nameServers?: readonly string[];
  connect?: Connect;
  /** PEM certificates to trust instead of the default authorities. */
  certificateAuthorities?: string | string[];
}

/**
 * A call to a URL that a client named, over one connection or, with redirects, several. Applies the rules of
 * `EgressProxy` to each: the host is resolved once, every address is checked, and the connection goes to a checked
 * address. Its time limit and its name lookups end with it.
 */
export class PublicCall {
  readonly #options: CallOptions;
  readonly #ended = new AbortController();
  readonly #lookups: NameLookups;
  readonly #timer: NodeJS.Timeout;
  #host = '';

  constructor(options: CallOptions) {
    const { timeoutMilliseconds: milliseconds, nameServers, signal } = options;
    this.#options = options;
    this.#lookups = new NameLookups({ milliseconds, maximum: 1, nameServers });
    this.#timer = setTimeout(() => this.timeOut(), milliseconds);
    signal?.addEventListener('abort', this.#abort);
    if (signal?.aborted) this.#abort();
  }

  /** Aborts when the time is over or the caller's signal aborts. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** The host of the present connection. */
  get host(): string {
    return this.#host;
  }

  /**
   * Opens a connection to the host of a URL. With https, the certificate must be valid for the host.
   *
   * @param target as `readWebUrl` returns it
   * @throws EgressDenied when the URL is not https (http: allowed hosts only), or its host, port or address is not
   *   allowed
   * @throws EgressFailed when no connection can be made; EgressUnresolved when the name has no address
   */
  async open(target: URL): Promise<Socket> {
    this.#host = target.hostname;
    const { signal } = this;
    const { allowed = AllowedHosts.none, connect = directConnect, certificateAuthorities } = this.#options;
    const resolver = this.#options.resolver ?? ((name: string) => this.#lookups.addressesOf(name));
    const isSecure = target.protocol === 'https:';
    const milliseconds = this.#options.timeoutMilliseconds;
    const late = (): Error => new EgressUnresolved(target.hostname);
    const work = resolvePublic(target.hostname, portOf(target), allowed, resolver);
    const checked = await inTime(work, { milliseconds, signal, late });
    if (!isSecure && !checked.listed) throw new EgressDenied(checked.host, 'url');
    const socket = await connectChecked(checked, { connect, milliseconds, signal });
    if (!isSecure) return socket;
    return secureSocket(socket, checked.host, { milliseconds, signal, certificateAuthorities });
  }

  /** Ends the call as its time limit does. */
  timeOut(): void {
    this.#ended.abort(new EgressFailed(this.#host, 'timeout'));
  }

  /** Returns why the call ended: the reason of `signal`, or the error as one of this folder. */
  errorOf(error: unknown): unknown {
    return this.signal.aborted ? this.signal.reason : asEgressError(error, this.#host);
  }

  /** Releases the timer, the lookups and the caller's signal. Connections are closed by those who opened them. */
  end(): void {
    clearTimeout(this.#timer);
    this.#lookups.stop();
    this.#options.signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#ended.abort(this.#options.signal?.reason);
}
