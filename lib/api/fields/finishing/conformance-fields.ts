import { choiceField } from '../fields.ts';
import { boolean } from '../html/field-kinds.ts';

/** The levels of PDF/A that can be asked for: part and conformance (ISO 19005-1, -2, -3). */
export const pdfaLevels = ['1b', '2b', '2u', '2a', '3b', '3u', '3a'] as const;

export type PdfaLevel = (typeof pdfaLevels)[number];

/** The levels that require tags. */
export const taggedLevels = pdfaLevels.filter((level) => level.endsWith('a'));

/** `pdfa`: the archival standard that the result declares and meets. */
export const pdfaField = choiceField(
  pdfaLevels,
  undefined,
  'Makes the PDF conform to this part and level of PDF/A (ISO 19005). The result is validated; if it cannot be made conformant, the error `not-conformant` lists the clauses. Cannot be combined with `protect`. Default: the PDF declares PDF/A only if the inputs do.',
  '2b',
);

/** What becomes of figures without a description in results that declare PDF/UA. */
export const undescribedFigures = ['reject', 'artifact'] as const;

export type UndescribedFigures = (typeof undescribedFigures)[number];

/** `undescribedFigures`: whether figures without a description are decoration. */
export const undescribedFiguresField = choiceField(
  undescribedFigures,
  undefined,
  'How to handle images, charts and drawings without alternative text. `reject`: the request fails with `not-conformant`, and `errors` (in a job, `detail`) lists their pages. `artifact`: treats them as decorative. They are marked as artifacts, which assistive technology skips, with the warning `figures-hidden`. Their text stays. Requires `pdfua`. Default: `reject`.',
  'artifact',
);

/** `pdfua`: whether the result declares and meets PDF/UA-1. */
export const pdfuaField = boolean(
  'Makes the PDF conform to PDF/UA-1 (ISO 14289-1), the standard for accessible PDFs. The document must have tags. The language is taken from the `Language` entry of `metadata`, or else from the document. If neither states one, it is detected from the text, with the warning `language-detected`. The result is validated; if it cannot be made conformant, the error `not-conformant` lists the clauses. Cannot be combined with `protect`.',
  false,
);
