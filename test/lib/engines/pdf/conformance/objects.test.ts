import type { PDFArray, PDFDocument } from 'pdf-lib';
import { PDFDict, PDFName, type PDFObject, PDFRawStream, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { at, conformed } from '../../../../support/conform.ts';
import { appearanceIn, name, subtypesOf } from '../../../../support/flatten.ts';
import { annotate, newPdf, topOf } from '../../../../support/pdf-features.ts';

const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') };

const annotationOf = (document: PDFDocument, index = 0): PDFDict =>
  document.context.lookup(document.getPage(0).node.Annots()?.get(index), PDFDict);

describe('actions', () => {
  it.each(['JavaScript', 'Launch', 'Hide', 'ResetForm', 'Unknown'])(
    'of the kind %s are removed',
    async (S) => {
      const document = await newPdf('1');
      annotate(document.getPage(0), { Subtype: 'Link', A: { S } });
      const { document: result, warnings } = await conformed(document);
      expect(annotationOf(result).has(name('A'))).toBe(false);
      expect(warnings).toMatchObject([{ code: 'script-removed' }]);
      expect(warnings[0]?.message).toContain(S);
    },
  );

  it('that are allowed stay, also after a script', async () => {
    const document = await newPdf('1', '2');
    const D = topOf(document, 1);
    annotate(document.getPage(0), { Subtype: 'Link', A: { ...script, Next: { S: 'GoTo', D } } });
    annotate(document.getPage(0), {
      Subtype: 'Link',
      A: { S: 'URI', URI: PDFString.of('https://example.com') },
    });
    const { document: result } = await conformed(document);
    expect(at(annotationOf(result), 'A', 'S')).toBe(name('GoTo'));
    expect(at(annotationOf(result, 1), 'A', 'S')).toBe(name('URI'));
  });

  it('that events trigger are removed', async () => {
    const document = await newPdf('1');
    document.getPage(0).node.set(name('AA'), document.context.obj({ O: script }));
    const { document: result, warnings } = await conformed(document);
    expect(result.getPage(0).node.has(name('AA'))).toBe(false);
    expect(warnings[0]?.message).toContain('JavaScript');
  });

  it('do not concern the attributes of structure elements', async () => {
    const document = await newPdf('1');
    const attributes = document.context.obj({ O: 'Layout', S: 'Launch' });
    document.getPage(0).node.set(name('PieceInfo'), document.context.obj({ A: attributes }));
    const { warnings } = await conformed(document);
    expect(warnings).toEqual([]);
  });
});

describe('streams', () => {
  it('with LZW are encoded with Flate', async () => {
    const document = await newPdf('1');
    // "-----A---B", the example of PDF 32000-1, 7.4.4.2.
    const data = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    const dict = document.context.obj({ Filter: 'LZWDecode', Length: data.length });
    const ref = document.context.register(PDFRawStream.of(dict, data));
    document.getPage(0).node.set(name('Private'), ref);
    const { document: result } = await conformed(document);
    const stream = result.getPage(0).node.lookup(name('Private'));
    expect(at((stream as PDFRawStream).dict, 'Filter')).toBe(name('FlateDecode'));
    const { inflateSync } = await import('node:zlib');
    expect(inflateSync((stream as PDFRawStream).contents).toString('latin1')).toBe('-----A---B');
  });
});

describe('annotations', () => {
  it('are printed, and have only a normal appearance', async () => {
    const document = await newPdf('1');
    const form = appearanceIn(document);
    annotate(document.getPage(0), { Subtype: 'Square', F: 1, AP: { N: form, D: form } });
    const { document: result, warnings } = await conformed(document);
    expect(String(at(annotationOf(result), 'F'))).toBe('4');
    expect((at(annotationOf(result), 'AP') as PDFDict).keys()).toEqual([name('N')]);
    expect(warnings[0]?.message).toContain('Square');
  });

  it('without an appearance get the one that viewers show', async () => {
    const document = await newPdf('1');
    annotate(document.getPage(0), { Subtype: 'Square', F: 4, Rect: [10, 10, 60, 30] });
    const { document: result } = await conformed(document);
    const annotation = annotationOf(result);
    expect(at(annotation, 'AP', 'N')).toBeInstanceOf(PDFRawStream);
    // Half of the border leaves the rectangle.
    expect(String(at(annotation, 'Rect'))).toBe('[ 9.5 9.5 60.5 30.5 ]');
    expect(String(at(annotation, 'AP', 'N', 'BBox'))).toBe(String(at(annotation, 'Rect')));
  });

  it('that are hidden stay hidden', async () => {
    const document = await newPdf('1');
    annotate(document.getPage(0), { Subtype: 'Square', F: 2 });
    const { document: result, warnings } = await conformed(document);
    expect(subtypesOf(result)).toEqual([]);
    expect(warnings[0]?.message).toContain('hidden');
  });

  it('of several pages with one list are removed from all', async () => {
    const document = await newPdf('1', '2');
    annotate(document.getPage(0), { Subtype: 'Square', F: 2 });
    const list = document.context.register(document.getPage(0).node.Annots() as PDFArray);
    for (const page of document.getPages()) page.node.set(name('Annots'), list);
    const { document: result } = await conformed(document);
    expect([0, 1].map((page) => subtypesOf(result, page))).toEqual([[], []]);
  });

  it('of fields that are hidden get an empty rectangle', async () => {
    const document = await newPdf('1');
    const field = document.getForm().createTextField('secret');
    field.addToPage(document.getPage(0), { x: 10, y: 10, width: 90, height: 20, hidden: true });
    const { document: result } = await conformed(document);
    const widget = annotationOf(result);
    expect(String(at(widget, 'Rect'))).toMatch(/^\[ (\S+) (\S+) \1 \2 \]$/);
    expect(String(at(widget, 'F'))).toBe('4');
    expect(at(widget, 'AP', 'N')).toBeInstanceOf(PDFRawStream);
  });

  it('of media become stamps with their picture', async () => {
    const document = await newPdf('1');
    const AP = { N: appearanceIn(document) };
    annotate(document.getPage(0), { Subtype: 'Screen', F: 4, AP });
    annotate(document.getPage(0), { Subtype: 'Sound', F: 4 });
    const { document: result, warnings } = await conformed(document);
    expect(subtypesOf(result)).toEqual(['Stamp']);
    expect(warnings[0]?.message).toContain('Screen, Sound');
  });

  it('of types that part 1 does not have become stamps there only', async () => {
    const document = await newPdf('1');
    annotate(document.getPage(0), { Subtype: 'Caret', F: 4, AP: { N: appearanceIn(document) } });
    expect(subtypesOf((await conformed(document, '1b')).document)).toEqual(['Stamp']);
    expect(subtypesOf((await conformed(document, '2b')).document)).toEqual(['Caret']);
  });
});

describe('attached files', () => {
  const attachment = {
    fileName: 'data.csv',
    content: Buffer.from('a,b'),
    mimeType: 'text/csv',
    relationship: 'Data',
  } as const;
  const files = (catalog: PDFDict): PDFObject | undefined => at(catalog, 'Names', 'EmbeddedFiles');

  it('are kept in part 3, associated with the document', async () => {
    const { catalog, warnings } = await conformed(await newPdf('1'), '3b', { attachments: [attachment] });
    expect(files(catalog)).toBeInstanceOf(PDFDict);
    expect((at(catalog, 'AF') as PDFArray).size()).toBe(1);
    expect(warnings).toEqual([]);
  });

  it.each(['1b', '2b'] as const)('are removed for PDF/A-%s, with a warning', async (level) => {
    const { bytes, catalog, warnings } = await conformed(await newPdf('1'), level, {
      attachments: [attachment],
    });
    expect(files(catalog)).toBeUndefined();
    expect(catalog.has(PDFName.of('AF'))).toBe(false);
    expect(bytes.includes('a,b')).toBe(false);
    expect(warnings).toMatchObject([{ code: 'attachments-dropped' }]);
    expect(warnings[0]?.message).toContain('data.csv');
  });

  it('that declare PDF/A-1 or 2 are kept in part 2', async () => {
    const inner = await conformed(await newPdf('1'), '1b');
    const archival = {
      ...attachment,
      fileName: 'inner.pdf',
      content: inner.bytes,
      mimeType: 'application/pdf',
    };
    const { catalog, warnings } = await conformed(await newPdf('1'), '2b', { attachments: [archival] });
    expect(files(catalog)).toBeInstanceOf(PDFDict);
    expect(warnings).toEqual([]);
  });
});
