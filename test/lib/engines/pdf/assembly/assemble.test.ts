import type { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PDFDict, PDFName, PDFString } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../support/assemble.ts';
import {
  addLayer,
  attachFile,
  labelPages,
  newPdf,
  objectsOf,
  pageAt,
  setLayers,
} from '../../../../support/pdf-features.ts';
import { readPdf } from '../../../../support/read-pdf.ts';

describe('page labels', () => {
  it('are those of the sources', async () => {
    const roman = await newPdf('1', '2', '3', '4');
    labelPages(roman, { 0: { S: 'r' }, 2: { S: 'D', P: PDFString.of('A-'), St: 5 } });
    const letters = await newPdf('5', '6');
    labelPages(letters, { 0: { S: 'A' }, 1: { P: PDFString.of('end') } });
    const plain = await newPdf('7', '8');
    const { bytes } = await assembled([roman, plain, letters]);
    expect((await readPdf(bytes)).labels).toEqual(['i', 'ii', 'A-5', 'A-6', '1', '2', 'A', 'end']);
    const part = await assembled([{ document: roman, pages: [3, 1, 2] }]);
    expect((await readPdf(part.bytes)).labels).toEqual(['A-6', 'ii', 'A-5']);
  });

  it('are not invented', async () => {
    const { bytes } = await assembled([await newPdf('1', '2'), await newPdf('3')]);
    expect((await readPdf(bytes)).labels).toBeNull();
  });
});

describe('layers', () => {
  async function layered(title: string) {
    const document = await newPdf(`${title} 1`, `${title} 2`);
    const shown = addLayer(pageAt(document, 0), `${title} shown`);
    const hidden = addLayer(pageAt(document, 0), `${title} hidden`);
    const other = addLayer(pageAt(document, 1), `${title} other`);
    setLayers(document, [shown, hidden, other], {
      OFF: [hidden],
      Order: [shown, [PDFString.of('More'), hidden, other]],
      RBGroups: [[shown, hidden]],
      Locked: [other],
      AS: [{ Event: 'Print', Category: ['Print'], OCGs: [shown, other] }],
    });
    return document;
  }

  it('are shown and hidden as before', async () => {
    const { bytes } = await assembled([await layered('A'), await layered('B')]);
    expect((await readPdf(bytes)).layers).toEqual([
      ['A shown', true],
      ['A hidden', false],
      ['A other', true],
      ['B shown', true],
      ['B hidden', false],
      ['B other', true],
    ]);
  });

  it('that a base state hides stay hidden next to others', async () => {
    const document = await newPdf('1');
    const groups = ['one', 'two'].map((name) => addLayer(pageAt(document, 0), name));
    setLayers(document, groups, { BaseState: 'OFF', ON: [groups[1]] });
    const { bytes } = await assembled([await layered('A'), document]);
    expect((await readPdf(bytes)).layers.slice(3)).toEqual([
      ['one', false],
      ['two', true],
    ]);
  });

  it('of a part are those that its pages use', async () => {
    const document = await layered('A');
    const { bytes } = await assembled([{ document, pages: [1] }]);
    expect((await readPdf(bytes)).layers).toEqual([['A other', true]]);
    const { document: read, orphans } = await objectsOf(bytes);
    const initial = read.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('D'), PDFDict);
    expect(initial.get(PDFName.of('OFF'))).toBeUndefined();
    expect(initial.get(PDFName.of('RBGroups'))).toBeUndefined();
    expect(initial.get(PDFName.of('Order'))?.toString()).toMatch(/^\[ \[ \(More\) \d+ 0 R \] \]$/);
    expect(initial.get(PDFName.of('AS'))?.toString()).toMatch(/\/OCGs \[ \d+ 0 R \]/);
    expect(orphans).toEqual([]);
  });
});

describe('attached files', () => {
  it('of the same name are renamed', async () => {
    const make = async (content: string) => {
      const document = await newPdf(content);
      await attachFile(document, 'data.csv', content);
      return document;
    };
    const { bytes, warnings } = await assembled([
      await make('first'),
      await make('second'),
      await make('third'),
    ]);
    expect((await readPdf(bytes)).attachments).toEqual({
      'data.csv': 'first',
      'data-2.csv': 'second',
      'data-3.csv': 'third',
    });
    expect(warnings).toEqual([]);
  });

  it('belong to no page, so a part drops them with a warning', async () => {
    const document = await newPdf('1', '2');
    await attachFile(document, 'secret.txt', 'secret');
    const parts = [{ document, pages: [0] }];
    const { bytes, warnings } = await assembled(parts);
    expect((await readPdf(bytes)).attachments).toEqual({});
    expect(warnings).toMatchObject([{ code: 'attachments-dropped', part: 0 }]);
    const kept = await assembled(parts, { keepAttachments: true });
    expect((await readPdf(kept.bytes)).attachments).toEqual({ 'secret.txt': 'secret' });
    expect(kept.warnings).toEqual([]);
  });
});

describe('document-level entries', () => {
  async function described() {
    const document = await newPdf('1');
    document.setTitle('Title');
    document.setAuthor('Author');
    document.setCreationDate(new Date('2024-02-29T12:30:00Z'));
    const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
    info.set(PDFName.of('Department'), PDFString.of('Sales'));
    document.catalog.set(PDFName.of('Lang'), PDFString.of('de-AT'));
    return document;
  }

  const withXmp = (document: PDFDocument, properties: string) => {
    const packet = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
    const stream = document.context.flateStream(Buffer.from(packet), { Type: 'Metadata', Subtype: 'XML' });
    document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
  };

  it('come from the first source', async () => {
    const second = await newPdf('2');
    second.setTitle('Second');
    const { bytes } = await assembled([await described(), second]);
    const { info, language } = await readPdf(bytes);
    expect(info).toMatchObject({
      Title: 'Title',
      Author: 'Author',
      CreationDate: 'D:20240229123000Z',
      Custom: { Department: 'Sales' },
    });
    expect(language).toBe('de-AT');
  });

  it('are replaced by metadata, in the information and in XMP', async () => {
    const document = await described();
    withXmp(
      document,
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights>old</dc:rights></rdf:Description>',
    );
    const metadata = { title: 'Neu & <besser>', author: '', Department: 'Einkauf', 'Case number': '17/„3“' };
    const { bytes } = await assembled([document], { finishing: { metadata } });
    const { info, xmp } = await readPdf(bytes);
    expect(info).toMatchObject({
      Title: 'Neu & <besser>',
      Custom: { Department: 'Einkauf', 'Case number': '17/„3“' },
    });
    expect(info['Author']).toBeUndefined();
    expect(xmp).toContain('Neu &amp; &lt;besser&gt;');
    expect(xmp).toContain('<xmp:CreateDate>2024-02-29T12:30:00Z</xmp:CreateDate>');
    expect(xmp).not.toContain('old');
  });

  it('include the first XMP, without claims of conformance', async () => {
    const document = await described();
    withXmp(
      document,
      `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance='B' xmlns:ua="http://www.aiim.org/pdfua/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"><ua:part>1</ua:part><dc:rights>Ünchanged</dc:rights></rdf:Description>`,
    );
    const { xmp } = await readPdf((await assembled([document, await newPdf('cover')])).bytes);
    expect(xmp).toContain('<dc:rights>Ünchanged</dc:rights>');
    expect(xmp).not.toMatch(/pdfaid:(part|conformance)|ua:part/);
  });

  it('lose claims of conformance under any of many prefixes', async () => {
    const document = await described();
    const namespace = 'http://www.aiim.org/pdfa/ns/id/';
    const declared = Array.from({ length: 3000 }, (_, at) => ` xmlns:p${at}="${namespace}" p${at}:part="2"`);
    const others = Array.from({ length: 3000 }, (_, at) => `<dc:rights>q${at}:part</dc:rights>`);
    withXmp(
      document,
      `<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"${declared.join('')}>${others.join('')}</rdf:Description>`,
    );
    const { xmp = '' } = await readPdf((await assembled([document])).bytes);
    expect(xmp).not.toMatch(/ p\d+:part=/);
    expect(xmp.match(/<dc:rights>q\d+:part</g)).toHaveLength(3000);
  });

  it('open the result like the first source, at an existing page', async () => {
    const document = await newPdf('1', '2');
    const { catalog, context } = document;
    catalog.set(PDFName.of('OpenAction'), context.obj([pageAt(document, 1).ref, 'Fit']));
    catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
    catalog.set(PDFName.of('ViewerPreferences'), context.obj({ HideToolbar: true, PrintPageRange: [1, 1] }));
    const read = async (pages: number[]) =>
      (await objectsOf((await assembled([{ document, pages }])).bytes)).document.catalog;
    const whole = await read([0, 1]);
    expect(whole.lookup(PDFName.of('OpenAction'))?.toString()).toMatch(/^\[ \d+ 0 R \/Fit \]$/);
    expect(whole.get(PDFName.of('PageMode'))).toBe(PDFName.of('UseOutlines'));
    expect(whole.lookup(PDFName.of('ViewerPreferences'))?.toString()).not.toContain('PrintPageRange');
    expect((await read([0])).get(PDFName.of('OpenAction'))).toBeUndefined();
  });

  it('have the latest version, and extensions on which all sources agree', async () => {
    const make = async (version: string, level: number) => {
      const document = await newPdf('1');
      document.catalog.set(PDFName.of('Version'), PDFName.of(version));
      const extension = { ADBE: { BaseVersion: PDFName.of('1.7'), ExtensionLevel: level } };
      document.catalog.set(PDFName.of('Extensions'), document.context.obj(extension));
      return document;
    };
    const read = async (...documents: PDFDocument[]) =>
      (await objectsOf((await assembled(documents)).bytes)).document.catalog;
    const alike = await read(await make('1.7', 8), await make('2.0', 8));
    expect(alike.get(PDFName.of('Version'))).toBe(PDFName.of('2.0'));
    expect(alike.has(PDFName.of('Extensions'))).toBe(true);
    expect((await read(await make('1.7', 8), await make('1.7', 3))).has(PDFName.of('Extensions'))).toBe(
      false,
    );
  });

  it('include no portfolio, and no scripts that run on opening', async () => {
    const document = await newPdf('1');
    const { catalog, context } = document;
    catalog.set(PDFName.of('Collection'), context.obj({ View: 'T' }));
    catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }));
    document.addJavaScript('open', 'app.alert(2)');
    const { bytes } = await assembled([document]);
    const { document: read } = await objectsOf(bytes);
    expect(read.catalog.keys().map(String).sort()).toEqual(['/Pages', '/Type']);
  });
});

it('assembles the same parts to the same bytes', async () => {
  const make = async () => {
    const document = await newPdf('1', '2');
    document.getForm().createTextField('a').addToPage(pageAt(document, 0));
    return document;
  };
  const [first, second] = [
    await assembled([await make(), await make()]),
    await assembled([await make(), await make()]),
  ];
  expect(first.bytes.equals(second.bytes)).toBe(true);
});
