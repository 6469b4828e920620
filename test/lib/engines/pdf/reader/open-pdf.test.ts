import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { PdfSource } from '#lib/engines/pdf/reader/pdf-source.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { encodeAscii85, encodeLzw, encodeRunLength, predictPng } from '../../../../support/pdf-encoders.ts';
import {
  latin1,
  rawPdf,
  rawStream,
  rawStreamPdf,
  startOf,
  tableOf,
  textPages,
} from '../../../../support/raw-pdf.ts';

/** The texts of all pages, as another reader reads them after copying. */
const textsOf = (pdf: Uint8Array): Promise<string[]> => pageTexts(copyPages([openPdf(pdf)]));

const valueOf = (source: PdfSource, number: number): string | undefined =>
  source.context.lookup(PDFRef.of(number))?.toString().replace(/\s+/g, ' ');

const pages = textPages('one', 'two');

describe('openPdf', () => {
  it('reads a cross-reference table', async () => {
    const source = openPdf(rawPdf(pages, { trailer: '/Info 9 0 R/ID[<00aaff><bb>]' }));
    expect(source.pages).toHaveLength(2);
    expect(source.catalog.get(PDFName.of('Pages'))).toBe(PDFRef.of(2));
    expect(source.catalogRef).toBe(PDFRef.of(1));
    expect(source.info).toBeUndefined();
    expect(source.id).toBe('00aaff');
    expect(source.encrypted).toBe(false);
    expect([...source.findings]).toEqual([]);
    expect(await textsOf(rawPdf(pages))).toEqual(['one', 'two']);
  });

  it('reads a cross-reference stream and object streams', async () => {
    const pdf = rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6] });
    expect([...openPdf(pdf).findings]).toEqual([]);
    expect(await textsOf(pdf)).toEqual(['one', 'two']);
  });

  it.each([
    ['LZW', (data: Buffer) => ({ dict: '/Filter/LZWDecode', data: encodeLzw(data, 1) })],
    [
      'ASCII85 round Flate, which is predicted',
      (data: Buffer) => ({
        dict: '/Filter[/ASCII85Decode/FlateDecode]/DecodeParms[null<</Predictor 12/Columns 8>>]',
        data: encodeAscii85(
          deflateSync(
            predictPng(Buffer.concat([data, Buffer.alloc(8 - (data.length % 8), ' ')]), 8, 1, () => 2),
          ),
        ),
      }),
    ],
    ['run lengths', (data: Buffer) => ({ dict: '/Filter/RunLengthDecode', data: encodeRunLength(data) })],
    [
      'hexadecimal digits',
      (data: Buffer) => ({ dict: '/Filter/AHx', data: latin1(`${data.toString('hex')}>`) }),
    ],
    ['no filter', (data: Buffer) => ({ dict: '', data })],
  ])('reads object streams encoded with %s', async (_name, encode) => {
    expect(await textsOf(rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6], encode }))).toEqual(['one', 'two']);
  });

  it('uses the newest revision of each object', async () => {
    const first = rawPdf(textPages('old', 'kept'));
    const second = rawPdf({ 5: rawStream('', 'BT /F1 12 Tf 20 100 Td (new) Tj ET') }, { previous: first });
    expect(await textsOf(second)).toEqual(['new', 'kept']);
    const third = rawStreamPdf(
      { 5: rawStream('', 'BT /F1 12 Tf 20 100 Td (newest) Tj ET') },
      { previous: second },
    );
    expect(await textsOf(third)).toEqual(['newest', 'kept']);
  });

  it('reads an object that a newer revision freed as null', () => {
    const first = rawPdf({ ...pages, 20: '(here)' });
    const start = first.length;
    const update = latin1(
      `xref\n20 1\n0000000000 00001 f \ntrailer\n<</Size 21/Root 1 0 R/Prev ${startOf(first)}>>\nstartxref\n${start}\n%%EOF\n`,
    );
    expect(valueOf(openPdf(first), 20)).toBe('(here)');
    expect(valueOf(openPdf(Buffer.concat([first, update])), 20)).toBeUndefined();
  });

  it('reads hybrid files: the stream has objects that the table marks as free', () => {
    const hidden = { 20: '(hidden)' };
    const base = rawStreamPdf({ ...pages, ...hidden }, { packed: [20] });
    const offsets = new Map<number, number>();
    for (const number of Object.keys(pages)) {
      offsets.set(Number(number), base.indexOf(`\n${number} 0 obj`) + 1);
    }
    const table = tableOf(offsets).replace('trailer', '') + '20 1\n0000000000 00000 f \n';
    const trailer = `trailer\n<</Size 21/Root 1 0 R/XRefStm ${startOf(base)}>>\nstartxref\n${base.length}\n%%EOF\n`;
    const source = openPdf(Buffer.concat([base, latin1(table + trailer)]));
    expect([...source.findings]).toEqual([]);
    expect(valueOf(source, 20)).toBe('(hidden)');
  });

  it('ends at a cycle of revisions', () => {
    const pdf = rawPdf(pages);
    const looped = rawPdf(pages, { trailer: `/Prev ${startOf(pdf)}` });
    expect(openPdf(looped).pages).toHaveLength(2);
  });

  it('follows references to references, up to a limit', () => {
    const source = openPdf(
      rawPdf({ ...pages, 20: '21 0 R', 21: '22 0 R', 22: '(end)', 30: '31 0 R', 31: '30 0 R' }),
    );
    expect(valueOf(source, 20)).toBe('(end)');
    expect(valueOf(source, 30)).toBeUndefined();
  });

  it('reads absent objects as undefined', () => {
    const source = openPdf(rawPdf(pages));
    expect(valueOf(source, 99)).toBeUndefined();
    expect(valueOf(source, 0)).toBeUndefined();
  });

  it('returns streams with their data as in the file', () => {
    const source = openPdf(
      rawPdf({ ...pages, 20: rawStream('/Filter/FlateDecode', deflateSync(Buffer.from('data'))) }),
    );
    const stream = source.context.lookup(PDFRef.of(20));
    if (!(stream instanceof PDFRawStream)) throw new Error('Object 20 is no stream');
    expect(Buffer.from(stream.contents)).toEqual(deflateSync(Buffer.from('data')));
    expect(Buffer.from(source.decode(stream) ?? []).toString()).toBe('data');
  });

  it('rejects changes of a source', () => {
    const source = openPdf(rawPdf(pages));
    expect(() => {
      source.context.assign(PDFRef.of(1), PDFName.of('Changed'));
    }).toThrow('cannot be changed');
  });

  describe('reads the page tree', () => {
    /** A tree of two levels whose pages inherit. */
    const tree = {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 3/Kids[3 0 R 6 0 R]/MediaBox[0 0 100 100]/Rotate 90/Resources 9 0 R>>',
      3: '<</Type/Pages/Count 2/Kids 8 0 R/Parent 2 0 R/MediaBox[0 0 50 50]>>',
      4: '<</Type/Page/Parent 3 0 R>>',
      5: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 10 10]/Rotate 0>>',
      6: '<</Type/Page/Parent 2 0 R/CropBox[1 1 2 2]>>',
      8: '[4 0 R 5 0 R]',
      9: '<</Font<<>>>>',
    };

    it('in order, through nodes at any depth', () => {
      const source = openPdf(rawPdf(tree));
      expect(source.pages.map(({ ref }) => ref.objectNumber)).toEqual([4, 5, 6]);
      expect([...source.treeNodes]).toEqual([2, 3]);
    });

    it('with the attributes of the nearest ancestor', () => {
      const [first, second, third] = openPdf(rawPdf(tree)).pages;
      const text = (page: typeof first, name: 'MediaBox' | 'Rotate' | 'Resources' | 'CropBox') =>
        page?.attributes[name]?.toString();
      expect(text(first, 'MediaBox')).toBe('[ 0 0 50 50 ]');
      expect(text(second, 'MediaBox')).toBe('[ 0 0 10 10 ]');
      expect(text(third, 'MediaBox')).toBe('[ 0 0 100 100 ]');
      expect([text(first, 'Rotate'), text(second, 'Rotate'), text(third, 'Rotate')]).toEqual([
        '90',
        '0',
        '90',
      ]);
      expect(text(first, 'Resources')).toBe('9 0 R');
      expect(text(third, 'CropBox')).toBe('[ 1 1 2 2 ]');
      expect(Object.keys(second?.inherited ?? {})).toEqual(['Resources']);
    });

    it('once through a node that is listed twice, and through cycles', () => {
      const shared = { ...tree, 2: '<</Type/Pages/Kids[3 0 R 3 0 R 2 0 R 6 0 R]>>' };
      const source = openPdf(rawPdf(shared));
      expect(source.pages.map(({ ref }) => ref.objectNumber)).toEqual([4, 5, 6]);
      expect(source.findings.get('page-missing')).toBe(2);
    });

    it('with a page listed twice as two pages', () => {
      const twice = { ...tree, 2: '<</Type/Pages/Kids[6 0 R 6 0 R]/MediaBox[0 0 9 9]>>' };
      expect(openPdf(rawPdf(twice)).pages).toHaveLength(2);
    });

    it('with pages inside the tree itself', () => {
      const direct = {
        ...tree,
        2: '<</Type/Pages/Kids[<</Type/Page/MediaBox[0 0 7 7]>>6 0 R]/MediaBox[0 0 9 9]>>',
      };
      const source = openPdf(rawPdf(direct));
      expect(source.pages.map((page) => page.attributes.MediaBox?.toString())).toEqual([
        '[ 0 0 7 7 ]',
        '[ 0 0 9 9 ]',
      ]);
      const copied = openPdf(copyPages([source]));
      expect(copied.pages[0]?.dict.lookup(PDFName.of('MediaBox'), PDFArray).toString()).toBe('[ 0 0 7 7 ]');
    });

    it('without the types that pages should have', () => {
      const untyped = { ...tree, 4: '<</Parent 3 0 R>>', 5: '<</Type/Pgae/MediaBox[0 0 1 1]>>' };
      expect(openPdf(rawPdf(untyped)).pages).toHaveLength(3);
    });

    it('without missing pages, which are reported', () => {
      const missing = { ...tree, 8: '[4 0 R 44 0 R 5 0 R]' };
      const source = openPdf(rawPdf(missing));
      expect(source.pages).toHaveLength(3);
      expect(source.findings.get('page-missing')).toBe(1);
    });

    it('of thousands of levels without recursion', () => {
      const levels = 5000;
      const objects: Record<number, string> = { 1: '<</Type/Catalog/Pages 2 0 R>>' };
      for (let number = 2; number < levels; number += 1)
        objects[number] = `<</Type/Pages/Kids[${number + 1} 0 R]>>`;
      objects[levels] = '<</Type/Page/MediaBox[0 0 1 1]>>';
      expect(openPdf(rawPdf(objects)).pages).toHaveLength(1);
    });

    it('and rejects one without pages', () => {
      const empty = { ...tree, 2: '<</Type/Pages/Count 0/Kids[]>>', 4: 'null', 5: 'null', 6: 'null' };
      expect(() => openPdf(rawPdf(empty))).toThrow(
        expect.objectContaining({ code: 'damaged-document', predicate: 'has no pages' }),
      );
    });
  });

  it('parses an object at its first lookup and returns the same one again', () => {
    const source = openPdf(rawPdf(pages));
    const first = source.context.lookup(PDFRef.of(4), PDFDict);
    expect(source.pages[0]?.dict).toBe(first);
  });
});
