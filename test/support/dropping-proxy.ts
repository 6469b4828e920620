import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DroppingProxy {
  url: string;
  /** Requests that came, as `POST /api/…`. */
  requests: string[];
  stop(): Promise<void>;
}

/**
 * Forwards requests to `target`. For the first `drops` requests with that method, the connection breaks when the
 * response arrives: the request takes effect, and the client does not know.
 */
export async function startDroppingProxy(
  target: string,
  method: string,
  drops: number,
): Promise<DroppingProxy> {
  const requests: string[] = [];
  let left = drops;
  const server = createServer((incoming, outgoing) => {
    const { method: given = '', url = '/', headers } = incoming;
    requests.push(`${given} ${url}`);
    const passed = forward(`${target}${url}`, { method: given, headers }, (response) => {
      if (given === method && left > 0) {
        left -= 1;
        response.resume().once('end', () => incoming.socket.resetAndDestroy());
        return;
      }
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
