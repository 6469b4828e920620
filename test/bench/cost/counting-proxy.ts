import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StoreName } from 'local-stack';
import type { Usage } from './usage.ts';

/** Indexes of the jobs table, to each of which a job is written too. */
const jobIndexes = 2;

/** A proxy between the functions and a store that counts requests as AWS bills them. */
export class CountingProxy {
  readonly #store: StoreName;
  readonly #count: (usage: Partial<Usage>) => void;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((request, response) => void this.#pass(request, response));
  #target = '';

  constructor(store: StoreName, count: (usage: Partial<Usage>) => void) {
    this.#store = store;
    this.#count = count;
  }

  /** @returns its address */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  leadTo(endpoint: string): void {
    this.#target = endpoint;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    try {
      const body = await buffer(request);
      this.#count(usageOf(this.#store, request, body));
      const { hostname, port } = new URL(this.#target);
      const { method, url, headers } = request;
      const onward = send({ hostname, port, method, path: url, headers, agent: this.#agent });
      onward.end(body);
      const [reply] = (await once(onward, 'response')) as [IncomingMessage];
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    } catch {
      request.socket.destroy();
    }
  }
}

/** Rather too much than too little: every change of a job counts in the table and in both of its indexes. */
function usageOf(store: StoreName, { method, headers }: IncomingMessage, body: Buffer): Partial<Usage> {
  if (store === 'lambda') return {};
  if (store === 's3') {
    if (method === 'DELETE') return {};
    return method === 'PUT' || method === 'POST' ? { s3Writes: 1 } : { s3Reads: 1 };
  }
  const [, action = ''] = /\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? [];
  if (store === 'sqs') {
    // Pollers ask whether there is anything or not; a message that is deleted had been received.
    if (action.startsWith('Receive')) return {};
    return { sqsRequests: action.startsWith('Delete') ? 2 : 1 };
  }
  const writes = /^(Put|Update|Delete)Item$/.test(action);
  if (!writes)
    return { dynamoReads: action === 'Query' || !body.includes('"ConsistentRead":true') ? 0.5 : 1 };
  return { dynamoWrites: /"pk":\{"S":"JOB#/.test(body.toString('latin1')) ? 1 + jobIndexes : 1 };
}
