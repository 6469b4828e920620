import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on a free port of loopback. @returns `http://127.0.0.1:1234` */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends a server and its connections at once. */
export function closeAtOnce(server: Server): void {
  server.close();
  server.closeAllConnections();
}
