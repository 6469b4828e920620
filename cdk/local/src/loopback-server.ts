import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalService } from './service.ts';

/** Longer than SDK clients keep idle connections, which would otherwise break under their next request. */
const keepAliveMilliseconds = 65_000;
/** How long a stopping service waits for running requests. */
const graceMilliseconds = 1000;

/**
 * Binds a server to 127.0.0.1.
 *
 * @param port 0 picks a free one
 * @returns its address, for instance `http://127.0.0.1:41234`
 * @throws {Error} with the code `EADDRINUSE` if the port is taken
 */
export async function listenOnLoopback(server: Server, port: number): Promise<string> {
  server.keepAliveTimeout = keepAliveMilliseconds;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops listening, and ends what is still running after the grace period. */
export async function closeServer(server: Server, grace = graceMilliseconds): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(timer);
}

/** A service that is nothing but its server. */
export async function serveOnLoopback(server: Server, port: number): Promise<LocalService> {
  return { endpoint: await listenOnLoopback(server, port), stop: () => closeServer(server) };
}
