import type { Socket } from 'node:net';
import { isPublicAddress } from './address.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { type Connect, connectChecked } from './connect.ts';
import type { EgressLimits } from './egress-limits.ts';
import { EgressDenied, EgressUnresolved } from './errors.ts';
import { inTime } from '../../base/in-time.ts';
import { resolvePublic, type Resolver } from './resolve.ts';

export interface OutboundOptions {
  allowed: AllowedHosts;
  resolver: Resolver;
  connect: Connect;
  limits: EgressLimits;
  /**
   * The proxy's own port on this machine. Connections to it are rejected, so that the proxy cannot be directed to
   * itself.
   */
  ownPort: () => number;
}

/** The outbound connections of one proxy: each goes to a checked address, all share the proxy's limits. */
export class Outbound {
  readonly limits: EgressLimits;
  readonly #options: OutboundOptions;
  /** Open sockets, each with the number of its bytes already counted. */
  readonly #sockets = new Map<Socket, number>();
  #opening = 0;
  #bytes = 0;
  #isClosed = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.limits = options.limits;
  }

  /** Bytes sent and received so far. */
  get bytes(): number {
    for (const socket of this.#sockets.keys()) this.measure(socket);
    return this.#bytes;
  }

  /**
   * @throws EgressDenied when the host, port or address is not allowed, or a limit is used up
   * @throws EgressFailed when no connection can be made
   * @throws the signal's reason when the signal aborts
   */
  async open(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    const { limits } = this;
    if (this.#isClosed) throw new EgressDenied(host, 'isolated');
    if (this.#sockets.size + this.#opening >= limits.connections || this.bytes > limits.bytes) {
      throw new EgressDenied(host, 'limit');
    }
    const { allowed, resolver, connect, ownPort } = this.#options;
    this.#opening++;
    try {
      const target = await inTime(resolvePublic(host, port, allowed, resolver), {
        milliseconds: limits.resolveMilliseconds,
        signal,
        late: () => new EgressUnresolved(host, new Error('The name took too long to resolve')),
      });
      if (port === ownPort() && !target.addresses.every(isPublicAddress)) {
        throw new EgressDenied(host, 'address');
      }
      const milliseconds = limits.connectMilliseconds;
      const socket = await connectChecked(target, { connect, milliseconds, signal });
      if (signal.aborted) socket.destroy();
      signal.throwIfAborted();
      this.#sockets.set(socket, 0);
      socket.once('close', () => {
        this.measure(socket);
        this.#sockets.delete(socket);
      });
      return socket;
    } finally {
      this.#opening--;
    }
  }

  /**
   * Counts the bytes that have passed through a socket since the last call.
   *
   * @returns false once the byte limit is exceeded
   */
  measure(socket: Socket): boolean {
    const counted = this.#sockets.get(socket);
    if (counted !== undefined) {
      const moved = socket.bytesRead + socket.bytesWritten;
      this.#bytes += moved - counted;
      this.#sockets.set(socket, moved);
    }
    return this.#bytes <= this.limits.bytes;
  }

  /** Denies all connections from now on. */
  close(): void {
    this.#isClosed = true;
  }

  /** Ends every open connection. Connections still being opened end by their signal. */
  stop(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }
}
