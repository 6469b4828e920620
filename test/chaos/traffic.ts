import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { Random } from '../fuzz/mutations.ts';
import { ResponseLog, isSuccess } from './responses.ts';
import { exchange, type Exchanged, whyUndocumented } from './exchange.ts';
import type { Journal } from './journal.ts';
import { type Field, formOf, makeOrder, type Order, orderKinds, preferenceOf } from './orders.ts';
import { uploadFiles } from './upload-files.ts';

/** An order and the responses that the client received. */
export interface Placed {
  order: Order;
  /** The fields of the form, the same for each attempt. Upload ids can replace files. */
  fields: readonly Field[];
  /** Whether its results are to be delivered. */
  isDelivered: boolean;
  idempotencyKey: string | undefined;
  /** The ids of jobs or files in each successful response. */
  accepted: string[][];
  /** Whether the client has requested the deletion of all of it, and received its confirmation. */
  withdrawal?: 'requested' | 'confirmed';
}

export interface TrafficOptions {
  baseUrl: string;
  key: string;
  /** The receiver of webhooks. The marker of the order is appended. */
  hookUrl: string;
  /** The receiver of results. The marker of the order is appended. */
  dropUrl: string;
  journal: Journal;
}

/** The maximum number of attempts of a request that can be retried. */
const maxAttempts = 12;

/** One in this many orders uses uploads, is sent twice at once, is deleted, or reuses its key with another payload. */
const shares = { uploaded: 4, doubled: 5, withdrawn: 4, reused: 5 } as const;

/** Clients that request conversions continuously and record the responses. */
export class Traffic {
  readonly placed: Placed[] = [];
  readonly responses: ResponseLog;
  readonly uploadIds = new Set<string>();
  /** The terminal states of each job that clients have seen. */
  readonly seenEnds = new Map<string, Set<string>>();
  readonly #options: TrafficOptions;
  #count = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.responses = new ResponseLog(options.journal);
  }

  /** One client, until `isOver`. */
  async client(name: string, random: Random, isOver: () => boolean): Promise<void> {
    const isOneOf = (share: number): boolean => random.below(share) === 0;
    while (!isOver()) {
      this.#count += 1;
      const order = await makeOrder(random.pick(orderKinds), `${name}x${this.#count}`, random);
      const webhook: Field[] =
        order.isJob && isOneOf(2) ? [['webhookUrl', `${this.#options.hookUrl}/${order.marker}`]] : [];
      const isDelivered = order.isJob && isOneOf(3);
      const delivery: Field[] = isDelivered
        ? [['deliverTo', `${this.#options.dropUrl}/${order.marker}`]]
        : [];
      const placed: Placed = {
        order,
        fields: [
          ...(isOneOf(shares.uploaded) ? await this.#upload(order) : order.fields),
          ...webhook,
          ...delivery,
        ],
        isDelivered,
        idempotencyKey: isOneOf(2) ? `key-${order.marker}` : undefined,
        accepted: [],
      };
      this.placed.push(placed);
      await this.#place(placed, random);
      if (placed.accepted.length > 0) {
        if (placed.idempotencyKey !== undefined && isOneOf(shares.reused)) await this.#reuseKey(placed);
        // Before it is read, while it is processed, or after it has ended.
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
    // Some requests are repeated after their response, and some are sent twice at once.
    const again = idempotencyKey !== undefined && random.below(3) === 0;
    const atOnce = idempotencyKey !== undefined && random.below(shares.doubled) === 0 ? 2 : 1;
    for (let left = idempotencyKey === undefined ? 1 : maxAttempts; left > 0; left -= 1) {
      const responses = await Promise.all(Array.from({ length: atOnce }, () => this.#send(placed)));
      for (const response of responses) {
        if (isSuccess(response)) placed.accepted.push(idsOf(response.body, placed.order));
      }
      if (responses.some(isFinal)) return;
      if (placed.accepted.length > (again ? 1 : 0)) return;
      await sleep(500 + random.below(2000));
    }
  }

  #send(placed: Placed, ...more: Field[]): Promise<Exchanged> {
    const { order, fields, idempotencyKey } = placed;
    const init = {
      method: 'POST',
      headers: {
        ...preferenceOf(order),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: formOf([...fields, ...more]),
    };
    if (more.length === 0) return this.#call(`${order.marker} ${order.kind}`, order.path, init);
    return this.#call(`${order.marker} another payload`, order.path, init, ['idempotency-key-reused']);
  }

  /** Uploads the files of an order beforehand. */
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
      maxAttempts,
    });
  }

  /** Sends another payload with the same `Idempotency-Key`. */
  async #reuseKey(placed: Placed): Promise<void> {
    const response = await this.#send(placed, ['fileName', 'another']);
    if (isSuccess(response))
      this.responses.undocumented.push(`${placed.order.marker}: accepted another payload with the same key`);
  }

  /** Polls a job, and records its end. */
  async #look({ accepted: [first], order }: Placed): Promise<void> {
    const [id] = first ?? [];
    if (!id || !order.isJob) return;
    const response = await this.#call(`${id} look`, `/api/jobs/${id}?wait=2`, {});
    const { status, finishedAt } = (isSuccess(response) ? response.body : {}) as Partial<JobResponse>;
    if (status && finishedAt) {
      this.seenEnds.set(id, (this.seenEnds.get(id) ?? new Set()).add(`${status} ${finishedAt}`));
    }
  }

  /** Cancels a job, or deletes the files of an order. */
  async #withdraw(placed: Placed, random: Random): Promise<void> {
    const { order, accepted } = placed;
    placed.withdrawal = 'requested';
    for (const id of new Set(accepted.flat())) {
      const path = order.isJob ? `/api/jobs/${id}` : `/api/files/${id}`;
      let response: Exchanged | undefined;
      for (let left = maxAttempts; left > 0 && !(response && isSuccess(response)); left -= 1) {
        if (response) await sleep(500 + random.below(1000));
        response = await this.#call(`${id} delete`, path, { method: 'DELETE' });
      }
      if (!response || !isSuccess(response)) return;
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

/** Whether the request was rejected and a retry cannot succeed. */
const isFinal = (response: Exchanged): boolean =>
  response.kind === 'response' &&
  response.status >= 400 &&
  response.status < 500 &&
  ![409, 429].includes(response.status);

/** Of jobs, their own ids, also where the response is the result. */
const idsOf = (body: unknown, { isJob }: Order): string[] =>
  [body].flat().map((each) => {
    const id = String((each as { id?: unknown } | null)?.id);
    return isJob ? id.replace(/^file_/, 'job_') : id;
  });
