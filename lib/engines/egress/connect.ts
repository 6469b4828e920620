import { connect as connectSocket, type Socket } from 'node:net';
import { EgressFailed } from './errors.ts';
import { inTime } from '../../base/in-time.ts';
import type { CheckedHost } from './resolve.ts';

/** Starts a TCP connection to an address, never to a name. */
export type Connect = (address: string, port: number) => Socket;

export const directConnect: Connect = (address, port) => connectSocket({ host: address, port });

export interface ConnectOptions {
  connect: Connect;
  /** Limit for all attempts together. */
  milliseconds: number;
  signal?: AbortSignal | undefined;
}

/** A name may have any number of addresses; only the first ones are tried. */
const maximumAttempts = 8;

/**
 * Connects to the first address of a checked host that accepts. Each address gets an equal share of the remaining time.
 *
 * @returns a connected socket that needs no error listener: errors close it
 * @throws EgressFailed `refused`, `unreachable` or `timeout` when no address accepts
 * @throws the signal's reason when the signal aborts
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
      failure = error instanceof EgressFailed ? error : new EgressFailed(target.host, reasonOf(error), error);
    }
  }
  signal?.throwIfAborted();
  throw failure;
}

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable';

function connected(socket: Socket): Promise<undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  socket.once('connect', () => resolve(undefined));
  socket.on('error', reject);
  return promise;
}
