import { makeDocx, makePptx, makeXlsx } from './office.ts';
import { contentType, escapeXml, main, partText, relationshipTypes, withParts } from './office-package.ts';

/** Text in a font. */
export interface FontRun {
  font: string;
  text: string;
}

/** A Word document with a page for each run. */
export function docxInFonts(runs: readonly FontRun[]): Buffer {
  const document = makeDocx();
  const paragraphs = runs.map(({ font, text }, index) => {
    const properties = index > 0 ? '<w:pPr><w:pageBreakBefore/></w:pPr>' : '';
    const fonts = ['ascii', 'hAnsi', 'eastAsia', 'cs'].map((script) => `w:${script}="${escapeXml(font)}"`);
    return (
      `<w:p>${properties}<w:r><w:rPr><w:rFonts ${fonts.join(' ')}/></w:rPr>` +
      `<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
    );
  });
  const part = 'word/document.xml';
  return withParts(document, {
    [part]: partText(document, part).replace(/<w:p>.*<\/w:p>/s, () => paragraphs.join('')),
  });
}

/** A workbook with a cell of that text; its only font is that of the workbook. */
export function xlsxInFont({ font, text }: FontRun): Buffer {
  const workbook = makeXlsx({ rows: [[text]] });
  const replaced = (part: string, from: string, to: string): Record<string, string> => ({
    [part]: partText(workbook, part).replace(from, () => to + from),
  });
  return withParts(workbook, {
    ...replaced(
      '[Content_Types].xml',
      '</Types>',
      `<Override PartName="/xl/styles.xml" ContentType="${contentType('spreadsheetml', 'styles')}"/>`,
    ),
    ...replaced(
      'xl/_rels/workbook.xml.rels',
      '</Relationships>',
      `<Relationship Id="rIdStyles" Type="${relationshipTypes}/styles" Target="styles.xml"/>`,
    ),
    'xl/styles.xml':
      `<styleSheet xmlns="${main('spreadsheetml')}"><fonts><font><sz val="11"/><name val="${escapeXml(font)}"/></font></fonts>` +
      '<fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf fontId="0"/></cellStyleXfs>' +
      '<cellXfs><xf fontId="0" xfId="0"/></cellXfs>' +
      '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  });
}

/** A presentation with a text in that font. */
export function pptxInFont({ font, text }: FontRun): Buffer {
  const deck = makePptx({ slides: [text] });
  const slide = 'ppt/slides/slide1.xml';
  const run = `sz="2400"><a:latin typeface="${escapeXml(font)}"/></a:rPr>`;
  return withParts(deck, { [slide]: partText(deck, slide).replace('sz="2400"/>', () => run) });
}
