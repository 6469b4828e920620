import { expect, it } from 'vitest';
import { PDFName, PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../support/assemble.ts';
import { newPdf, objectsOf, pageAt } from '../../../../support/pdf-features.ts';

/** The data in a result for a stream with these entries. */
async function copied(content: string, entries: object = {}) {
  const document = await newPdf('1');
  const stream = document.context.register(document.context.stream(content, { Marked: true, ...entries }));
  pageAt(document, 0).node.set(PDFName.of('Marked'), stream);
  const { document: read } = await objectsOf((await assembled([document])).bytes);
  const found = pageAt(read, 0).node.lookup(PDFName.of('Marked'));
  if (!(found instanceof PDFRawStream)) throw new Error('the stream is not there');
  return { filter: found.dict.get(PDFName.of('Filter'))?.toString(), length: found.getContentsSize() };
}

it('compresses uncompressed data of a file', async () => {
  expect(await copied('q Q '.repeat(1000))).toMatchObject({ filter: '/FlateDecode' });
  expect((await copied('q Q '.repeat(1000))).length).toBeLessThan(100);
});

it.each<[string, string, object]>([
  ['short', 'q Q', {}],
  ['compressed otherwise', '71 20 '.repeat(100) + '>', { Filter: 'ASCIIHexDecode' }],
  ['metadata', '<x/>'.repeat(100), { Type: 'Metadata', Subtype: 'XML' }],
])('does not compress data that are %s', async (_, content, entries) => {
  const { filter, length } = await copied(content, entries);
  expect(filter).not.toBe('/FlateDecode');
  expect(length).toBe(content.length);
});
