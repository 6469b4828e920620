import { connect as connectSocket, type Socket } from 'node:net';
import { EgressFailed } from './errors.ts';
import { inTime } from '../../base/in-time.ts';
import type { CheckedHost } from './resolve.ts';

/** Begins a TCP connection to an address, never to a name. */
export type Connect = (address: string, port: number) => Socket;

export const directConnect: Connect = (address, port) => connectSocket({ host: address, port });

export interface ConnectOptions {
  connect: Connect;
  /** For all attempts together. */
  milliseconds: number;
  signal?: AbortSignal | undefined;
}

/** A name may have any number of addresses; nobody waits for all of them. */
const maximumAttempts = 8;

/**
 * Connects to the first address of a checked host that answers; each gets an equal share of the time that is left.
 *
 * @returns a connected socket whose errors need no listener: they close it
 * @throws EgressFailed `unreachable` or `timeout`; the signal's reason if that fires
 */
export async function connectChecked(target: CheckedHost, options: ConnectOptions): Promise<Socket> {
  const { connect, signal } = options;
  const deadline = performance.now() + options.milliseconds;
  const addresses = target.addresses.slice(0, maximumAttempts);
  let failure = new EgressFailed(target.host, 'unreachable');
  for (const [index, address] of addresses.entries()) {
    signal?.throwIfAborted();
    const milliseconds = Math.max(1, (deadline - performance.now()) / (addresses.length - index));
    const socket = connect(address, target.port);
    try {
      const late = (): Error => new EgressFailed(target.host, 'timeout');
      await inTime(connected(socket), { milliseconds, signal, late });
      return socket;
    } catch (error) {
      socket.destroy();
      failure = error instanceof EgressFailed ? error : new EgressFailed(target.host, 'unreachable', error);
    }
  }
  signal?.throwIfAborted();
  throw failure;
}

function connected(socket: Socket): Promise<undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  socket.once('connect', () => resolve(undefined));
  socket.on('error', reject);
  return promise;
}
