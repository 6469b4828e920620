import { makePptx } from '../support/office.ts';
import { partText, withParts } from '../support/office-package.ts';
import { linkedDocx, linksPart, own } from './linked-documents.ts';
import { embeddedOpenType, obfuscatedFont } from '../support/font.ts';

const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const key = '{1DFAD0F4-9C9C-4C1B-A28D-52C3E1A1B6A7}';

/** A Word document with text in the font `family`, which it brings along. */
export const docxWithFont = (family: string, font: Buffer): Buffer =>
  linkedDocx({
    markup: `<w:p><w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}"/></w:rPr><w:t>In ${family}</w:t></w:r></w:p>`,
    links: [
      ['fontTable', 'fontTable.xml', ''],
      ['settings', 'settings.xml', ''],
    ],
    parts: {
      'word/settings.xml': `<w:settings ${namespaces}><w:embedTrueTypeFonts/></w:settings>`,
      'word/fontTable.xml': `<w:fonts ${namespaces}><w:font w:name="${family}"><w:embedRegular r:id="rId1" w:fontKey="${key}"/></w:font></w:fonts>`,
      'word/_rels/fontTable.xml.rels': linksPart([['font', 'fonts/font1.odttf', '']]),
      'word/fonts/font1.odttf': obfuscatedFont(font, key),
    },
    types: {
      'word/settings.xml': `${wordTypes}.settings+xml`,
      'word/fontTable.xml': `${wordTypes}.fontTable+xml`,
      '.odttf': 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
    },
  });

/** A presentation with text in the font `family`, which it brings along. */
export function pptxWithFont(family: string, font: Buffer): Buffer {
  const deck = makePptx({ slides: [own] });
  const replaced = (part: string, from: string, to: string): Record<string, string> => ({
    [part]: partText(deck, part).replace(from, to),
  });
  return withParts(deck, {
    ...replaced(
      'ppt/presentation.xml',
      '</p:presentation>',
      `<p:embeddedFontLst><p:embeddedFont><p:font typeface="${family}"/><p:regular r:id="rIdFont"/></p:embeddedFont></p:embeddedFontLst></p:presentation>`,
    ),
    ...replaced(
      'ppt/_rels/presentation.xml.rels',
      '</Relationships>',
      '<Relationship Id="rIdFont" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/font" Target="fonts/font1.fntdata"/></Relationships>',
    ),
    ...replaced('ppt/slides/slide1.xml', 'sz="2400"/>', `sz="2400"><a:latin typeface="${family}"/></a:rPr>`),
    ...replaced(
      '[Content_Types].xml',
      '</Types>',
      '<Default Extension="fntdata" ContentType="application/x-fontdata"/></Types>',
    ),
    'ppt/fonts/font1.fntdata': embeddedOpenType(font, family),
  });
}
