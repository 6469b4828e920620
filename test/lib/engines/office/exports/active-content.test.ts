import { describe, expect, it } from 'vitest';
import { activeContentIn, withoutActiveContent } from '#lib/engines/office/exports/active-content.ts';
import { spliced } from '#lib/engines/office/part-splices.ts';
import { isActiveExcelFormula, isActiveFormula } from '#lib/engines/office/exports/active-formula.ts';
import { buffer } from 'node:stream/consumers';

async function* inPieces(xml: string, length = xml.length): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

const openXml = 'application/vnd.openxmlformats-officedocument';

async function inPart(contentType: string, xml: string, length?: number): Promise<string> {
  const find = withoutActiveContent(`${openXml}.${contentType}`);
  if (!find) throw new Error(`${contentType} stays as it is`);
  const changes = await find(inPieces(xml, length));
  return (await buffer(spliced(inPieces(xml), changes))).toString();
}

describe('withoutActiveContent', () => {
  const word = 'wordprocessingml.document.main+xml';
  const sheet = 'spreadsheetml.worksheet+xml';

  it.each([
    'DDEAUTO cmd &quot;/k&quot;',
    ' INCLUDETEXT "c:\\a.docx"',
    'LINK Excel.Sheet.8',
    'HYPERLINK "file:///a"',
  ])('removes the instruction %s of a field', async (instruction) => {
    const xml = `<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r><w:t>shown</w:t>`;
    const expected = '<w:r><w:instrText xml:space="preserve"></w:instrText></w:r><w:t>shown</w:t>';
    for (const length of [1, 7, xml.length]) expect(await inPart(word, xml, length)).toBe(expected);
    const simple = `<w:fldSimple w:instr='${instruction}'><w:t>shown</w:t></w:fldSimple>`;
    expect(await inPart(word, simple)).toBe('<w:fldSimple><w:t>shown</w:t></w:fldSimple>');
  });

  it('keeps harmless fields', async () => {
    const xml =
      '<w:instrText>PAGE \\* MERGEFORMAT</w:instrText><w:instrText>HYPERLINK "https://a.example"</w:instrText><w:fldSimple w:instr="DATE"/>';
    expect(await inPart(word, xml)).toBe(xml);
  });

  it('removes formulas that reach out of a workbook, and keeps their values', async () => {
    const cell = (formula: string): string => `<c r="A1"><f>${formula}</f><v>1</v></c>`;
    const xml = cell('WEBSERVICE("https://a.example")') + cell("cmd|'/c calc'!A0") + cell('SUM(A2:A3)');
    expect(await inPart(sheet, xml)).toBe('<c r="A1"><v>1</v></c>'.repeat(2) + cell('SUM(A2:A3)'));
  });

  it('empties the sources of connections', async () => {
    const xml =
      '<connection id="1" refreshOnLoad="1"><webPr url="https://a.example"/><textPr sourceFile="C:\\a.txt" tab="1"/></connection>';
    expect(await inPart('spreadsheetml.connections+xml', xml)).toBe(
      '<connection id="1" refreshOnLoad="1"><webPr url=""/><textPr sourceFile="" tab="1"/></connection>',
    );
  });

  it('leaves other parts as they are', () => {
    expect(withoutActiveContent(`${openXml}.theme+xml`)).toBeUndefined();
  });
});

describe('activeContentIn', () => {
  it('removes formulas and instructions of fields from OpenDocument', async () => {
    const xml =
      '<table:table-cell table:formula="of:=DDE(&quot;cmd&quot;;&quot;/c&quot;;&quot;a&quot;)" office:value="1"/>' +
      '<table:table-cell table:formula="of:=SUM([.A1])"/>' +
      '<field:param field:name="vnd.oasis.opendocument.field.code" field:value="DDEAUTO cmd"/>';
    const bytes = await buffer(spliced(inPieces(xml), await activeContentIn(inPieces(xml, 5))));
    expect(bytes.toString()).toBe(
      '<table:table-cell office:value="1"/><table:table-cell table:formula="of:=SUM([.A1])"/>' +
        '<field:param field:name="vnd.oasis.opendocument.field.code"/>',
    );
  });
});

describe('isActiveFormula', () => {
  it.each([
    'of:=DDE("a";"b";"c")',
    'webservice ("x")',
    "of:=['file:///etc/passwd'#$S.A1]",
    "of:=['https://a.example/a.ods'#$S.A1]",
    'HYPERLINK("file:///a")',
    `INDIRECT("'file:///a.ods'#$S.A1")`,
  ])('finds %s', (formula) => {
    expect(isActiveFormula(formula)).toBe(true);
  });

  it.each(['SUM(A1)', '"DDE(x)"', 'HYPERLINK("https://a.example")', 'ADDED(1)', "'My sheet'!A1", '{1|2}'])(
    'allows %s',
    (formula) => {
      expect(isActiveFormula(formula)).toBe(false);
    },
  );

  it('knows the data of other programs in Excel, and not the text of a bar', () => {
    expect(isActiveExcelFormula("cmd|'/c calc'!A0")).toBe(true);
    expect(isActiveExcelFormula('A1&"|"')).toBe(false);
  });
});
