import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { Job } from '#lib/jobs/job.ts';
import type { Random } from '../fuzz/mutations.ts';
import { makeDocx } from '../support/office.ts';
import { exchange } from './exchange.ts';

/** Jobs that are submitted at once: more than the workers can take. */
const burst = 8;

/** Submits many jobs at a time, so that the workers have to share themselves between two keys. */
export class NoisyKey {
  readonly accepted: string[] = [];
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  async flood(baseUrl: string, random: Random, isOver: () => boolean): Promise<void> {
    const bytes = new Uint8Array(makeDocx({ text: 'Noise' }));
    const submit = async (): Promise<void> => {
      const body = new FormData();
      body.append('file', new Blob([bytes]), 'noise.docx');
      const response = await exchange(`${baseUrl}/api/convert/docx-to-pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}` },
        body,
      });
      if (response.kind === 'response' && response.status === 202)
        this.accepted.push((response.body as JobResponse).id);
    };
    while (!isOver()) {
      await Promise.all(Array.from({ length: burst }, submit));
      await sleep(5000 + random.below(10_000));
    }
  }

  /** Jobs that were accepted and are not there, or did not end as they should. */
  faults(jobs: readonly Job[]): string[] {
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return this.accepted.flatMap((id) => {
      const job = byId.get(id);
      if (job?.status === 'completed' || job?.error?.code === 'internal-error') return [];
      return [`${id} of the noisy key is ${job ? `${job.status} ${job.error?.code ?? ''}` : 'not there'}`];
    });
  }
}
