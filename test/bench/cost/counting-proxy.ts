import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StoreName } from 'local-stack';
import { type Item, readUnits, writeUnits } from './dynamo-units.ts';
import type { Usage } from './usage.ts';

/** Bytes of messages that SQS bills as one request. */
const messageChunk = 64 * 1024;

/** A proxy between the functions and a store that counts requests as AWS bills them. */
export class CountingProxy {
  readonly #store: StoreName;
  readonly #count: (usage: Partial<Usage>) => void;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((request, response) => void this.#pass(request, response));
  /** Each item after its latest write, by table and key. All writes pass here, and one of an item waits for the one before. */
  readonly #items = new Map<string, Promise<Item | undefined>>();
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

  async #send(
    { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    body: Buffer,
  ): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.#target);
    const onward = send({ hostname, port, method, path: url, headers, agent: this.#agent });
    onward.end(body);
    const [reply] = (await once(onward, 'response')) as [IncomingMessage];
    return reply;
  }

  /** Passes a write on, and counts it once its response is on its way: reading the item must not delay the function. */
  async #write(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const write = JSON.parse(body.toString()) as { TableName: string; Key?: Item; Item?: Item };
    const { pk, sk } = write.Item ?? {};
    const Key = write.Key ?? { pk, sk };
    const name = JSON.stringify([write.TableName, Key]);
    const read = (): Promise<Item | undefined> => this.#read(request, { TableName: write.TableName, Key });
    const before = this.#items.get(name) ?? read();
    const written = Promise.withResolvers<undefined>();
    const after = written.promise.then(read);
    this.#items.set(name, after);
    try {
      await before;
      return await this.#send(request, body);
    } finally {
      written.resolve(undefined);
      Promise.all([before, after]).then(
        (items) => this.#count(writeUnits(...items)),
        () => undefined,
      );
    }
  }

  /** The current state of an item. The local DynamoDB does not check signatures. */
  async #read(
    { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    item: { TableName: string; Key: Partial<Item> },
  ): Promise<Item | undefined> {
    const body = Buffer.from(JSON.stringify({ ...item, ConsistentRead: true }));
    const reply = await this.#send(
      {
        method,
        url,
        headers: {
          ...headers,
          'x-amz-target': 'DynamoDB_20120810.GetItem',
          'content-length': String(body.length),
        },
      },
      body,
    );
    return (JSON.parse((await buffer(reply)).toString()) as { Item?: Item }).Item;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    try {
      const body = await buffer(request);
      const action = actionOf(request);
      const isWrite = /^(Put|Update|Delete)Item$/.test(action);
      const reply = await (isWrite ? this.#write(request, body) : this.#send(request, body));
      if (this.#store === 's3' || this.#store === 'lambda') {
        this.#count(this.#store === 's3' ? ofObjects(request) : {});
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
        return;
      }
      const replyBody = await buffer(reply);
      if (this.#store === 'sqs') this.#count(ofMessages(action, body, replyBody));
      else if (!isWrite) this.#count({ dynamoReads: ofReads(body, replyBody) });
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      response.end(replyBody);
    } catch {
      request.socket.destroy();
    }
  }
}

const actionOf = ({ headers }: IncomingMessage): string =>
  /\.(\w+)$/.exec(String(headers['x-amz-target']))?.[1] ?? '';

function ofObjects({ method }: IncomingMessage): Partial<Usage> {
  if (method === 'DELETE') return {};
  return method === 'PUT' || method === 'POST' ? { s3Writes: 1 } : { s3Reads: 1 };
}

/** Each started 64 KiB is a request. Receives without a message are left out: pollers make them at all times. */
function ofMessages(action: string, body: Buffer, replyBody: Buffer): Partial<Usage> {
  const chunks = (bytes: Buffer): number => Math.max(1, Math.ceil(bytes.length / messageChunk));
  if (action === 'ReceiveMessage') {
    const { Messages = [] } = JSON.parse(replyBody.toString()) as { Messages?: readonly unknown[] };
    return Messages.length > 0 ? { sqsRequests: chunks(replyBody) } : {};
  }
  return { sqsRequests: chunks(body) };
}

/** Queries are taken to read what they return. */
function ofReads(body: Buffer, replyBody: Buffer): number {
  const { ConsistentRead = false } = JSON.parse(body.toString()) as { ConsistentRead?: boolean };
  const { Item, Items } = JSON.parse(replyBody.toString()) as { Item?: Item; Items?: Item[] };
  return readUnits(Items ?? (Item ? [Item] : []), ConsistentRead);
}
