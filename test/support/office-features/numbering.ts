import { makeWordDocument, paragraph, run, wordPart } from './word.ts';

const level = (index: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>` +
  `<w:lvlJc w:val="left"/><w:rPr><w:lang w:val="en-US"/></w:rPr></w:lvl>`;

const formats = ['ordinal', 'ordinalText', 'cardinalText'];

/**
 * A list whose items count "1st", "First" and "One" (ECMA-376 part 1, 17.18.59: `ordinal`, `ordinalText`,
 * `cardinalText`), each a level of its own.
 */
export const wordedNumbers = (): Buffer =>
  makeWordDocument({
    body: formats
      .map((_, index) =>
        paragraph(run('item'), `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr>`),
      )
      .join(''),
    related: [['numbering', 'numbering.xml']],
    parts: {
      'word/numbering.xml': wordPart(
        'numbering',
        `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>` +
          formats.map((format, index) => level(index, format, `%${index + 1}:`)).join('') +
          '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
      ),
    },
  });
