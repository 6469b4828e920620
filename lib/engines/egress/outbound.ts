import type { Socket } from 'node:net';
import { isPublicAddress } from './address.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { type Connect, connectChecked } from './connect.ts';
import type { EgressLimits } from './egress-limits.ts';
import { EgressRefused, EgressUnresolved } from './errors.ts';
import { inTime } from '../../base/in-time.ts';
import { resolvePublic, type Resolver } from './resolve.ts';

export interface OutboundOptions {
  allowed: AllowedHosts;
  resolver: Resolver;
  connect: Connect;
  limits: EgressLimits;
  /** A port of this machine that is never connected to: the proxy's own, or it could be led to itself. */
  ownPort: () => number;
}

/** The connections of one proxy to the outside: each to an address that was checked, all under common limits. */
export class Outbound {
  readonly limits: EgressLimits;
  readonly #options: OutboundOptions;
  /** Open sockets, with how many of their bytes are counted already. */
  readonly #sockets = new Map<Socket, number>();
  #opening = 0;
  #bytes = 0;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.limits = options.limits;
  }

  /** Bytes sent and received so far. */
  get bytes(): number {
    for (const socket of this.#sockets.keys()) this.measure(socket);
    return this.#bytes;
  }

  /** @throws EgressRefused, EgressFailed, or the signal's reason if that fires */
  async open(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    const { limits } = this;
    if (this.#sockets.size + this.#opening >= limits.connections || this.bytes > limits.bytes) {
      throw new EgressRefused(host, 'limit');
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
        throw new EgressRefused(host, 'address');
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

  /** Counts what has moved through a socket. @returns false once more has than may be carried */
  measure(socket: Socket): boolean {
    const counted = this.#sockets.get(socket);
    if (counted !== undefined) {
      const moved = socket.bytesRead + socket.bytesWritten;
      this.#bytes += moved - counted;
      this.#sockets.set(socket, moved);
    }
    return this.#bytes <= this.limits.bytes;
  }

  /** Ends every open connection. What is being opened ends by its signal. */
  stop(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }
}
