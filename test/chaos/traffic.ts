import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResponse } from '#lib/jobs/job-response.ts';
import type { Random } from '../fuzz/mutations.ts';
import { exchange, type Exchanged, whyUndocumented } from './exchange.ts';
import type { Journal } from './journal.ts';
import { formOf, isJob, makeOrder, type Order, orderKinds } from './orders.ts';

/** An order and what the client has been told. */
export interface Placed {
  order: Order;
  idempotencyKey: string | undefined;
  webhookUrl: string | undefined;
  /** Ids of jobs or files of each answer that said yes. */
  accepted: string[][];
}

export interface TrafficOptions {
  baseUrl: string;
  key: string;
  /** Takes webhooks; the marker of the order follows. */
  hookUrl: string;
  journal: Journal;
  /** Codes that may come at this moment besides those that always may. */
  tolerated?: () => readonly string[];
}

/** Times that a request with an `Idempotency-Key` is sent, on doubt. */
const tries = 12;

/** Clients that want conversions without pause, and take note of what they are told. */
export class Traffic {
  readonly placed: Placed[] = [];
  readonly undocumented: string[] = [];
  /** Answers by kind of order and status or code. */
  readonly answers = new Map<string, number>();
  /** The end of each job that a client has seen. */
  readonly seenEnds = new Map<string, Set<string>>();
  readonly #options: TrafficOptions;
  #count = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /** One client, until `isOver`. */
  async client(name: string, random: Random, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#count += 1;
      const kind = random.pick(orderKinds);
      const order = await makeOrder(kind, `${name}x${this.#count}`, random);
      const placed: Placed = {
        order,
        idempotencyKey: random.below(2) === 0 ? `key-${order.marker}` : undefined,
        webhookUrl:
          isJob(order) && random.below(2) === 0 ? `${this.#options.hookUrl}/${order.marker}` : undefined,
        accepted: [],
      };
      this.placed.push(placed);
      await this.#place(placed, random);
      await this.#look(placed);
      await sleep(random.below(300));
    }
  }

  async #place(placed: Placed, random: Random): Promise<void> {
    // Sometimes it is asked for again although it was answered.
    const again = placed.idempotencyKey !== undefined && random.below(3) === 0;
    for (let left = placed.idempotencyKey === undefined ? 1 : tries; left > 0; left -= 1) {
      const answer = await this.#send(placed);
      const isAccepted = this.#take(placed, answer);
      if (isFinal(answer)) return;
      if (isAccepted && (!again || placed.accepted.length > 1)) return;
      await sleep(500 + random.below(2000));
    }
  }

  #send({ order, idempotencyKey, webhookUrl }: Placed): Promise<Exchanged> {
    const { baseUrl, key } = this.#options;
    return exchange(`${baseUrl}${order.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: formOf(
        order,
        ...(webhookUrl === undefined ? [] : [['webhookUrl', webhookUrl] as [string, string]]),
      ),
    });
  }

  #take(placed: Placed, answer: Exchanged): boolean {
    const { journal } = this.#options;
    const { kind, marker } = placed.order;
    const ids = answer.kind === 'answer' && answer.status < 300 ? idsOf(answer.body) : [];
    const told =
      answer.kind === 'none' ? `no answer (${answer.reason})` : (answer.code ?? String(answer.status));
    journal.note(`${marker} ${kind}: ${told} ${ids.join(' ')}`);
    this.answers.set(`${kind} ${told}`, (this.answers.get(`${kind} ${told}`) ?? 0) + 1);
    // What is answered again was judged when it came first.
    const isNews = answer.kind === 'answer' && !answer.headers.has('idempotent-replayed');
    const why = isNews ? whyUndocumented(answer, this.#options.tolerated?.()) : undefined;
    if (why !== undefined) this.undocumented.push(`${marker} ${kind}: ${why}`);
    if (ids.length === 0) return false;
    placed.accepted.push(ids);
    return true;
  }

  /** Looks at a job as clients do, and remembers how it ended. */
  async #look({ accepted: [first] }: Placed): Promise<void> {
    const [id] = first ?? [];
    if (!id?.startsWith('job_')) return;
    const { baseUrl, key } = this.#options;
    const answer = await exchange(`${baseUrl}/api/jobs/${id}?wait=2`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (answer.kind === 'none') return;
    const why = whyUndocumented(answer);
    if (why !== undefined) this.undocumented.push(`GET ${id}: ${why}`);
    const { status, finishedAt } = (answer.body ?? {}) as Partial<JobResponse>;
    if (status && finishedAt) {
      this.seenEnds.set(id, (this.seenEnds.get(id) ?? new Set()).add(`${status} ${finishedAt}`));
    }
  }
}

/** Refused for good: to send it again would change nothing. */
const isFinal = (answer: Exchanged): boolean =>
  answer.kind === 'answer' &&
  answer.status >= 400 &&
  answer.status < 500 &&
  ![409, 429].includes(answer.status);

const idsOf = (body: unknown): string[] =>
  [body].flat().map((each) => String((each as { id?: unknown } | null)?.id));
