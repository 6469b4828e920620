import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

/** A small public site, on loopback; the local run of the tests may reach it, and nothing else that is private. */
export interface Site {
  /** `http://127.0.0.1:1234` */
  url: string;
  stop(): Promise<void>;
}

/** A webhook as it came to the site. */
export interface ReceivedHook {
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds since the epoch. */
  at: number;
}

const html = (body: string, title = 'Local page'): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

/** A green pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaGD4DwADBwGA1YjzvAAAAABJRU5ErkJggg==',
  'base64',
);

interface SiteFile {
  bytes: Buffer;
  requests: number;
}

async function serveFile(
  files: Map<string, SiteFile>,
  path: string,
  query: URLSearchParams,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  if (request.method === 'PUT') files.set(path, { bytes: await buffer(request), requests: 0 });
  if (request.method === 'DELETE') files.delete(path);
  if (request.method !== 'GET') return void response.writeHead(204).end();
  const file = files.get(path);
  if (!file) return void response.writeHead(404).end();
  file.requests += 1;
  if (file.requests <= Number(query.get('failures') ?? 0)) return void response.writeHead(503).end();
  const { bytes } = file;
  const name = query.get('name');
  if (name !== null) response.setHeader('content-disposition', `attachment; filename="${name}"`);
  if (!query.has('unknown')) response.setHeader('content-length', bytes.length);
  if (query.has('stall')) return void response.write(bytes.subarray(0, 1));
  response.write(bytes.subarray(0, bytes.length / 2));
  response.end(bytes.subarray(bytes.length / 2));
}

/**
 * - `/page`: text, an image, a link, and an image that is not there
 * - `/echo`: the headers of the request
 * - `/status/<n>`: a page with that status
 * - `/redirect?to=<url>`: leads there
 * - `/never`: does not respond
 * - `/files/<name>`: a file that PUT stores and DELETE removes. `?unknown` sends it without its length, `?name=<name>` with a
 *   `Content-Disposition`, `?stall` stops after its first byte, `?failures=2` responds with 503 twice
 * - `/hook/<name>?statuses=500,302`: receives webhooks, responds with these in turn and then with 204; 302 redirects to
 *   `/hook/elsewhere`
 * - `/hooks/<name>`: those that came, as a JSON array of `ReceivedHook`
 */
export async function startSite(): Promise<Site> {
  const hooks = new Map<string, ReceivedHook[]>();
  const files = new Map<string, SiteFile>();
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (
      status: number,
      type: string,
      body: string | Buffer,
      headers: Record<string, string> = {},
    ) => response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    const [, first = '', second = ''] = url.pathname.split('/');
    switch (first) {
      case 'page':
        return send(
          200,
          'text/html',
          html(
            '<h1>Hello from the site</h1><img src="/pixel.png" width=100 height=100>' +
              '<img src="/missing.png"><a href="https://example.com/there">there</a>',
          ),
        );
      case 'pixel.png':
        return send(200, 'image/png', pixel);
      case 'echo':
        return send(
          200,
          'text/html',
          html(`<p style="overflow-wrap:anywhere">${JSON.stringify(request.headers)}`, 'Echo'),
        );
      case 'status':
        return send(Number(second), 'text/html', html(`<p>Status ${second}</p>`, `Status ${second}`));
      case 'redirect':
        return send(302, 'text/html', '', { location: url.searchParams.get('to') ?? '/' });
      case 'hook':
        return void text(request).then((body) => {
          const received = hooks.get(second) ?? [];
          hooks.set(second, [...received, { headers: request.headers, body, at: Date.now() }]);
          const status = url.searchParams.get('statuses')?.split(',')[received.length];
          return send(Number(status ?? 204), 'text/plain', '', { location: '/hook/elsewhere' });
        });
      case 'hooks':
        return send(200, 'application/json', JSON.stringify(hooks.get(second) ?? []));
      case 'never':
        return response;
      case 'files':
        return void serveFile(files, second, url.searchParams, { request, response });
      default:
        return send(404, 'text/plain', 'not here');
    }
  });
  return {
    url: await listenOnLoopback(server),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
