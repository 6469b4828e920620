import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** What a server received. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A public site of the scenarios, which responds with the status in the path. */
const statusSite = 'gethttpstatus.com';

/** The server of scenarios: files, pages, and a receiver of webhooks. */
export class ScenarioServer {
  readonly #server: Server;
  #port = 0;
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
        const [, status] = /^\/(\d{3})$/.exec(path) ?? [];
        if (status !== undefined) {
          response.writeHead(Number(status)).end();
          return;
        }
        const content = await this.read(
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

  /** A text with the address of this server in place of that of the public site. */
  local(text: string): string {
    return text
      .replaceAll(`https://${statusSite}`, `http://127.0.0.1:${this.#port}`)
      .replaceAll(statusSite, '127.0.0.1');
  }

  /** The content of a file, with the address of this server in pages. */
  async read(file: string): Promise<Buffer<ArrayBuffer>> {
    const content = await readFile(file);
    return /\.(?:html|md)$/.test(file) ? Buffer.from(this.local(content.toString())) : content;
  }

  async start(port: number): Promise<void> {
    this.#port = port;
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
