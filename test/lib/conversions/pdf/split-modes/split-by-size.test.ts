import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { PDFName, type PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { SplitOptions } from '#lib/api/options/pdf.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import type { PdfInput } from '#lib/conversions/pdf/task.ts';
import { bytesOf as contentOf, type Chunks, type ProducedFile } from '#lib/files/produced-file.ts';
import { makePdf, pageTexts } from '../../../../support/pdf.ts';
import { bytesOf, newPdf } from '../../../../support/pdf-features.ts';

const split = (content: Buffer, options: Partial<SplitOptions>, attachments: PdfInput[] = []) =>
  runPdfTask({
    kind: 'split',
    input: { field: 'file', fileName: 'a.pdf', content },
    attachments,
    fileName: '',
    ...options,
  });

type Part = ProducedFile<Chunks>;

const sizeOf = ({ content }: Part): number => content.size;

/** The first and last page of each part, as its name says. */
const spansOf = (parts: readonly Part[]): { first: number; last: number }[] =>
  parts.map(({ fileName }) => {
    const [first = 0, last = first] = (/_(.*)\.pdf$/.exec(fileName)?.[1] ?? '').split('-').map(Number);
    return { first, last };
  });

/** How a generated document is made: which images each page shows, and how pages hold their resources. */
interface Plan {
  imageBytes: number[];
  pages: number[][];
  shared: boolean;
}

async function documentOf({ imageBytes, pages, shared }: Plan): Promise<Buffer> {
  const document = await newPdf(...pages.map((_, index) => `Page ${index + 1}`));
  const { context } = document;
  const image = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, Filter: 'DCTDecode' };
  const images = imageBytes.map((size) => context.register(context.stream(randomBytes(size), image)));
  const named = (numbers: readonly number[]) =>
    Object.fromEntries(numbers.map((number) => [`Im${number}`, images[number] as PDFRef]));
  const all = context.register(context.obj(named([...images.keys()])));
  for (const [index, page] of document.getPages().entries()) {
    const numbers = pages[index] ?? [];
    const content = context.register(context.stream(numbers.map((number) => `/Im${number} Do`).join('\n')));
    page.node.addContentStream(content);
    const { Resources } = page.node.normalizedEntries();
    Resources.set(PDFName.of('XObject'), shared ? all : context.obj(named(numbers)));
  }
  return bytesOf(document);
}

const plans = fc
  .record({
    imageBytes: fc.array(fc.integer({ min: 100, max: 30_000 }), { minLength: 4, maxLength: 4 }),
    pages: fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 3 }), { minLength: 1, maxLength: 24 }),
    shared: fc.boolean(),
  })
  .map((plan): Plan => plan);

describe('a split by size', () => {
  it('has parts with as many pages as fit, in order', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1000, max: 80_000 }), async (plan, maxBytes) => {
        const content = await documentOf(plan);
        const parts = await split(content, { mode: 'size', maxBytes });
        const spans = spansOf(parts);
        expect(spans.map(({ first }) => first)).toEqual([
          1,
          ...spans.slice(0, -1).map(({ last }) => last + 1),
        ]);
        expect(spans.at(-1)?.last).toBe(plan.pages.length);
        for (const [index, part] of parts.entries()) {
          const { first, last } = spans[index] ?? { first: 0, last: 0 };
          const isTooLarge = sizeOf(part) > maxBytes;
          expect(isTooLarge && first < last).toBe(false);
          const codes = part.warnings.map(({ code }) => code);
          expect(codes.includes('size-exceeded')).toBe(isTooLarge);
          if (isTooLarge || last === plan.pages.length) continue;
          const [longer] = await split(content, { ranges: parsePageRanges(`${first}-${last + 1}`) });
          expect(longer && sizeOf(longer)).toBeGreaterThan(maxBytes);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('preserves the pages', async () => {
    const parts = await split(await makePdf('A', 30), { mode: 'size', maxBytes: 3000 });
    expect(parts.length).toBeGreaterThan(1);
    const texts = await Promise.all(parts.map(({ content }) => pageTexts(contentOf(content))));
    expect(texts.flat()).toEqual(Array.from({ length: 30 }, (_, index) => `A, page ${index + 1}`));
  });

  it('counts attached files and encryption', async () => {
    const content = await makePdf('A', 30);
    const notes = { field: 'attachments[0]', fileName: 'notes.bin', content: randomBytes(2000) };
    const options = { mode: 'size', maxBytes: 6000, protect: { userPassword: 'secret' } } as const;
    const parts = await split(content, options, [notes]);
    expect(parts.length).toBeGreaterThan((await split(content, { mode: 'size', maxBytes: 6000 })).length);
    for (const part of parts) {
      expect(sizeOf(part)).toBeLessThanOrEqual(6000);
      expect(part.warnings).toEqual([]);
    }
  });

  it('warns of a page that is larger', async () => {
    const content = await documentOf({ imageBytes: [50_000], pages: [[], [0], []], shared: false });
    const parts = await split(content, { mode: 'size', maxBytes: 20_000 });
    const size = sizeOf(parts[1] as Part);
    expect(parts.map(({ fileName, warnings }) => [fileName, warnings])).toEqual([
      ['a_1.pdf', []],
      [
        'a_2.pdf',
        [{ code: 'size-exceeded', message: `file: page 2 has ${size} bytes on its own, more than maxBytes` }],
      ],
      ['a_3.pdf', []],
    ]);
  });

  it('rejects too many parts, and says how far they reach', async () => {
    const content = await makePdf('A', 230);
    await expect(split(content, { mode: 'size', maxBytes: 1000 })).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid-field',
        errors: [
          {
            field: 'maxBytes',
            message: 'must be larger: the limit of 200 parts holds only 200 of 230 pages',
          },
        ],
      }) as Error,
    );
  });

  it('checks page numbers of options against the parts, not against shorter attempts', async () => {
    const content = await makePdf('A', 60);
    const rotate = (pages: string) => [{ pages: parsePageRanges(pages), angle: 90 as const }];
    const options = { mode: 'size', maxBytes: 4000 } as const;
    const [first = 0, ...others] = (await split(content, options)).map(({ pages = 0 }) => pages);
    const fewest = Math.min(first, ...others);
    const rotated = await split(content, { ...options, rotate: rotate(String(fewest)) });
    expect(rotated.length).toBeGreaterThan(1);
    await expect(split(content, { ...options, rotate: rotate(String(first + 1)) })).rejects.toThrow(
      expect.objectContaining({ code: 'invalid-range' }) as Error,
    );
  });
});
