import { createHash, randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreName } from 'local-stack';
import type { Random } from '../fuzz/mutations.ts';
import { closeAtOnce, listenOnLoopback } from '../support/loopback.ts';
import { type Journal, ulidIn } from './journal.ts';
import { fair, type FaultKind, faultKinds, rejections, type Weather } from './store-faults.ts';

/** Of 1000 messages that are sent, those that come twice, and those that come late. */
const repeatedMessages = 60;
const delayedMessages = 60;

/** Stands between the functions and a store, and makes their calls fail as its weather says. */
export class FaultProxy {
  weather: Weather = fair;
  /** Breaks every connection. */
  isDown = false;
  /** Takes every request and says nothing, until it no longer hangs; then the connections break. */
  isHanging = false;
  readonly counts = new Map<string, number>();
  readonly #store: StoreName;
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #late = new Set<Promise<unknown>>();
  #target: string | undefined;

  constructor(store: StoreName, random: Random, journal: Journal) {
    this.#store = store;
    this.#random = random;
    this.#journal = journal;
    this.#server.keepAliveTimeout = 65_000;
    this.#server.requestTimeout = 0;
  }

  /** @returns its address */
  listen(): Promise<string> {
    return listenOnLoopback(this.#server);
  }

  /** @param endpoint where the store is now */
  leadTo(endpoint: string): void {
    this.#target = endpoint;
  }

  /** Resolves when the messages that were held back have been sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#late);
  }

  close(): void {
    closeAtOnce(this.#server);
    this.#agent.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    try {
      const body = await buffer(request);
      if (this.isDown || (await this.#hangs(request))) {
        request.socket.destroy();
        return;
      }
      if (await this.#playWithMessage(request, body, response)) return;
      await this.#pass(request, body, response, this.#draw());
    } catch {
      // The store or the caller has ended.
      request.socket.destroy();
    }
  }

  /** @returns whether it did */
  async #hangs({ socket }: IncomingMessage): Promise<boolean> {
    const isHeld = (): boolean => this.isHanging && !socket.destroyed;
    if (!isHeld()) return false;
    while (isHeld()) await sleep(100);
    return true;
  }

  async #pass(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    fault: FaultKind | undefined,
  ): Promise<void> {
    if (fault !== undefined) this.#count(fault, request, body);
    switch (fault) {
      case 'throttled':
      case 'failed': {
        const rejection = rejections[this.#store][fault];
        response.writeHead(rejection.status, rejection.headers).end(rejection.body);
        return;
      }
      case 'hung':
        await sleep(4000 + this.#random.below(8000));
        request.socket.destroy();
        return;
      case 'broken':
        request.socket.destroy();
        return;
      case 'slow':
        await sleep(100 + this.#random.below(2000));
    }
    const reply = await this.#forward(request, body);
    if (fault === 'response-lost') {
      await buffer(reply);
      request.socket.destroy();
    } else if (fault === 'cut') {
      const whole = await buffer(reply);
      response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      response.write(whole.subarray(0, whole.length / 2), () => request.socket.destroy());
    } else {
      response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.on('error', () => response.destroy()).pipe(response);
    }
  }

  /** SQS guarantees neither order nor single delivery. @returns whether the response was sent */
  async #playWithMessage(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<boolean> {
    if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessage') return false;
    const chance = this.#random.below(1000);
    if (Object.keys(this.weather).length === 0 || chance >= repeatedMessages + delayedMessages) return false;
    if (chance < repeatedMessages) {
      this.#count('message-repeated', request, body);
      await buffer(await this.#forward(request, body));
      return false;
    }
    this.#count('message-delayed', request, body);
    const { MessageBody } = JSON.parse(body.toString()) as { MessageBody: string };
    const reply = {
      MessageId: randomUUID(),
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    };
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(reply));
    const late = this.#sendLate(request, body, 1000 + this.#random.below(20_000)).finally(() =>
      this.#late.delete(late),
    );
    this.#late.add(late);
    return true;
  }

  /** What a queue has taken it does not lose. */
  async #sendLate(request: IncomingMessage, body: Buffer, milliseconds: number): Promise<void> {
    await sleep(milliseconds);
    for (;;) {
      const status = await this.#forward(request, body).then(
        async (response) => {
          await buffer(response);
          return response.statusCode;
        },
        () => undefined,
      );
      if (status === 200) return;
      await sleep(500);
    }
  }

  #forward({ method, url, rawHeaders }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    if (this.#target === undefined) return Promise.reject(new Error('The store has not started'));
    const { hostname, port } = new URL(this.#target);
    const headers = rawHeaders.filter((_, index) => !/^expect$/i.test(rawHeaders[index - (index % 2)] ?? ''));
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path: url, headers, agent: this.#agent };
      send(options, resolve).once('error', reject).end(body);
    });
  }

  #draw(): FaultKind | undefined {
    let chance = this.#random.below(1000);
    return faultKinds.find((kind) => (chance -= this.weather[kind] ?? 0) < 0);
  }

  #count(kind: string, request: IncomingMessage, body: Buffer): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const operation = String(request.headers['x-amz-target'] ?? request.method);
    const id = ulidIn(`${request.url ?? ''} ${body.subarray(0, 4096).toString('latin1')}`) ?? '';
    this.#journal.note(`${this.#store} ${operation.split('.').at(-1) ?? ''} ${kind} ${id}`);
  }
}
