import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, form, jsonOf } from '../support/client.ts';
import { pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { type Bait, type LaidBait, layBait, takenBait } from './bait.ts';
import { type CanaryDocument, canaryDocuments } from './canary-documents.ts';
import { formatCanaries } from './format-canaries.ts';
import { resultFile } from '../support/result-file.ts';

const convert = (kind: string, file: Buffer) =>
  /^(?:docx|xlsx|pptx)$/.test(kind)
    ? call(`/api/convert/${kind}-to-pdf`, { body: form(['file', file, `canary.${kind}`]) })
    : call('/api/convert/to-pdf', { body: form(['files', file, `canary.${kind}`]) });

const documents = (bait: Bait): CanaryDocument[] => [...canaryDocuments(bait), ...formatCanaries(bait)];

let bait: LaidBait;
let canaries: ReadonlyMap<string, CanaryDocument>;
beforeAll(async () => {
  bait = await layBait();
  canaries = new Map(documents(bait).map((canary) => [canary.name, canary]));
});
afterAll(() => bait.remove());

const names = documents({ server: 'http://localhost', folder: 'file:///none' }).map(({ name }) => name);

describe.skipIf(leftOut('libreoffice'))('documents that reach out of their folder', () => {
  it.each(names)('%s asks no server, brings no foreign file, writes none', async (name) => {
    const document = canaries.get(name);
    if (!document) throw new Error(`no canary ${name}`);
    let job = await jsonOf<JobResponse>(await convert(document.kind, document.bytes), 202);
    while (job.status === 'queued' || job.status === 'processing') {
      await sleep(50);
      job = await jsonOf<JobResponse>(await call(`/api/jobs/${job.id}`));
    }
    expect(job).toMatchObject({ status: 'completed', error: null });
    const pdf = await download(resultFile(job).url);
    expect((await pageTexts(pdf)).join(' ')).toContain(document.text);
    expect(await takenBait(pdf)).toEqual([]);
    expect(bait.requests).toEqual([]);
    expect(bait.filesRead()).toEqual([]);
    expect(bait.filesWritten()).toEqual([]);
  });
});
