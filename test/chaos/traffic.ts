import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { Random } from '../fuzz/mutations.ts';
import { Answers, isYes } from './responses.ts';
import { exchange, type Exchanged, whyUndocumented } from './exchange.ts';
import type { Journal } from './journal.ts';
import { type Field, formOf, isJob, makeOrder, type Order, orderKinds } from './orders.ts';
import { uploadFiles } from './upload-files.ts';

/** An order and what the client has been told. */
export interface Placed {
  order: Order;
  /** Of the form that is sent, each time the same: upload ids may stand for files. */
  fields: readonly Field[];
  idempotencyKey: string | undefined;
  /** Ids of jobs or files of each answer that said yes. */
  accepted: string[][];
  /** Whether the client has asked for all of it to be deleted, and whether it was told that it is. */
  withdrawal?: 'asked' | 'confirmed';
}

export interface TrafficOptions {
  baseUrl: string;
  key: string;
  /** Takes webhooks; the marker of the order follows. */
  hookUrl: string;
  journal: Journal;
}

/** Times that a request is sent which may be sent again, on doubt. */
const tries = 12;

/** One in so many: orders that come as uploads, are sent twice at once, are withdrawn; keys that come with another payload. */
const shares = { uploaded: 4, doubled: 5, withdrawn: 4, reused: 5 } as const;

/** Clients that want conversions without pause, and take note of what they are told. */
export class Traffic {
  readonly placed: Placed[] = [];
  readonly responses: Answers;
  readonly uploadIds = new Set<string>();
  /** The end of each job that a client has seen. */
  readonly seenEnds = new Map<string, Set<string>>();
  readonly #options: TrafficOptions;
  #count = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.responses = new Answers(options.journal);
  }

  /** One client, until `isOver`. */
  async client(name: string, random: Random, isOver: () => boolean): Promise<void> {
    const isOneOf = (share: number): boolean => random.below(share) === 0;
    while (!isOver()) {
      this.#count += 1;
      const order = await makeOrder(random.pick(orderKinds), `${name}x${this.#count}`, random);
      const webhook: Field[] =
        isJob(order) && isOneOf(2) ? [['webhookUrl', `${this.#options.hookUrl}/${order.marker}`]] : [];
      const placed: Placed = {
        order,
        fields: [...(isOneOf(shares.uploaded) ? await this.#upload(order) : order.fields), ...webhook],
        idempotencyKey: isOneOf(2) ? `key-${order.marker}` : undefined,
        accepted: [],
      };
      this.placed.push(placed);
      await this.#place(placed, random);
      if (placed.accepted.length > 0) {
        if (placed.idempotencyKey !== undefined && isOneOf(shares.reused)) await this.#reuseKey(placed);
        // Before anybody has looked at it, or while it is worked on, or when it has ended.
        const isWithdrawn = isOneOf(shares.withdrawn);
        const isLookedAt = isOneOf(2);
        if (!isWithdrawn || isLookedAt) await this.#look(placed);
        if (isWithdrawn) await this.#withdraw(placed, random);
      }
      await sleep(random.below(300));
    }
  }

  async #place(placed: Placed, random: Random): Promise<void> {
    const { idempotencyKey } = placed;
    // Sometimes it is asked for again although it was answered, and sometimes twice at the same time.
    const again = idempotencyKey !== undefined && random.below(3) === 0;
    const atOnce = idempotencyKey !== undefined && random.below(shares.doubled) === 0 ? 2 : 1;
    for (let left = idempotencyKey === undefined ? 1 : tries; left > 0; left -= 1) {
      const responses = await Promise.all(Array.from({ length: atOnce }, () => this.#send(placed)));
      for (const response of responses) if (isYes(response)) placed.accepted.push(idsOf(response.body));
      if (responses.some(isFinal)) return;
      if (placed.accepted.length > (again ? 1 : 0)) return;
      await sleep(500 + random.below(2000));
    }
  }

  #send(placed: Placed, ...more: Field[]): Promise<Exchanged> {
    const { order, fields, idempotencyKey } = placed;
    const init = {
      method: 'POST',
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      body: formOf([...fields, ...more]),
    };
    if (more.length === 0) return this.#call(`${order.marker} ${order.kind}`, order.path, init);
    return this.#call(`${order.marker} another payload`, order.path, init, ['idempotency-key-reused']);
  }

  /** Puts the files of an order where they need not be sent with it. */
  async #upload({ marker, fields }: Order): Promise<readonly Field[]> {
    return uploadFiles(fields, {
      announce: (body) =>
        this.#call(`${marker} upload`, '/api/uploads', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      post: (url, body) => {
        return this.responses.take(`${marker} post to the bucket`, exchange(url, { method: 'POST', body }));
      },
      uploaded: (id) => this.uploadIds.add(id),
      tries,
    });
  }

  /** The same key for something else. */
  async #reuseKey(placed: Placed): Promise<void> {
    const response = await this.#send(placed, ['fileName', 'another']);
    if (isYes(response))
      this.responses.undocumented.push(`${placed.order.marker}: took another payload for the same`);
  }

  /** Looks at a job as clients do, and remembers how it ended. */
  async #look({ accepted: [first], order }: Placed): Promise<void> {
    const [id] = first ?? [];
    if (!id || !isJob(order)) return;
    const response = await this.#call(`${id} look`, `/api/jobs/${id}?wait=2`, {});
    const { status, finishedAt } = (isYes(response) ? response.body : {}) as Partial<JobResponse>;
    if (status && finishedAt) {
      this.seenEnds.set(id, (this.seenEnds.get(id) ?? new Set()).add(`${status} ${finishedAt}`));
    }
  }

  /** Cancels a job, or deletes what came of an order. */
  async #withdraw(placed: Placed, random: Random): Promise<void> {
    const { order, accepted } = placed;
    placed.withdrawal = 'asked';
    for (const id of new Set(accepted.flat())) {
      const path = isJob(order) ? `/api/jobs/${id}` : `/api/files/${id}`;
      let response: Exchanged | undefined;
      for (let left = tries; left > 0 && !(response && isYes(response)); left -= 1) {
        if (response) await sleep(500 + random.below(1000));
        response = await this.#call(`${id} delete`, path, { method: 'DELETE' });
      }
      if (!response || !isYes(response)) return;
    }
    placed.withdrawal = 'confirmed';
  }

  async #call(
    what: string,
    path: string,
    { headers, ...init }: RequestInit,
    tolerated?: readonly string[],
  ): Promise<Exchanged> {
    const { baseUrl, key } = this.#options;
    return this.responses.take(
      what,
      exchange(`${baseUrl}${path}`, {
        ...init,
        headers: { ...(headers as Record<string, string>), authorization: `Bearer ${key}` },
      }),
      (response) => whyUndocumented(response, tolerated),
    );
  }
}

/** Refused for good: to send it again would change nothing. */
const isFinal = (response: Exchanged): boolean =>
  response.kind === 'answer' &&
  response.status >= 400 &&
  response.status < 500 &&
  ![409, 429].includes(response.status);

const idsOf = (body: unknown): string[] =>
  [body].flat().map((each) => String((each as { id?: unknown } | null)?.id));
