import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedHook {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Receives webhooks on a port of this machine, which the public URL of a tunnel or proxy leads to. */
export class HookInbox implements AsyncDisposable {
  readonly received: ReceivedHook[] = [];
  readonly #server: Server = createServer((request, response) => {
    text(request).then(
      (body) => {
        this.received.push({ headers: request.headers, body });
        response.writeHead(204).end();
      },
      () => request.destroy(),
    );
  });

  /** @throws Error when the port is not free */
  static async listen(port: number): Promise<HookInbox> {
    const inbox = new HookInbox();
    inbox.#server.listen(port);
    await once(inbox.#server, 'listening');
    return inbox;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
