import { makeWordDocument, paragraph, wordPart } from './word.ts';

/** Widths of the space to the right of the columns, in twentieths of a point: in some of them the words do not fit. */
const indents = [5000, 5400, 5800, 6200];

/** Long words again and again in narrow columns, with automatic hyphenation. */
export const hyphenatedText = (language: string, words: string): Buffer =>
  makeWordDocument({
    body: indents
      .map((indent) =>
        paragraph(
          `<w:r><w:rPr><w:lang w:val="${language}"/></w:rPr><w:t>${`${words} `.repeat(6)}</w:t></w:r>`,
          `<w:ind w:right="${indent}"/>`,
        ),
      )
      .join(''),
    related: [['settings', 'settings.xml']],
    parts: { 'word/settings.xml': wordPart('settings', '<w:autoHyphenation/>') },
  });
