import { PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { SplitOptions } from '#lib/api/options/pdf.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import { bytesOf as contentOf } from '#lib/files/produced-file.ts';
import { makePdf, pageTexts } from '../../../../support/pdf.ts';
import {
  addOutline,
  bytesOf,
  goTo,
  nameDestinations,
  newPdf,
  type OutlineEntry,
  topOf,
} from '../../../../support/pdf-features.ts';
import { rawPdf, textPages } from '../../../../support/raw-pdf.ts';
import { readPdf } from '../../../../support/read-pdf.ts';

const split = (content: Buffer, options: Omit<SplitOptions, 'fileName'>) =>
  runPdfTask({
    kind: 'split',
    input: { field: 'file', fileName: 'a.pdf', content },
    fileName: '',
    ...options,
  });

const fault = (field: string, message: RegExp) =>
  expect.objectContaining({
    code: 'invalid-field',
    errors: [{ field, message: expect.stringMatching(message) as string }],
  }) as Error;

describe('a split into parts of equal length', () => {
  it('has a shorter last part', async () => {
    const parts = await split(await makePdf('A', 7), { mode: 'every', span: 3 });
    expect(parts.map(({ fileName }) => fileName)).toEqual(['a_1-3.pdf', 'a_4-6.pdf', 'a_7.pdf']);
    const texts = await Promise.all(parts.map(({ content }) => pageTexts(contentOf(content))));
    expect(texts.flat()).toEqual([1, 2, 3, 4, 5, 6, 7].map((page) => `A, page ${page}`));
  });

  it('has one part if the document is shorter', async () => {
    expect(await split(await makePdf('A', 2), { mode: 'every', span: 50_000 })).toMatchObject([
      { fileName: 'a_1-2.pdf', pages: 2 },
    ]);
  });

  it('names the least length of parts if there would be too many', async () => {
    const content = await makePdf('A', 401);
    const message = /^must be at least 3: the split would create 201 parts; the limit is 200$/;
    await expect(split(content, { mode: 'every', span: 2 })).rejects.toThrow(fault('span', message));
    expect(await split(content, { mode: 'every', span: 3 })).toHaveLength(134);
  });
});

/** A document with a page for each text, and an outline. */
async function outlined(
  pages: number,
  entries: (document: Awaited<ReturnType<typeof newPdf>>) => OutlineEntry[],
) {
  const document = await newPdf(...Array.from({ length: pages }, (_, index) => `page ${index + 1}`));
  addOutline(document, entries(document));
  return bytesOf(document);
}

const partsOf = async (content: Buffer) =>
  (await split(content, { mode: 'bookmarks' })).map(({ fileName, pages }) => [fileName, pages]);

describe('a split at bookmarks', () => {
  it('has a part for each bookmark at the top level, and one for the pages before the first', async () => {
    const content = await outlined(7, () => [
      { title: 'One', to: 2, kids: [{ title: 'below', to: 3 }] },
      { title: 'Two', to: 4 },
      { title: 'Three', to: 6 },
    ]);
    expect(await partsOf(content)).toEqual([
      ['a_1-2.pdf', 2],
      ['One.pdf', 2],
      ['Two.pdf', 2],
      ['Three.pdf', 1],
    ]);
    const [, one] = await split(content, { mode: 'bookmarks' });
    const { texts, outline } = await readPdf(contentOf(one?.content ?? Buffer.alloc(0)));
    expect(texts).toEqual(['page 3', 'page 4']);
    expect(outline).toMatchObject([{ title: 'One', to: 0, kids: [{ title: 'below', to: 1 }] }]);
  });

  it('orders the parts by page', async () => {
    const content = await outlined(3, () => [
      { title: 'Last', to: 2 },
      { title: 'First', to: 0 },
    ]);
    expect(await partsOf(content)).toEqual([
      ['First.pdf', 2],
      ['Last.pdf', 1],
    ]);
  });

  it('names a part after the first of several bookmarks on its page, and keeps the others in its outline', async () => {
    const content = await outlined(2, () => [
      { title: 'One', to: 0 },
      { title: 'Also one', to: 0 },
      { title: 'Two', to: 1 },
    ]);
    const [one] = await split(content, { mode: 'bookmarks' });
    expect(await partsOf(content)).toEqual([
      ['One.pdf', 1],
      ['Two.pdf', 1],
    ]);
    const { outline } = await readPdf(contentOf(one?.content ?? Buffer.alloc(0)));
    expect(outline.map(({ title }) => title)).toEqual(['One', 'Also one']);
  });

  it('resolves names and actions, and ignores bookmarks that lead elsewhere', async () => {
    const content = await outlined(5, (document) => {
      nameDestinations(document, { chapter: 1 });
      return [
        { title: 'nowhere' },
        { title: 'Name', to: PDFString.of('chapter') },
        { title: 'unknown name', to: PDFString.of('nothing') },
        { title: 'web', action: { S: 'URI', URI: PDFString.of('https://example.com/') } },
        { title: 'other file', action: { S: 'GoToR', F: PDFString.of('b.pdf'), D: [3] } },
        { title: 'Action', action: (goTo(topOf(document, 3)) as { A: object }).A },
      ];
    });
    expect(await partsOf(content)).toEqual([
      ['a_1.pdf', 1],
      ['Name.pdf', 2],
      ['Action.pdf', 2],
    ]);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['no bookmarks', () => makePdf('A', 2)],
    ['bookmarks that lead nowhere', () => outlined(2, () => [{ title: 'x', kids: [{ title: 'y', to: 1 }] }])],
  ])('rejects a document with %s', async (_, make) => {
    const content = await make();
    const message = /^must not be bookmarks: no bookmark at the top level leads to a page/;
    await expect(split(content, { mode: 'bookmarks' })).rejects.toThrow(fault('mode', message));
  });

  it('ends at a cyclic outline, and shortens endless titles', async () => {
    const content = rawPdf({
      ...textPages('one', 'two'),
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R>>',
      20: '<</First 21 0 R/Last 21 0 R>>',
      21: `<</Title(${'x'.repeat(100_000)})/Dest[4 0 R/Fit]/Next 22 0 R>>`,
      22: '<</Title(../../etc/passwd)/Dest[6 0 R/Fit]/Next 21 0 R/First 22 0 R>>',
    });
    expect(await partsOf(content)).toEqual([
      [`${'x'.repeat(251)}.pdf`, 1],
      ['..-..-etc-passwd.pdf', 1],
    ]);
  });

  it('rejects too many parts', async () => {
    const titles = (count: number) =>
      Array.from({ length: count }, (_, to) => ({ title: `${to}`, to: to + 1 }));
    expect(await partsOf(await outlined(200, () => titles(199)))).toHaveLength(200);
    const content = await outlined(201, () => titles(200));
    const message = /^must not be bookmarks: the split would create 201 parts; the limit is 200$/;
    await expect(split(content, { mode: 'bookmarks' })).rejects.toThrow(fault('mode', message));
  });
});
