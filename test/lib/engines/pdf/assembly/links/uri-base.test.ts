import { describe, expect, it } from 'vitest';
import { PDFDict, PDFName, PDFString } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../../support/assemble.ts';
import { addLink, addOutline, newPdf, objectsOf, pageAt } from '../../../../../support/pdf-features.ts';

const uri = (address: string) => ({ S: 'URI', URI: PDFString.of(address) });

/** Opens `a/1` to `a/6` from every place where actions can be. */
async function relative(base: string | undefined) {
  const document = await newPdf('1', '2');
  const { context, catalog } = document;
  if (base !== undefined) catalog.set(PDFName.of('URI'), context.obj({ Base: PDFString.of(base) }));
  const page = pageAt(document, 0);
  addLink(page, { A: uri('a/1') });
  addLink(page, { A: context.register(context.obj(uri('a/2'))), AA: { U: uri('a/3') } });
  addLink(page, {
    A: { ...uri('https://other.example/'), Next: [context.register(context.obj(uri('a/4')))] },
  });
  page.node.set(PDFName.of('AA'), context.obj({ O: uri('a/5') }));
  addOutline(document, [{ title: 'out', action: uri('a/6') }]);
  return document;
}

/** The addresses of all actions of a document, and its base. */
async function addressesOf(bytes: Uint8Array) {
  const { document } = await objectsOf(bytes);
  const text = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');
  const found = [...text.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address]) => address).sort();
  const entry = document.catalog.lookup(PDFName.of('URI'));
  const base = entry instanceof PDFDict ? entry.lookup(PDFName.of('Base'), PDFString).asString() : undefined;
  return { found, base };
}

const all = (base: string) =>
  [...Array.from({ length: 6 }, (_, index) => `${base}a/${index + 1}`), 'https://other.example/'].sort();

describe('relative addresses', () => {
  it('become absolute if the base cannot be kept', async () => {
    const { bytes } = await assembled([await relative('https://example.com/x/'), await newPdf('plain')]);
    expect(await addressesOf(bytes)).toEqual({ found: all('https://example.com/x/'), base: undefined });
  });

  it('become absolute by the base of their own document', async () => {
    const { bytes } = await assembled([
      await relative('https://one.example/'),
      await relative('https://two.example/'),
    ]);
    const { found, base } = await addressesOf(bytes);
    expect(base).toBeUndefined();
    expect(found).toEqual([...all('https://one.example/'), ...all('https://two.example/')].sort());
  });

  it('are kept with a base that all documents have', async () => {
    const documents = [await relative('https://example.com/'), await relative('https://example.com/')];
    const { bytes } = await assembled(documents);
    const { found, base } = await addressesOf(bytes);
    expect(base).toBe('https://example.com/');
    expect(found).toEqual([...all(''), ...all('')].sort());
  });

  it('are kept with their base in a part', async () => {
    const { bytes } = await assembled([{ document: await relative('https://example.com/'), pages: [0] }]);
    expect((await addressesOf(bytes)).base).toBe('https://example.com/');
  });

  it('without a base are kept next to a document with one', async () => {
    const { bytes } = await assembled([await relative(undefined), await relative('https://example.com/')]);
    expect((await addressesOf(bytes)).found).toEqual([...all(''), ...all('https://example.com/')].sort());
  });
});
