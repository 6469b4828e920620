import { makeXls } from './binary-workbook.ts';
import { makePptx, makeXlsx } from './office.ts';
import { partText, withParts } from './office-package.ts';

/** A presentation of 15 KB for which LibreOffice takes gigabytes of memory within seconds: groups in groups in groups. */
export function insatiablePptx(): Buffer {
  const deck = makePptx();
  const slide = 'ppt/slides/slide1.xml';
  const depth = 30_000;
  const group =
    '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
  const nested = `${group.repeat(depth)}${'</p:grpSp>'.repeat(depth)}`;
  return withParts(deck, { [slide]: partText(deck, slide).replace('</p:spTree>', `${nested}</p:spTree>`) });
}

/** A workbook of 340 KB that LibreOffice computes for hours: each of its formulas looks at a million rows. */
export function endlessXlsx(): Buffer {
  const workbook = makeXlsx();
  const sheet = 'xl/worksheets/sheet1.xml';
  const formulas = Array.from(
    { length: 50_000 },
    (_, row) =>
      `<row r="${row + 2}"><c r="A${row + 2}"><f>SUMPRODUCT(--(MOD(ROW($B$1:$B$1000000),${row + 2})=0))</f></c></row>`,
  );
  return withParts(workbook, {
    [sheet]: partText(workbook, sheet).replace('</sheetData>', `${formulas.join('')}</sheetData>`),
  });
}

/**
 * A workbook whose window shows a sheet that it does not have. LibreOffice converts it to PDF, and crashes when it writes
 * an XLSX: opened for a view, it has that sheet and none before it. `prepareDocument` corrects it.
 */
export const crashingXls = (): Buffer => makeXls([{ text: 'Cell' }], { activeSheet: 70 });
