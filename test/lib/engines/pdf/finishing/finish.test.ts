import { PDFDocument, PDFName, degrees } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { xmpOf } from '#lib/engines/pdf/assembly/metadata/xmp.ts';
import { assembled } from '../../../../support/assemble.ts';
import { everythingPdf } from '../../../../support/everything-pdf.ts';
import { addOutline, attachFile, newPdf } from '../../../../support/pdf-features.ts';
import { pagePixels } from '../../../../support/pdf-pixels.ts';
import { readPdf } from '../../../../support/read-pdf.ts';

const everything = await PDFDocument.load(await everythingPdf(3), { updateMetadata: false });

const rotationsOf = async (bytes: Buffer): Promise<number[]> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().map((page) => page.getRotation().angle);
};

describe('rotations', () => {
  it('are added to the rotation of the page, which may be inherited', async () => {
    const document = await newPdf('1', '2', '3', '4');
    document.catalog.Pages().set(PDFName.of('Rotate'), document.context.obj(90));
    document.getPage(1).setRotation(degrees(270));
    document.getPage(2).node.set(PDFName.of('Rotate'), document.context.obj(-90));
    document.getPage(3).node.set(PDFName.of('Rotate'), document.context.obj(17));
    const rotations = [
      { pages: [{ first: 1, last: 4 }], angle: 180 },
      { pages: [{ first: 2, last: 2 }], angle: 270 },
    ];
    const { bytes } = await assembled([document], { finishing: { rotations } });
    expect(await rotationsOf(bytes)).toEqual([270, 0, 90, 180]);
  });

  it('rotate a page once that is in several ranges', async () => {
    const pages = [
      { first: 1, last: 2 },
      { first: 2, last: 3 },
    ];
    const finishing = { rotations: [{ pages, angle: 90 }] };
    const { bytes } = await assembled([await newPdf('1', '2', '3')], { finishing });
    expect(await rotationsOf(bytes)).toEqual([90, 90, 90]);
  });
});

describe('bookmarks', () => {
  it('replace the outline', async () => {
    const bookmarks = [
      { title: 'Größe 漢字', page: 3, parent: -1 },
      { title: 'Below', page: 1, parent: 0 },
      { title: 'Deep', page: 2, parent: 1 },
      { title: 'Second', page: 2, parent: -1 },
    ];
    const { bytes } = await assembled([everything], { finishing: { bookmarks } });
    expect((await readPdf(bytes)).outline).toMatchObject([
      {
        title: 'Größe 漢字',
        to: 2,
        count: 2,
        kids: [{ title: 'Below', to: 0, count: 1, kids: [{ title: 'Deep', to: 1, kids: [] }] }],
      },
      { title: 'Second', to: 1, kids: [] },
    ]);
    expect(bytes.includes('Chapter')).toBe(false);
  });

  it('are removed by an empty list, together with the panel that would show them', async () => {
    const document = await newPdf('1');
    addOutline(document, [{ title: 'Old', to: 0 }]);
    document.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
    const { bytes } = await assembled([document], { finishing: { bookmarks: [] } });
    const { catalog } = await PDFDocument.load(bytes);
    expect(catalog.has(PDFName.of('Outlines'))).toBe(false);
    expect(catalog.has(PDFName.of('PageMode'))).toBe(false);
  });
});

describe('metadata', () => {
  const described = async (): Promise<PDFDocument> => {
    const document = await newPdf('1');
    document.setTitle('Title');
    document.setAuthor('Author');
    return document;
  };

  it('that are null are removed, and XMP agrees', async () => {
    const finishing = { metadata: { author: null, subject: 'Größe' } };
    const { info, xmp = '' } = await readPdf((await assembled([await described()], { finishing })).bytes);
    expect(info).toMatchObject({ Title: 'Title', Subject: 'Größe' });
    expect(info).not.toHaveProperty('Author');
    expect(xmp).toMatch(/<dc:title>.*Title/);
    expect(xmp).not.toContain('Author');
  });

  it('keep what only XMP has', async () => {
    const document = await newPdf('1');
    const xmp = xmpOf(
      new Map([
        ['Title', 'In XMP'],
        ['CreationDate', "D:20261122101500+01'00'"],
      ]),
    );
    delete document.context.trailerInfo.Info;
    document.catalog.set(PDFName.of('Metadata'), document.context.register(document.context.stream(xmp)));
    const finishing = { metadata: { author: 'Ada' } };
    const { info, xmp: changed } = await readPdf((await assembled([document], { finishing })).bytes);
    expect(info).toMatchObject({ Title: 'In XMP', Author: 'Ada', CreationDate: "D:20261122101500+01'00" });
    expect(changed).toMatch(/<dc:title>.*In XMP/);
    expect(changed).toContain('2026-11-22T10:15:00+01:00');
  });

  it('are all removed by an asterisk, except those that are set', async () => {
    const cleared = await assembled([await described()], { finishing: { metadata: { '*': null } } });
    const document = await PDFDocument.load(cleared.bytes, { updateMetadata: false });
    expect(document.context.trailerInfo.Info).toBeUndefined();
    expect(document.catalog.has(PDFName.of('Metadata'))).toBe(false);
    const finishing = { metadata: { subject: 'New', '*': null } };
    const { info } = await readPdf((await assembled([await described()], { finishing })).bytes);
    expect(info).toMatchObject({ Subject: 'New' });
    expect(info).not.toHaveProperty('Title');
  });
});

describe('attachments', () => {
  const file = (fileName: string, content: string) => ({
    fileName,
    content: Buffer.from(content),
    mimeType: 'text/xml',
    relationship: 'Data' as const,
    description: 'Größe',
  });

  it('are added beside those of the document, and renamed if their names are taken', async () => {
    const document = await newPdf('1');
    await attachFile(document, 'data.xml', 'old');
    const attachments = [file('data.xml', 'new'), file('Übersicht.txt', 'x'.repeat(500))];
    const { bytes } = await assembled([document], { finishing: { attachments }, keepAttachments: true });
    expect((await readPdf(bytes)).attachments).toEqual({
      'data.xml': 'old',
      'data-2.xml': 'new',
      'Übersicht.txt': 'x'.repeat(500),
    });
  });

  it('are associated with the document, with type, relationship and description', async () => {
    const finishing = { attachments: [file('data.xml', '<a/>')] };
    const { bytes } = await assembled([await newPdf('1')], { finishing });
    const { catalog } = await PDFDocument.load(bytes);
    const text = String(catalog.lookup(PDFName.of('AF'))) && bytes.toString('latin1');
    expect(text).toContain('/Subtype/text#2Fxml');
    const [specification] = catalog.context
      .enumerateIndirectObjects()
      .filter(([, object]) => String(object).includes('/AFRelationship /Data'));
    expect(String(specification?.[1])).toContain('/Desc');
  });

  it('are as many as one tree holds, and more', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `${index}.txt`);
    const finishing = { attachments: names.map((name) => file(name, name)) };
    const { bytes } = await assembled([await newPdf('1')], { finishing });
    const { attachments } = await readPdf(bytes);
    expect(Object.keys(attachments).sort()).toEqual(names.toSorted());
  });
});

it('options leave the pages and everything else as they are', async () => {
  const finishing = { metadata: { title: 'New' }, protection: { ownerPassword: 'owner' } };
  const plain = (await assembled([everything])).bytes;
  const finished = (await assembled([everything], { finishing })).bytes;
  const { info: _, xmp: __, ...before } = await readPdf(plain);
  const { info: ___, xmp: ____, ...after } = await readPdf(finished);
  expect(after).toEqual(before);
  expect(await pagePixels(finished)).toEqual(await pagePixels(plain));
});
