import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { textMediaTypes, type TextFormat } from '#lib/api/fields/text-fields.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import { runPdfiumTask } from '#lib/conversions/pdf/run-pdfium-task.ts';
import type { TextTask } from '#lib/conversions/pdf/task.ts';
import { SecondReader } from '#lib/conversions/pdf/text/second-reader.ts';
import type { ReadingPlan } from '#lib/engines/text/prepare-reading.ts';
import { bytesOf, type Chunks, type ProducedFile } from '#lib/files/produced-file.ts';
import { rawPdf, rawStream, textPages } from '../../../../support/raw-pdf.ts';

/** 40 pages. A heading and a character that is not identified are on the first and on the last one. */
function longDocument(): Uint8Array {
  const objects = textPages(...Array.from({ length: 40 }, (_, index) => `Page ${index + 1}`));
  objects[100] = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 101 0 R>>';
  objects[101] = rawStream(
    '',
    '1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <58> <FFFD> endbfchar',
  );
  for (const page of [4, 82]) {
    objects[page] = String(objects[page]).replace('/F1 3 0 R', '/F1 3 0 R/F2 100 0 R');
    objects[page + 1] = rawStream(
      '',
      'BT /F1 30 Tf 20 150 Td (Heading) Tj /F1 12 Tf 0 -50 Td (Text) Tj /F2 12 Tf 80 0 Td (X) Tj ET',
    );
  }
  return new Uint8Array(rawPdf(objects));
}

const taskOf = (format: TextFormat, content = longDocument()): TextTask => ({
  kind: 'text',
  input: { field: 'file', fileName: 'a.pdf', content },
  format,
  pages: undefined,
  fileName: '',
});

const textOf = ({ content }: ProducedFile<Chunks>): string => Buffer.from(bytesOf(content)).toString();

describe('a long document that two threads read', { timeout: 60_000 }, () => {
  const program = new URL('../../../../../lib/conversions/pdf/pdfium-worker.ts', import.meta.url);
  const thread = new PdfThread(program, 3008);
  afterAll(() => thread.stop());

  it.each(Object.keys(textMediaTypes) as TextFormat[])('is the same as by one thread: %s', async (format) => {
    const [direct] = await runPdfiumTask(taskOf(format), undefined);
    const [read] = await thread.run(taskOf(format), { deadline: Date.now() + 60_000 });
    expect(read?.warnings).toEqual([expect.objectContaining({ code: 'characters-unknown' })]);
    expect(read?.warnings).toEqual(direct?.warnings);
    expect(read && textOf(read)).toBe(direct && textOf(direct));
  });
});

describe('a second reader', { timeout: 30_000 }, () => {
  const plan: ReadingPlan = { content: new Uint8Array(1), pages: [] };
  const limits = { characters: 1 };
  const readers: SecondReader[] = [];
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.stop();
  });
  const endless = (): SecondReader => {
    const reader = new SecondReader(new URL('../fixtures/loop.ts', import.meta.url));
    readers.push(reader);
    return reader;
  };

  it('ends pages that exceed the processor time of their task', async () => {
    const read = endless().readerFor({ ...taskOf('text'), processorMilliseconds: 300 });
    await expect(read(plan, limits, new AbortController().signal)).rejects.toMatchObject({
      code: 'file-too-large',
      errors: [{ field: 'file', message: 'exceeds the CPU time limit for one request' }],
    });
  });

  it('ends pages whose document fails elsewhere, so that the next document does not wait for them', async () => {
    const reader = endless();
    const failure = new AbortController();
    const read = reader.readerFor(taskOf('text'))(plan, limits, failure.signal);
    failure.abort(new Error('the other half is damaged'));
    await expect(read).rejects.toThrow('the other half is damaged');
    const next = reader.readerFor({ ...taskOf('text'), processorMilliseconds: 300 });
    await expect(next(plan, limits, new AbortController().signal)).rejects.toThrow('CPU time');
  });
});
