import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Job } from '#lib/jobs/job.ts';
import { ResultDelivery } from '#lib/conversions/deliveries/result-delivery.ts';
import { officeWork, type OfficeWorkOptions } from '#lib/conversions/office/office-work.ts';
import { isStoredInput } from '#lib/jobs/job.ts';
import { type MessageOutcome, runJob } from '#lib/jobs/run-job.ts';
import { ConversionError, type ConversionErrorReason } from '#lib/engines/office/conversion-error.ts';
import { OfficeConverter, type OfficeConverterOptions } from '#lib/engines/office/converter.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { sampleFont, sampleWoff2 } from '../../../support/font-tables.ts';
import { endlessXlsx, insatiablePptx } from '../../../support/hostile-office.ts';
import { newJob, newResult } from '../../../support/jobs.ts';
import { converterOptions, hostPids } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { MemoryJobStore } from '../../../support/memory-jobs.ts';
import { makeDocx } from '../../../support/office.ts';

const folder = mkdtempSync(join(tmpdir(), 'office-work-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const decryptWorker = new URL('../../../../lib/engines/office/decrypt-worker.ts', import.meta.url);

/** A job with a document, and what delivers its message. */
async function jobOf(
  type: Job['type'],
  bytes: Buffer,
  converter: OfficeWorkOptions['converter'],
  overrides: Partial<OfficeWorkOptions> = {},
  fonts: readonly Buffer[] = [],
) {
  const jobs = new MemoryJobStore();
  const options = { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false };
  const made = newJob({ type, options });
  const given = fonts.map((font, index) => {
    const key = `font-${index}`;
    return { field: `fonts[${index}]`, key, eTag: '"f"', fileName: key, size: font.length };
  });
  const job = { ...made, inputs: [...made.inputs, ...given] };
  await jobs.create(job);
  const stored = join(folder, job.id);
  mkdirSync(stored);
  writeFileSync(join(stored, 'document'), bytes);
  for (const [index, font] of fonts.entries()) writeFileSync(join(stored, `font-${index}`), font);
  const work = officeWork({
    inputs: {
      download: ({ key }, file) =>
        copyFile(join(stored, given.some((font) => font.key === key) ? key : 'document'), file),
    },
    files: { save: () => Promise.resolve(newResult(job)) },
    deliveries: new ResultDelivery({ send: () => Promise.resolve(200), pauses: [] }),
    converter,
    ...directPdfWork(),
    decryptWorker,
    workDirectory: join(folder, 'jobs'),
    ...overrides,
  });
  let now = Date.parse(job.createdAt);
  const reported: unknown[] = [];
  return {
    find: () => jobs.find(job.id),
    reported,
    /** @param milliseconds that the conversion may take */
    deliver: (milliseconds: number): Promise<MessageOutcome> => {
      now = Math.max(now + 60_000, Date.now() + 60_000);
      const claimedAt = now;
      return runJob(job.id, {
        jobs,
        // The work lives by the real clock.
        work: (claimed, deadline, signal) => {
          const inputs = claimed.inputs.filter(isStoredInput);
          return work({ ...claimed, inputs }, deadline - claimedAt + Date.now(), signal);
        },
        discard: () => Promise.resolve(),
        announce: () => Promise.resolve(),
        millisecondsLeft: milliseconds + 10_000,
        now: () => now,
        report: (error) => reported.push(error),
      });
    },
  };
}

/** Processor time that a process has used (proc(5): utime and stime, in ticks of 10 ms). */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A converter that fails in this way every time. */
const failing = (reason: ConversionErrorReason, documentOpened: boolean): OfficeWorkOptions['converter'] => ({
  convert: () => Promise.reject(new ConversionError(reason, 'why', { documentOpened })),
  export: () => Promise.reject(new ConversionError(reason, 'why', { documentOpened })),
});

const again = { kind: 'again' };
const done = { kind: 'done' };

describe('the fonts of a job', () => {
  it('are unpacked for the converter', async () => {
    const convert = vi.fn(failing('failed', false).convert);
    const { deliver } = await jobOf('docx-to-pdf', makeDocx(), { ...failing('failed', false), convert }, {}, [
      sampleWoff2(),
    ]);
    await deliver(20_000);
    const [{ fonts }] = convert.mock.calls[0] ?? [{}];
    expect(fonts).toMatchObject([{ field: 'fonts[0]', face: { families: ['Sample Sans'] } }]);
  });

  it('fail the job at once if they are at fault', async () => {
    const convert = vi.fn<OfficeWorkOptions['converter']['convert']>();
    const fonts = [sampleFont(), sampleFont().subarray(0, 9000)];
    const { deliver, find } = await jobOf(
      'docx-to-pdf',
      makeDocx(),
      { ...failing('failed', false), convert },
      {},
      fonts,
    );
    expect(await deliver(20_000)).toEqual(done);
    expect(await find()).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: {
        code: 'invalid-file-type',
        detail: expect.stringMatching(/^fonts\[1\]: is a damaged/) as string,
      },
    });
    expect(convert).not.toHaveBeenCalled();
  });
});

describe('conversions that fail', () => {
  it.each([
    ['deadline', 'conversion-timeout'],
    ['memory', 'conversion-crashed'],
    ['crashed', 'conversion-crashed'],
    ['failed', 'conversion-crashed'],
  ] as const)('by %s twice end as %s', async (reason, code) => {
    const { deliver, find } = await jobOf('docx-to-pdf', makeDocx(), failing(reason, true));
    expect(await deliver(20_000)).toMatchObject(again);
    expect(await deliver(20_000)).toEqual(done);
    const job = await find();
    expect(job).toMatchObject({ status: 'failed', attempts: 2, error: { code } });
    expect(job?.error?.detail).not.toContain('LibreOffice');
  });

  it.each([
    ['canceled', true],
    ['deadline', false],
    ['crashed', false],
    ['failed', false],
  ] as const)('by %s (document opened: %s) are faults of the service', async (reason, documentOpened) => {
    const { deliver, find } = await jobOf('docx-to-pdf', makeDocx(), failing(reason, documentOpened));
    for (const delivery of [again, again, done]) expect(await deliver(20_000)).toMatchObject(delivery);
    expect(await find()).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'internal-error' } });
  });

  it('do not blame the document when the download used up the time', async () => {
    const inputs: OfficeWorkOptions['inputs'] = {
      download: async (_, file) => {
        await sleep(1000);
        writeFileSync(file, makeDocx());
      },
    };
    const { deliver, find } = await jobOf('docx-to-pdf', makeDocx(), failing('deadline', true), { inputs });
    for (const delivery of [again, again, done]) expect(await deliver(2000)).toMatchObject(delivery);
    expect(await find()).toMatchObject({ attempts: 3, error: { code: 'internal-error' } });
  });
});

describe.skipIf(leftOut('libreoffice'))(
  'documents that LibreOffice cannot convert',
  { timeout: 120_000 },
  () => {
    const workDirectory = join(folder, 'converter');
    const limits = { memoryLimitBytes: 700 * 1024 * 1024 } satisfies Partial<OfficeConverterOptions>;
    const converter = new OfficeConverter({ ...converterOptions(workDirectory), warmUp: [], ...limits });
    beforeAll(() => converter.prepare());
    afterAll(() => converter.stop());

    /** Kills each process of LibreOffice with `signal` that has used more processor time than a start takes. */
    const endComputingHosts = (signal: NodeJS.Signals): NodeJS.Timeout =>
      setInterval(() => {
        for (const host of hostPids(workDirectory)) {
          try {
            if (processorSeconds(host) >= 4) process.kill(host, signal);
          } catch {
            // It has just ended.
          }
        }
      }, 100);

    it('fails a workbook that computes for hours as conversion-timeout, after two attempts', async () => {
      const { deliver, find } = await jobOf('xlsx-to-pdf', endlessXlsx(), converter);
      expect(await deliver(10_000)).toEqual({ kind: 'again', seconds: 1 });
      expect(await deliver(10_000)).toEqual(done);
      expect(await find()).toMatchObject({
        status: 'failed',
        attempts: 2,
        error: { code: 'conversion-timeout' },
      });
    });

    it('fails a presentation that needs gigabytes of memory as conversion-crashed, after two attempts', async () => {
      const { deliver, find } = await jobOf('pptx-to-pdf', insatiablePptx(), converter);
      expect(await deliver(60_000)).toEqual({ kind: 'again', seconds: 1 });
      expect(await deliver(60_000)).toEqual(done);
      expect(await find()).toMatchObject({ attempts: 2, error: { code: 'conversion-crashed' } });
    });

    it('fails a document under which LibreOffice ends twice as conversion-crashed', async () => {
      const { deliver, find, reported } = await jobOf('xlsx-to-pdf', endlessXlsx(), {
        convert: async (conversion) => {
          const ending = endComputingHosts('SIGSEGV');
          return converter.convert(conversion).finally(() => clearInterval(ending));
        },
        export: (conversion) => converter.export(conversion),
      });
      expect(await deliver(60_000)).toEqual({ kind: 'again', seconds: 1 });
      expect(await deliver(60_000)).toEqual(done);
      expect(reported).toMatchObject([{ cause: { reason: 'crashed' } }, { cause: { reason: 'crashed' } }]);
      expect(await find()).toMatchObject({ attempts: 2, error: { code: 'conversion-crashed' } });
    });

    it('converts the next document', async () => {
      const { deliver, find } = await jobOf('docx-to-pdf', makeDocx(), converter);
      expect(await deliver(20_000)).toEqual(done);
      expect(await find()).toMatchObject({ status: 'completed', attempts: 1 });
    });
  },
);
