import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** What a server received. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The server of scenarios: files, pages, and a receiver of webhooks. */
export class ScenarioServer {
  readonly #server: Server;
  /** The last request for a file or a page, or to a webhook. */
  request: Received | undefined;
  event: Buffer | undefined;
  webhook: Received | undefined;

  /**
   * @param testdata the folder with the files of the scenarios
   * @param stored returns the folder of the last response
   */
  constructor(testdata: string, stored: () => string) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
        const received = { headers: request.headers, body: await buffer(request) };
        if (path === '/webhook/events') {
          this.event = received.body;
          response.end('OK');
          return;
        }
        this.request = received;
        if (path.startsWith('/webhook')) {
          this.webhook = received;
          response.end('OK');
          return;
        }
        const [, kind = '', ...rest] = path.split('/');
        const file = rest.join('/').replace(/^testdata\//, '');
        const content = await readFile(
          file.startsWith('teststore/') ? join(stored(), basename(file)) : join(testdata, file),
        ).catch(() => undefined);
        if (!content) {
          response.writeHead(404).end();
          return;
        }
        if (kind === 'static')
          response.setHeader('content-disposition', `attachment; filename="${basename(file)}"`);
        else response.setHeader('content-type', 'text/html; charset=UTF-8');
        response.end(content);
      })();
    });
  }

  async start(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  forget(): void {
    this.request = undefined;
    this.webhook = undefined;
    this.event = undefined;
  }
}
