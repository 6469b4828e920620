import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { inject } from 'vitest';

/** What the tests' local run may reach for deliveries. One server at a time can listen there. */
export const dropUrl = new URL(`http://${inject('dropHost')}`);

/** A result as it was delivered. */
export interface Delivered {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** What a drop box does with a request: a status, no response, or a broken connection. */
export type Mood = number | 'hang' | 'reset';

/** A server that receives deliveries on loopback. */
export class DropBox {
  readonly delivered: Delivered[] = [];
  readonly #moods: Mood[];
  readonly #server: Server;

  private constructor(moods: readonly Mood[]) {
    this.#moods = [...moods];
    this.#server = createServer((request, response) => {
      const mood = this.#moods.shift() ?? 200;
      if (mood === 'reset') {
        request.socket.resetAndDestroy();
        return;
      }
      const { method, url: path, headers } = request;
      void buffer(request).then((bytes) => {
        this.delivered.push({ method, path, headers, bytes });
        if (mood !== 'hang') response.writeHead(mood, { location: 'https://10.0.0.1/' }).end();
      });
    });
  }

  /** @param moods of the requests in turn; all others get 200 */
  static async open(...moods: Mood[]): Promise<DropBox> {
    const box = new DropBox(moods);
    box.#server.listen(Number(dropUrl.port), dropUrl.hostname);
    await once(box.#server, 'listening');
    return box;
  }

  /** @returns a URL with a secret, as presigned ones are */
  url(path = '/result'): string {
    return new URL(`${path}?signature=top-secret`, dropUrl).href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
