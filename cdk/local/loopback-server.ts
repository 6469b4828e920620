import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalService } from './service.ts';

/** Longer than SDK clients keep idle connections, which would otherwise break under their next request. */
const keepAliveMilliseconds = 65_000;
/** What a stopping service leaves running requests. */
const patienceMilliseconds = 1000;

/**
 * Puts a server on 127.0.0.1.
 *
 * @param port 0 picks a free one
 * @throws {Error} with the code `EADDRINUSE` if the port is taken
 */
export async function serveOnLoopback(server: Server, port: number): Promise<LocalService> {
  server.keepAliveTimeout = keepAliveMilliseconds;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), patienceMilliseconds).unref();
      }),
  };
}
