import type { PDFArray, PDFDict, PDFDocument } from 'pdf-lib';
import { PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { at, conformed } from '../../../../support/conform.ts';
import { name } from '../../../../support/flatten.ts';
import { newPdf } from '../../../../support/pdf-features.ts';

/** A document with two layers, and this configuration. */
async function layered(configuration: (first: object, second: object) => object): Promise<PDFDocument> {
  const document = await newPdf('1');
  const { context, catalog } = document;
  const [first, second] = ['A', 'B'].map((text) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFString.of(text) })),
  );
  if (!first || !second) throw new Error('a layer is missing');
  const properties = { OCGs: [first, second], D: configuration(first, second) };
  catalog.set(name('OCProperties'), context.obj(properties as Parameters<typeof context.obj>[0]));
  return document;
}

describe('layers', () => {
  it('have a name and are all listed, and do not change by themselves', async () => {
    const input = await layered((first) => ({ Order: [first], AS: [{ Event: 'Print', OCGs: [first] }] }));
    const { catalog, warnings } = await conformed(input);
    const configuration = at(catalog, 'OCProperties', 'D') as PDFDict;
    expect(at(configuration, 'Name')).toBeDefined();
    expect((at(configuration, 'Order') as PDFArray).size()).toBe(2);
    expect(configuration.has(name('AS'))).toBe(false);
    expect(warnings).toMatchObject([{ code: 'conformance-changed' }]);
  });

  it('become plain content in part 1, unless one is hidden', async () => {
    const shown = await conformed(await layered(() => ({})), '1b');
    expect(shown.catalog.has(name('OCProperties'))).toBe(false);
    const hidden = await conformed(await layered((first) => ({ OFF: [first] })), '1b');
    expect(hidden.catalog.has(name('OCProperties'))).toBe(true);
  });
});
