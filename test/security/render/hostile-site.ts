import { once } from 'node:events';
import { createServer } from 'node:http';
import { networkSite } from './cases/hostile-network.ts';
import { startDns } from './dns-server.ts';

/** The hostile servers and the resolver, in a process of their own: they must not slow the renderer they are to try, nor take its memory. */
const server = createServer((request, response) => {
  response.on('error', () => response.destroy());
  const [, path = ''] = /^\/network\/([^?]*)/.exec(request.url ?? '') ?? [];
  const handler = networkSite[path];
  if (handler) handler(request, response);
  else response.writeHead(404).end();
});
server.on('clientError', (_error, socket) => socket.destroy());
server.listen({ port: 80, host: '::', ipv6Only: false });
await once(server, 'listening');
await startDns();
process.send?.('ready');
process.on('disconnect', () => process.exit());
