import { makeDocx } from '../office.ts';
import { main, type Parts, relationships, relationshipTypes } from '../office-package.ts';

const namespaces = [
  `xmlns:w="${main('wordprocessingml')}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  `xmlns:r="${relationshipTypes}"`,
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

/** What a Word document relates to: relationship type, target below `word/`; the ids are `rId1`, `rId2`, …. */
type Related = readonly (readonly [type: string, target: string])[];

export interface WordContent {
  /** Children of `w:body`, without the section. The prefixes are `w`, `m`, `r`, `v` and `o`. */
  body: string;
  related?: Related;
  parts?: Parts;
}

/** A Word document of the given markup, on A4 paper. */
export function makeWordDocument({ body, related = [], parts = {} }: WordContent): Buffer {
  const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  return makeDocx({
    parts: {
      'word/document.xml': `<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`,
      ...(related.length > 0 && { 'word/_rels/document.xml.rels': relationships(related) }),
      ...parts,
    },
  });
}

/** A part of its own beside the document: `wordPart('numbering', …)` is `w:numbering` with these children. */
export const wordPart = (element: string, children: string): string =>
  `<w:${element} ${namespaces}>${children}</w:${element}>`;

export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
