import { describe, expect, it } from 'vitest';
import {
  type OpenOptions,
  PageSequence,
  type PdfiumDocument,
  withPage,
  withPdfium,
} from '#lib/engines/pdfium/document.ts';
import { prepareProgram } from '#lib/engines/pdfium/program.ts';
import { rawPdf, textPages } from '../../../support/raw-pdf.ts';

const report = rawPdf(textPages('one', 'two'));

const MiB = 2 ** 20;

const codeOf = (bytes: Buffer, options: OpenOptions, work: (document: PdfiumDocument) => unknown) =>
  withPdfium(bytes, options, work).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('a document in PDFium', () => {
  it('has pages', async () => {
    const sizes = await withPdfium(report, {}, (document) => {
      const { FPDF_GetPageWidthF: widthOf } = document.program.calls;
      return [0, 1].map((index) => withPage(document, index, widthOf));
    });
    expect(sizes).toEqual([200, 200]);
  });

  it('keeps a page open while the next one of a sequence is in use', async () => {
    const sizes = await withPdfium(report, {}, (document) => {
      const { FPDF_GetPageWidthF: widthOf } = document.program.calls;
      const sequence = new PageSequence(document);
      const first = sequence.with(0, (page) => page);
      const ofSecond = sequence.with(1, (page) => [first, page].map((open) => widthOf(open)));
      sequence.close();
      return ofSecond;
    });
    expect(sizes).toEqual([200, 200]);
  });

  it('is damaged if PDFium finds no document or no page', async () => {
    expect(await codeOf(Buffer.from('a letter'), {}, () => undefined)).toBe('damaged-document');
    expect(await codeOf(report, {}, (document) => withPage(document, 2, () => undefined))).toBe(
      'damaged-document',
    );
  });

  it('is too large if it takes more memory than it can have', async () => {
    const take = (document: PdfiumDocument): number => document.program.allocate(100 * MiB);
    expect(await codeOf(report, {}, take)).toBe('opened');
    expect(await codeOf(report, { memoryBytes: 64 * MiB }, take)).toBe('file-too-large');
  });

  it('is damaged if the program fails, and the next document opens', async () => {
    const fail = ({ program: { calls } }: PdfiumDocument): number => calls.FPDF_GetPageCount(-8);
    expect(await codeOf(report, {}, fail)).toBe('damaged-document');
    expect(await withPdfium(report, {}, ({ pageCount }) => pageCount)).toBe(2);
  });

  it('is opened by an instance that was prepared, and that no other document gets', async () => {
    const programOf = (options: OpenOptions) => withPdfium(report, options, ({ program }) => program);
    prepareProgram();
    const [limited, first, second] = await Promise.all([
      programOf({ memoryBytes: 64 * MiB }),
      programOf({}),
      programOf({}),
    ]);
    expect(new Set([limited, first, second]).size).toBe(3);
    prepareProgram();
    expect([limited, first, second]).not.toContain(await programOf({}));
  });

  it('passes on what the work throws', async () => {
    const fault = new Error('of the work');
    await expect(withPdfium(report, {}, () => Promise.reject(fault))).rejects.toBe(fault);
  });
});
