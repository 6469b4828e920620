import { exchange } from '../chaos/exchange.ts';
import { formOf, makeOrder, orderKinds, preferenceOf } from '../chaos/orders.ts';
import type { Random } from '../fuzz/mutations.ts';

/** How one request went. */
export interface Timing {
  endpoint: string;
  milliseconds: number;
  /** The status, or why there was none. */
  outcome: string;
}

/** Of conversions and small requests, so many are conversions. */
const conversionPercent = 60;
const smallKinds = ['job', 'jobs', 'file', 'upload', 'health'] as const;

/** Requests as a day's clients make them, one at a time. */
export class MixedRequests {
  readonly timings: Timing[] = [];
  readonly jobIds: string[] = [];
  readonly #fileIds: string[] = [];
  readonly #baseUrl: string;
  readonly #key: string;
  #count = 0;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Sends one request. @returns the id of the job, if it made one */
  async send(random: Random): Promise<string | undefined> {
    this.#count += 1;
    if (random.below(100) >= conversionPercent) {
      await this.#sendSmall(random);
      return undefined;
    }
    const order = await makeOrder(random.pick(orderKinds), `l${this.#count}`, random);
    const [id] = await this.#timed(order.kind, order.path, {
      method: 'POST',
      headers: preferenceOf(order),
      body: formOf(order.fields),
    });
    if (id === undefined) return undefined;
    // With `Prefer: wait`, the response to an order of a job can be its result.
    const isJob = id.startsWith('job_');
    (isJob ? this.jobIds : this.#fileIds).push(id);
    return isJob ? id : undefined;
  }

  /** Waits until a job has ended. */
  async ended(id: string): Promise<void> {
    for (;;) {
      const response = await exchange(`${this.#baseUrl}/api/jobs/${id}?wait=10`, this.#init({}));
      if (response.kind === 'none') continue;
      if (response.status === 404) throw new Error(`There is no job ${id}.`);
      const { finishedAt } = response.body as { finishedAt?: string | null };
      if (finishedAt) return;
    }
  }

  async #sendSmall(random: Random): Promise<void> {
    switch (random.pick(smallKinds)) {
      case 'job':
        if (this.jobIds.length > 0) await this.#timed('GET job', `/api/jobs/${random.pick(this.jobIds)}`, {});
        return;
      case 'file':
        if (this.#fileIds.length > 0)
          await this.#timed('GET file', `/api/files/${random.pick(this.#fileIds)}`, {});
        return;
      case 'jobs':
        await this.#timed('GET jobs', '/api/jobs', {});
        return;
      case 'upload': {
        const body = JSON.stringify({ fileName: 'a.pdf', contentType: 'application/pdf', size: 1000 });
        await this.#timed('POST uploads', '/api/uploads', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        return;
      }
      case 'health':
        await this.#timed('GET health', '/api/health', {});
    }
  }

  async #timed(endpoint: string, path: string, init: RequestInit): Promise<string[]> {
    const start = performance.now();
    const response = await exchange(`${this.#baseUrl}${path}`, this.#init(init));
    const milliseconds = performance.now() - start;
    const outcome = response.kind === 'none' ? response.reason : String(response.status);
    this.timings.push({ endpoint, milliseconds, outcome });
    if (response.kind === 'none' || response.status >= 300) return [];
    return [response.body].flat().map((each) => String((each as { id?: unknown }).id));
  }

  #init({ headers, ...init }: RequestInit): RequestInit {
    return {
      ...init,
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${this.#key}` },
    };
  }
}
