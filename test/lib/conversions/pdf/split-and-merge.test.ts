import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import type { PdfInput } from '#lib/conversions/pdf/task.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { everythingPdf } from '../../../support/everything-pdf.ts';
import { pagePixels } from '../../../support/pdf-pixels.ts';
import { readPdf } from '../../../support/read-pdf.ts';

const pageCount = 6;

let original: Buffer;
let pixels: string[];
let texts: string[];

beforeAll(async () => {
  original = await everythingPdf(pageCount);
  pixels = await pagePixels(original);
  ({ texts } = await readPdf(original));
});

const inputOf = (content: Uint8Array, index = 0): PdfInput => ({
  field: `files[${index}]`,
  fileName: '',
  content,
});

async function split(ranges: string): Promise<Buffer[]> {
  const input = inputOf(original);
  const parts = await runPdfTask({ kind: 'split', input, ranges: parsePageRanges(ranges), fileName: '' });
  return parts.map(({ content }) => Buffer.from(bytesOf(content)));
}

async function merge(parts: readonly Buffer[]): Promise<Buffer> {
  const merged = await runPdfTask({ kind: 'merge', inputs: parts.map(inputOf), fileName: '' });
  return Buffer.concat(merged.map(({ content }) => bytesOf(content)));
}

const range = fc
  .tuple(fc.integer({ min: 1, max: pageCount }), fc.integer({ min: 1, max: pageCount }))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

const pagesOf = (ranges: readonly (readonly [number, number])[]): number[] =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index),
  );

describe('a split whose parts are merged', () => {
  it('has six pages that all look different', () => {
    expect(new Set(pixels).size).toBe(pageCount);
    expect(texts[1]).toContain('Page 2');
  });

  it('gives the pages of the ranges, in their order, as they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 4 }), async (ranges) => {
        const again = await merge(await split(ranges.map((span) => span.join('-')).join(',')));
        const pages = pagesOf(ranges);
        expect(await pagePixels(again)).toEqual(pages.map((page) => pixels[page]));
        expect((await readPdf(again)).texts).toEqual(pages.map((page) => texts[page]));
      }),
      { numRuns: 25 },
    );
  });

  it('preserves field values and links within each part', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: pageCount - 1 }), async (cut) => {
        const parts = await split(`1-${cut},${cut + 1}-`);
        const { fields, links, labels, attachments } = await readPdf(await merge(parts));
        const values = Array.from({ length: pageCount }, (_, index) => `value ${index}`);
        expect(Object.values(fields)).toEqual(expect.arrayContaining(values));
        const next = (page: number): number => (page + 1) % pageCount;
        const together = (one: number, other: number): boolean => one < cut === other < cut;
        for (const [page, targets] of links.entries()) {
          expect(targets.filter((target) => target !== -1)).toEqual(
            together(page, next(page))
              ? expect.arrayContaining([next(page)])
              : expect.not.arrayContaining([next(page)]),
          );
        }
        expect(labels).toEqual(['i', 'ii', 'p-1', 'p-2', 'p-3', 'p-4']);
        expect(attachments).toEqual({});
      }),
      { numRuns: pageCount },
    );
  });
});
