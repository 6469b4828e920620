import { makeDocx } from './office.ts';
import { escapeXml, partText, withParts } from './office-package.ts';

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
