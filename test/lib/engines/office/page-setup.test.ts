import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { editParts } from '#lib/engines/office/part-edits.ts';
import type { SheetSetup } from '#lib/engines/office/sheet-setup.ts';
import { sheetEdits } from '#lib/engines/office/sheet-edits.ts';
import { paperSizes } from '#lib/api/fields/lengths.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { checkZipLimits } from '#lib/engines/office/zip-limits.ts';
import { makeXlsx } from '../../../support/office.ts';
import { partText, withParts } from '../../../support/office-package.ts';
import { rawZip } from '../../../support/raw-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'landscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inLandscape: SheetSetup = { landscape: true, paper: paperSizes.A4 };

let count = 0;
async function withSetup(workbook: Buffer, setup: SheetSetup = inLandscape): Promise<Buffer> {
  count += 1;
  const [input, output] = ['in', 'out'].map((name) => join(folder, `${count}-${name}.xlsx`)) as [
    string,
    string,
  ];
  writeFileSync(input, workbook);
  const bytes = readFileSync(await editParts(input, output, sheetEdits(setup)));
  await checkZipLimits(fromBuffer(bytes));
  return bytes;
}

const sheet1 = 'xl/worksheets/sheet1.xml';

/** The changed XML of a sheet. */
const landscapeSheet = async (xml: string | Buffer): Promise<Buffer> =>
  Buffer.from(unzipSync(await withSetup(withParts(makeXlsx(), { [sheet1]: xml })))[sheet1] ?? []);

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const paper = 'paperWidth="210mm" paperHeight="297mm"';
const set = `<pageSetup ${paper} orientation="landscape"/>`;

describe('landscape', () => {
  it.each([
    [
      'a page setup without orientation',
      '<sheetData/><pageSetup paperSize="9"/>',
      '<sheetData/><pageSetup orientation="landscape" paperSize="9"/>',
    ],
    [
      'portrait',
      `<pageSetup paperSize="9" orientation='portrait' r:id="rId1" />`,
      '<pageSetup orientation="landscape" paperSize="9" r:id="rId1" />',
    ],
    [
      "the printer's defaults",
      '<pageSetup usePrinterDefaults="1" scale="50"/>',
      `<pageSetup ${paper} orientation="landscape" scale="50"/>`,
    ],
    [
      'a page setup with an end tag',
      '<pageSetup></pageSetup>',
      `<pageSetup ${paper} orientation="landscape"></pageSetup>`,
    ],
    [
      'no page setup: behind the margins',
      '<sheetData/><pageMargins left="1"/><headerFooter/>',
      `<sheetData/><pageMargins left="1"/>${set}<headerFooter/>`,
    ],
    [
      'no page setup: before what has to follow',
      '<sheetData><row/></sheetData><drawing/><tableParts/>',
      `<sheetData><row/></sheetData>${set}<drawing/><tableParts/>`,
    ],
    [
      'no page setup: behind repeated elements',
      '<conditionalFormatting/><conditionalFormatting><x/></conditionalFormatting><legacyDrawing/>',
      `<conditionalFormatting/><conditionalFormatting><x/></conditionalFormatting>${set}<legacyDrawing/>`,
    ],
    ['an empty sheet', '', set],
    [
      'custom views keep theirs',
      '<customSheetViews><customSheetView><pageSetup/></customSheetView></customSheetViews><drawing/>',
      `<customSheetViews><customSheetView><pageSetup/></customSheetView></customSheetViews>${set}<drawing/>`,
    ],
    [
      'a page setup only in a remark',
      '<!-- <pageSetup/> --><sheetData/>',
      `<!-- <pageSetup/> --><sheetData/>${set}`,
    ],
    [
      'a page setup only in text',
      '<sheetData><c><![CDATA[<pageSetup/></worksheet>]]></c></sheetData>',
      `<sheetData><c><![CDATA[<pageSetup/></worksheet>]]></c></sheetData>${set}`,
    ],
    [
      'angle brackets in attributes',
      '<sheetPr a="</sheetData><pageSetup/>" b=\'">\'/><sheetData/>',
      `<sheetPr a="</sheetData><pageSetup/>" b='">'/><sheetData/>${set}`,
    ],
    [
      'an attribute that speaks of orientation',
      '<pageSetup errors=" orientation=\'portrait\' "/>',
      `<pageSetup ${paper} orientation="landscape" errors=" orientation='portrait' "/>`,
    ],
    ['paper that LibreOffice does not know', '<pageSetup paperSize="0"/>', set],
    [
      'paper that is wide by itself',
      '<pageSetup paperSize="4" orientation="portrait"/>',
      '<pageSetup paperSize="4" orientation="portrait"/>',
    ],
    [
      'paper of its own size',
      '<pageSetup paperWidth="100mm" paperHeight="20cm"/>',
      '<pageSetup orientation="landscape" paperWidth="100mm" paperHeight="20cm"/>',
    ],
    [
      'wide paper of its own size',
      '<pageSetup paperWidth="11in" paperHeight="20cm"/>',
      '<pageSetup orientation="portrait" paperWidth="11in" paperHeight="20cm"/>',
    ],
  ])('%s', async (_, content, expected) => {
    const whole = (inner: string): string =>
      `<?xml version="1.0"?>\n<worksheet ${namespace}>${inner}</worksheet>\n`;
    expect((await landscapeSheet(whole(content))).toString()).toBe(whole(expected));
  });

  it('uses the prefix of the sheet', async () => {
    const sheet = (inner: string): string =>
      `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData/>${inner}<x:drawing/></x:worksheet>`;
    expect((await landscapeSheet(sheet(''))).toString()).toBe(
      sheet(`<x:pageSetup ${paper} orientation="landscape"/>`),
    );
    expect((await landscapeSheet(sheet('<x:pageSetup copies="1"/>'))).toString()).toBe(
      sheet(`<x:pageSetup ${paper} orientation="landscape" copies="1"/>`),
    );
  });

  it.each(['utf16le', 'utf16be'])('keeps the encoding: %s', async (order) => {
    const encode = (xml: string): Buffer => {
      const bytes = Buffer.from(`\ufeff${xml}`, 'utf16le');
      return order === 'utf16le' ? bytes : bytes.swap16();
    };
    const sheet = (inner: string): Buffer =>
      encode(`<worksheet ${namespace}><sheetData>é漢</sheetData>${inner}</worksheet>`);
    expect(await landscapeSheet(sheet(''))).toEqual(sheet(set));
  });

  it('finds its place wherever the sheet is split into pieces', async () => {
    const piece = 256 * 1024;
    const before = `<worksheet ${namespace}><sheetData>`;
    for (const distance of [-60, -40, -20, -12, -1, 0, 1, 20]) {
      // Not compressible enough to be inflated in one call.
      const cells = '<c r="A1" t="n"><v>3.14159</v></c>'
        .repeat(60_000)
        .slice(0, piece * 5 + distance - before.length);
      const data = `${before}${cells.slice(0, cells.lastIndexOf('<c '))}`;
      const filled = `${data}${' '.repeat(before.length + cells.length - data.length)}</sheetData>`;
      const sheet = (inner: string): string => `${filled}${inner}<headerFooter/></worksheet>`;
      expect((await landscapeSheet(sheet('<pageSetup/>'))).toString() === sheet(set), `${distance}`).toBe(
        true,
      );
      expect((await landscapeSheet(sheet(''))).toString() === sheet(set), `${distance}`).toBe(true);
    }
  });

  it('rotates every kind of sheet, by content type, and leaves everything else unchanged', async () => {
    const workbook = makeXlsx({ sheets: [{ rows: [['one']] }, { rows: [['two']], after: '<pageSetup/>' }] });
    const types = partText(workbook, '[Content_Types].xml').replace(
      '</Types>',
      '<Override PartName="/xl/chart.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml"/></Types>',
    );
    const input = withParts(workbook, {
      '[Content_Types].xml': types,
      'xl/chart.xml': `<chartsheet ${namespace}><sheetViews/><drawing/></chartsheet>`,
      'xl/worksheets/sheet9.xml': '<other/>',
      'xl/média/picture.bin': Buffer.from([1, 2, 3]),
    });
    const output = await withSetup(input);
    const before = unzipSync(input);
    const after = unzipSync(output);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [name, content] of Object.entries(after)) {
      const turned = [sheet1, 'xl/worksheets/sheet2.xml', 'xl/chart.xml'].includes(name);
      expect(Buffer.from(content).includes('landscape'), name).toBe(turned);
      if (!turned) expect(content).toEqual(before[name]);
    }
    expect(partText(output, 'xl/chart.xml')).toContain(`<sheetViews/>${set}<drawing/>`);
  });

  it('reads ZIP64 and sizes after the data', async () => {
    const workbook = makeXlsx();
    const parts = Object.entries(unzipSync(workbook)).map(([name, data]) => ({
      name,
      data: Buffer.from(data),
      flags: 8,
    }));
    expect(partText(await withSetup(rawZip(parts, { zip64: true })), sheet1)).toContain(set);
  });

  it.each([
    ['a sheet cut off', withParts(makeXlsx(), { [sheet1]: `<worksheet ${namespace}><sheetData` })],
    ['no ZIP', Buffer.from('nothing')],
    ['a broken directory', makeXlsx().subarray(0, -10)],
  ])('a damaged workbook is reported: %s', async (_, workbook) => {
    await expect(withSetup(Buffer.from(workbook))).rejects.toMatchObject({ code: 'damaged-document' });
  });
});

describe('paper', () => {
  const sheetWith = async (content: string, setup: Partial<SheetSetup>): Promise<string> => {
    const whole = `<worksheet ${namespace}>${content}</worksheet>`;
    const workbook = withParts(makeXlsx(), { [sheet1]: whole });
    const all = { landscape: false, paper: paperSizes.A5, ...setup };
    return partText(await withSetup(workbook, all), sheet1).replace(/^<worksheet [^>]*>|<\/worksheet>$/g, '');
  };
  const a5 = 'paperWidth="148mm" paperHeight="210mm"';

  it.each([
    ['no page setup', '', `<pageSetup ${a5}/>`],
    [
      'an orientation alone',
      '<pageSetup orientation="landscape"/>',
      `<pageSetup ${a5} orientation="landscape"/>`,
    ],
    ["the printer's own paper", '<pageSetup paperSize="0"/>', `<pageSetup ${a5}/>`],
    ['paper that is named', '<pageSetup paperSize="1"/>', '<pageSetup paperSize="1"/>'],
    [
      'paper that is named, and to be ignored by LibreOffice',
      '<pageSetup paperSize="1" usePrinterDefaults="1"/>',
      '<pageSetup paperSize="1"/>',
    ],
    [
      'paper of its own size',
      '<pageSetup paperWidth="1in" paperHeight="2in"/>',
      '<pageSetup paperWidth="1in" paperHeight="2in"/>',
    ],
  ])('paper is set where missing: a sheet with %s', async (_, before, after) => {
    expect(await sheetWith(before, {})).toBe(after);
  });

  it('paper that is wider than high is not rotated', async () => {
    const paper = 'paperWidth="431.8mm" paperHeight="279.4mm" orientation="portrait"';
    for (const landscape of [true, false]) {
      expect(
        await sheetWith('<pageSetup orientation="landscape"/>', { landscape, paper: paperSizes.Ledger }),
      ).toBe(`<pageSetup ${paper}/>`);
    }
  });

  it('a workbook without changes is not written', async () => {
    const workbook = withParts(makeXlsx({ after: '<pageSetup paperSize="9"/>' }), {});
    const input = join(folder, 'named.xlsx');
    writeFileSync(input, workbook);
    const edits = sheetEdits({ landscape: false, paper: paperSizes.A4 });
    expect(await editParts(input, join(folder, 'not-made.xlsx'), edits)).toBe(input);
    expect(readdirSync(folder)).not.toContain('not-made.xlsx');
  });
});

describe('the scroll position', () => {
  const view =
    '<sheetViews><sheetView topLeftCell="A37" workbookViewId="0"><pane topLeftCell="B9" ySplit="1"/></sheetView></sheetViews>';
  const xml = `<worksheet ${namespace}>${view}<sheetData><c topLeftCell="A1"/></sheetData>${set}</worksheet>`;
  const after = async (setup: Partial<SheetSetup>): Promise<string> =>
    partText(
      await withSetup(withParts(makeXlsx(), { [sheet1]: xml }), {
        landscape: false,
        paper: paperSizes.A4,
        ...setup,
      }),
      sheet1,
    );

  it('goes from the views of a sheet that becomes a single page', async () => {
    expect(await after({ fromStart: true })).toBe(
      xml.replace(' topLeftCell="A37"', '').replace(' topLeftCell="B9"', ''),
    );
  });

  it('stays otherwise', async () => {
    expect(await after({})).toBe(xml);
  });
});
