import { createCanvas } from '@napi-rs/canvas';
import { randomBytes } from 'node:crypto';
import { markAsUntransferable } from 'node:worker_threads';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import type { EditTask, MergeTask, PdfInput, SplitTask } from '#lib/conversions/pdf/task.ts';
import { InputMemory } from '#lib/files/input-memory.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { overlayDefaults } from '../../../support/overlay-defaults.ts';
import { makePdf, pageTexts } from '../../../support/pdf.ts';

const worker = new URL('../../../../lib/conversions/pdf/worker.ts', import.meta.url);
const soon = () => ({ deadline: Date.now() + 25_000 });

let thread: PdfThread;
beforeAll(() => {
  thread = new PdfThread(worker, 3008);
});
afterAll(() => thread.stop());

const input = (content: Uint8Array, field: string): PdfInput => ({ field, fileName: '', content });

async function mergeOf(...contents: Uint8Array[]): Promise<MergeTask> {
  const given = contents.length > 0 ? contents : [await makePdf('A', 2), await makePdf('B', 1)];
  return {
    kind: 'merge',
    inputs: given.map((content, index) => input(content, `files[${index}]`)),
    fileName: '',
  };
}

describe('work on PDFs in a thread', () => {
  it('returns the same as in this thread', async () => {
    const [direct] = await runPdfTask(await mergeOf());
    const [merged] = await thread.run(await mergeOf(), soon());
    expect(merged).toMatchObject({ fileName: 'merged.pdf', pages: 3, warnings: [] });
    expect(merged && direct && Buffer.compare(bytesOf(merged.content), bytesOf(direct.content))).toBe(0);
  });

  it('draws overlays, whose pictures take asynchronous work, as in this thread', async () => {
    const picture = createCanvas(20, 20).toBuffer('image/webp', 100);
    const task = async (): Promise<EditTask> => ({
      kind: 'edit',
      input: input(await makePdf('A', 2), 'file'),
      overlays: [input(Buffer.from(picture), 'overlays[0]'), input(await makePdf('B', 1), 'overlays[1]')].map(
        (file) => ({ ...file, fileName: file.field }),
      ),
      stamp: [
        { ...overlayDefaults, file: 'overlays[0]' },
        { ...overlayDefaults, file: 'overlays[1]' },
      ],
      fileName: '',
    });
    const [direct] = await runPdfTask(await task());
    const [stamped] = await thread.run(await task(), soon());
    expect(stamped && (await pageTexts(bytesOf(stamped.content)))).toEqual([
      'A, page 1B, page 1',
      'A, page 2B, page 1',
    ]);
    expect(stamped && direct && Buffer.compare(bytesOf(stamped.content), bytesOf(direct.content))).toBe(0);
  });

  it('returns all parts of a split', async () => {
    const task: SplitTask = {
      kind: 'split',
      input: input(await makePdf('A', 5), 'file'),
      ranges: parsePageRanges('1,4-5,1'),
      fileName: '',
    };
    const parts = await thread.run(task, soon());
    expect(parts.map(({ fileName }) => fileName)).toEqual([
      'document_1.pdf',
      'document_4-5.pdf',
      'document_1-2.pdf',
    ]);
    const texts = await Promise.all(parts.map(({ content }) => pageTexts(bytesOf(content))));
    expect(texts).toEqual([['A, page 1'], ['A, page 4', 'A, page 5'], ['A, page 1']]);
  });

  it('transfers the buffers of its inputs, also one that several inputs share', async () => {
    const [own, first, second] = [
      new Uint8Array(await makePdf('A', 1)),
      await makePdf('B', 1),
      await makePdf('C', 1),
    ];
    const body = new Uint8Array(first.length + second.length + 10);
    body.set(first, 10);
    body.set(second, 10 + first.length);
    const parts = [body.subarray(10, 10 + first.length), body.subarray(10 + first.length)];
    const [merged] = await thread.run(await mergeOf(own, ...parts), soon());
    const texts = merged && (await pageTexts(bytesOf(merged.content)));
    expect(texts).toEqual(['A, page 1', 'B, page 1', 'C, page 1']);
    expect([own.byteLength, body.byteLength]).toEqual([0, 0]);
  });

  it('copies memory that must not be transferred', async () => {
    const content = await makePdf('A', 1);
    const pooled = Buffer.from(content);
    markAsUntransferable(pooled.buffer);
    const [merged] = await thread.run(await mergeOf(pooled), soon());
    expect(merged?.pages).toBe(1);
    expect(pooled.equals(content)).toBe(true);
  });

  it('hands memory that is longer than its input over and back', async () => {
    const content = await makePdf('A', 1);
    const memory = Buffer.alloc(content.length + 300_000);
    memory.set(content);
    const [merged] = await thread.run(await mergeOf(memory.subarray(0, content.length)), soon());
    expect(memory.byteLength).toBe(0);
    expect(merged && (await pageTexts(bytesOf(merged.content)))).toEqual(['A, page 1']);
  });

  it('works in memory that was given back', async () => {
    const memory = new InputMemory();
    const read = async (text: string, size: number): Promise<Buffer> => {
      const document = await PDFDocument.load(await makePdf(text, 2));
      await document.attach(randomBytes(size), `${text}.bin`);
      const content = await document.save();
      const taken = memory.take(content.length);
      taken.set(content);
      return taken;
    };
    for (const [text, size] of [
      ['A', 900_000],
      ['B', 400_000],
      ['C', 700_000],
    ] as const) {
      const task = await mergeOf(await read(`${text}1`, size), await read(`${text}2`, size));
      const [direct] = await runPdfTask(structuredClone(task));
      const [merged] = await thread.run(task, soon());
      if (!merged || !direct) throw new Error('there is no result');
      expect(Buffer.compare(bytesOf(merged.content), bytesOf(direct.content))).toBe(0);
      memory.giveBack(merged.content.chunks);
      // What a result is made of serves again: the inputs' own memory.
      expect(merged.content.chunks.map(({ buffer }) => buffer)).toContain(memory.take(size).buffer);
    }
  });

  it('never exposes the previous content of memory', async () => {
    const document = await PDFDocument.load(await makePdf('A', 2));
    await document.attach(Buffer.alloc(20_000, 'own '), 'own.txt');
    const whole = await document.save({ useObjectStreams: false });
    // Cut off where a stream, an object, the cross-reference has its end in what stands behind.
    for (const share of [0.3, 0.5, 0.7, 0.9, 0.99, 1]) {
      const content = whole.subarray(0, Math.floor(whole.length * share));
      const memory = Buffer.concat([content, Buffer.from(whole).fill('other '), whole]);
      const results = await Promise.allSettled([
        thread.run(await mergeOf(memory.subarray(0, content.length)), soon()),
        thread.run(await mergeOf(Uint8Array.from(content)), soon()),
      ]);
      const [inMemory, alone] = results.map((result) =>
        result.status === 'fulfilled'
          ? result.value.map(({ content }) => Buffer.from(bytesOf(content)).toString('latin1'))
          : String(result.reason),
      );
      expect(inMemory).toEqual(alone);
    }
  });

  it('accepts the same buffer for several inputs', async () => {
    const same = new Uint8Array(await makePdf('A', 1));
    expect(await thread.run(await mergeOf(same, same), soon())).toMatchObject([{ pages: 2 }]);
  });

  it('names the file at fault', async () => {
    const task = await mergeOf(await makePdf('A', 1), Buffer.from('no PDF'));
    const rejected = thread.run(task, soon());
    await expect(rejected).rejects.toBeInstanceOf(AppError);
    await expect(rejected).rejects.toMatchObject({
      code: 'invalid-file-type',
      errors: [{ field: 'files[1]', message: 'is not a PDF' }],
    });
  });

  it('is unavailable when the deadline passes first, and stays usable', async () => {
    await expect(thread.run(await mergeOf(), { deadline: Date.now() })).rejects.toMatchObject({
      name: 'AppError',
      code: 'unavailable',
      retryAfterSeconds: 5,
      errors: [],
    });
    expect(await thread.run(await mergeOf(), soon())).toMatchObject([{ pages: 3 }]);
  });

  it.each([
    ['wait', 2000, { code: 'unavailable', retryAfterSeconds: 5, errors: [] }],
    [
      'loop',
      60_000,
      {
        code: 'file-too-large',
        errors: [{ field: 'files', message: 'exceeds the CPU time limit for one request' }],
      },
    ],
  ] as const)(
    'distinguishes a thread without processor time from an endless task: %s',
    async (name, time, error) => {
      const endless = new PdfThread(new URL(`./fixtures/${name}.ts`, import.meta.url), 3008, {
        processorMilliseconds: 500,
      });
      // The deadline of the thread is 3 seconds earlier: the result is still to be stored.
      await expect(
        endless.run(await mergeOf(), { deadline: Date.now() + time + 3000 }),
      ).rejects.toMatchObject(error);
      await endless.stop();
    },
  );

  it('ends a task when the signal of its caller aborts', async () => {
    const endless = new PdfThread(new URL('./fixtures/loop.ts', import.meta.url), 3008);
    const lost = new AbortController();
    const running = endless.run(await mergeOf(), { ...soon(), signal: lost.signal });
    setTimeout(() => lost.abort(new Error('the lease is lost')), 100);
    await expect(running).rejects.toThrow('the lease is lost');
    await expect(endless.run(await mergeOf(), { ...soon(), signal: lost.signal })).rejects.toThrow('lost');
    await endless.stop();
  });

  it('starts a task before its call is admitted, and returns the result after that', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const admitted = async (): Promise<void> => promise;
    const content = new Uint8Array(await makePdf('A', 1));
    const task = await mergeOf(content);
    let isDone = false;
    const running = thread.run(task, { ...soon(), admitted }).finally(() => (isDone = true));
    // Runs after the task, of which it needs the result.
    await thread.run(await mergeOf(), soon());
    expect(content.byteLength).toBe(0);
    expect(isDone).toBe(false);
    resolve(undefined);
    const [merged] = await running;
    expect(merged).toMatchObject({ pages: 1 });
  });

  it('ends a task whose call is rejected, and runs the next one', async () => {
    const endless = new PdfThread(new URL('./fixtures/loop.ts', import.meta.url), 3008);
    const rejection = new AppError('rate-limited', 'Too many calls.');
    const rejected = endless.run(await mergeOf(), { ...soon(), admitted: () => Promise.reject(rejection) });
    await expect(rejected).rejects.toBe(rejection);
    const short = { deadline: Date.now() + 3_500 };
    await expect(endless.run(await mergeOf(), short)).rejects.toMatchObject({ code: 'unavailable' });
    await endless.stop();
  });

  it('never returns the result of a task whose call was rejected as that of the next one', async () => {
    const rejection = new AppError('too-many-requests', 'Too many calls.');
    for (let pages = 1; pages <= 3; pages += 1) {
      const task = await mergeOf(await makePdf('A', 20));
      const rejected = thread.run(task, { ...soon(), admitted: () => Promise.reject(rejection) });
      const next = thread.run(await mergeOf(await makePdf('B', pages)), soon());
      await expect(rejected).rejects.toBe(rejection);
      expect(await next).toMatchObject([{ pages }]);
    }
  });

  it('ends a task that uses too much memory', async () => {
    const narrow = new PdfThread(worker, 200);
    await expect(narrow.run(await mergeOf(), soon())).rejects.toMatchObject({
      code: 'file-too-large',
      errors: [{ field: 'files', message: 'exceeds the memory limit for one request' }],
    });
    await narrow.stop();
  });
});
