import type { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PDFArray, PDFDict, PDFName, PDFString } from '#lib/engines/pdf/objects.ts';
import { assembled, type Input } from '../../../../support/assemble.ts';
import { addLink, attachFile, newPdf, objectsOf, pageAt, topOf } from '../../../../support/pdf-features.ts';

const codes = async (...inputs: Input[]) =>
  (await assembled(inputs)).warnings.map(({ code, part }) => `${part} ${code}`);

function claim(document: PDFDocument, namespace: string, claims: string): void {
  const xmp = `<rdf:Description xmlns:x="${namespace}" ${claims}</rdf:Description>`;
  const stream = document.context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
}

describe('conformance-dropped', () => {
  const archival = 'http://www.aiim.org/pdfa/ns/id/';

  it.each([
    [archival, 'x:part="2" x:conformance=\'B\'>', 'PDF/A-2b'],
    [archival, '><x:part>1</x:part>\n<x:conformance rdf:x="y"> A </x:conformance>', 'PDF/A-1a'],
    [archival, '><x:part>4</x:part><x:rev>2020</x:rev>', 'PDF/A-4'],
    ['http://www.aiim.org/pdfua/ns/id/', '><x:part>1</x:part>', 'PDF/UA-1'],
    ['http://www.npes.org/pdfx/ns/id/', '><x:GTS_PDFXVersion>PDF/X-4</x:GTS_PDFXVersion>', 'PDF/X-4'],
    ['http://www.npes.org/pdfvt/ns/id/', '><x:GTS_PDFVTVersion>PDF/VT-1</x:GTS_PDFVTVersion>', 'PDF/VT-1'],
  ])('names the standard: %s %s', async (namespace, claims, conformance) => {
    const document = await newPdf('1');
    claim(document, namespace, claims);
    const { warnings } = await assembled([await newPdf('cover'), document]);
    expect(warnings).toEqual([
      {
        code: 'conformance-dropped',
        conformance,
        message: `it declares conformance to ${conformance}; the result does not`,
        part: 1,
      },
    ]);
  });

  it('names a standard from the document information, which the result drops', async () => {
    const document = await newPdf('1');
    document.setTitle('Title');
    const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
    info.set(PDFName.of('GTS_PDFXVersion'), PDFString.of('PDF/X-1:2001'));
    info.set(PDFName.of('GTS_PDFXConformance'), PDFString.of('PDF/X-1a:2001'));
    const { warnings, bytes } = await assembled([document]);
    expect(warnings).toMatchObject([{ conformance: 'PDF/X-1a:2001' }]);
    expect((await objectsOf(bytes)).document.getTitle()).toBe('Title');
    expect(bytes.toString('latin1')).not.toContain('GTS_PDFX');
  });

  it.each([
    [archival, 'x:part="not a number">'],
    [archival, 'x:part="99">'],
    ['http://example.com/', 'x:part="2">'],
  ])('is not given for other properties: %s %s', async (namespace, claims) => {
    const document = await newPdf('1');
    claim(document, namespace, claims);
    expect(await codes(document)).toEqual([]);
  });
});

describe('portfolio-dropped', () => {
  it('is given for a portfolio whose files are kept', async () => {
    const document = await newPdf('cover');
    await attachFile(document, 'a.txt', 'a');
    document.catalog.set(PDFName.of('Collection'), document.context.obj({ View: 'T' }));
    expect(await codes(await newPdf('1'), document)).toEqual(['1 portfolio-dropped']);
  });
});

describe('script-removed', () => {
  const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') };

  it.each([
    ['when it is opened', { OpenAction: script }],
    ['after going to a page', { OpenAction: { S: 'GoTo', D: [0, 'Fit'], Next: script } }],
    ['when it is printed', { AA: { WP: script } }],
  ])('is given for document-level actions: %s', async (_, entries) => {
    const document = await newPdf('1');
    for (const [key, value] of Object.entries(entries)) {
      document.catalog.set(PDFName.of(key), document.context.obj(value as never));
    }
    const { warnings } = await assembled([document]);
    expect(warnings).toMatchObject([
      { code: 'script-removed', message: expect.stringContaining('opened') as string },
    ]);
  });

  it('is given for scripts without a form, which are removed', async () => {
    const document = await newPdf('1');
    document.addJavaScript('open', 'app.alert(2)');
    expect(await codes(document)).toEqual(['0 script-removed']);
  });

  it('is not given for scripts that are kept with a form, nor for the page to open at', async () => {
    const document = await newPdf('1');
    document.addJavaScript('format', 'function f() {}');
    document.getForm().createTextField('a').addToPage(pageAt(document, 0));
    document.catalog.set(PDFName.of('OpenAction'), topOf(document, 0));
    expect(await codes(document)).toEqual([]);
  });
});

describe('link-removed', () => {
  async function linked() {
    const document = await newPdf('1', '2', '3');
    addLink(pageAt(document, 0), { Dest: topOf(document, 1) });
    addLink(pageAt(document, 0), { A: { S: 'GoTo', D: topOf(document, 2) } });
    addLink(pageAt(document, 0), { Dest: topOf(document, 2), Border: [0, 0, 1] });
    addLink(pageAt(document, 0), { Dest: PDFString.of('nowhere') });
    addLink(pageAt(document, 0), { A: { S: 'URI', URI: PDFString.of('https://example.com/') } });
    return document;
  }

  it('counts the links to removed pages', async () => {
    const { warnings } = await assembled([{ document: await linked(), pages: [0, 1] }]);
    expect(warnings).toEqual([
      {
        code: 'link-removed',
        message: '2 links on its pages lead to pages outside the result and are removed',
        part: 0,
      },
    ]);
  });

  it('is not given for a whole document', async () => {
    expect(await codes(await linked())).toEqual([]);
  });
});

it('shortens long field names in messages', async () => {
  const make = async () => {
    const document = await newPdf('1');
    document.getForm().createTextField('x'.repeat(100_000)).addToPage(pageAt(document, 0));
    return document;
  };
  const { warnings } = await assembled([await make(), await make()]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.message.length).toBeLessThan(200);
});

it('keeps entries of the information that are not text', async () => {
  const document = await newPdf('1');
  document.setTitle('Title');
  const { context } = document;
  const info = context.lookup(context.trailerInfo.Info, PDFDict);
  info.set(
    PDFName.of('Departments'),
    context.obj([PDFString.of('Sales'), context.register(context.obj({ A: 1 }))]),
  );
  info.set(PDFName.of('Data'), context.register(context.stream('data')));
  const { bytes } = await assembled([document]);
  const { document: read, orphans } = await objectsOf(bytes);
  const kept = read.context.lookup(read.context.trailerInfo.Info, PDFDict);
  const list = kept.lookup(PDFName.of('Departments'), PDFArray);
  expect(list.lookup(0, PDFString).asString()).toBe('Sales');
  expect(list.lookup(1, PDFDict).toString()).toContain('/A 1');
  expect(kept.lookup(PDFName.of('Data'))?.toString()).toContain('data');
  expect(orphans).toEqual([]);
});
