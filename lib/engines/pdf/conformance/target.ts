import type { DeclaredConformance } from '../../../base/conformance.ts';
import type { FileVersion } from '../writer/object-chunks.ts';
import type { DetectLanguage } from '../../language/language-detector.ts';
import type { PdfaLevel, UndescribedFigures } from '../../../api/fields/finishing/conformance-fields.ts';

/** The standards that a document is made to conform to. At least one. */
export interface ConformanceTarget {
  pdfa?: PdfaLevel | undefined;
  pdfua: boolean;
  /** The name of the result: the title of a document that has no other. */
  fileName?: string | undefined;
  /** What becomes of figures without a description. Default: they stay, and PDF/UA fails. */
  undescribedFigures?: UndescribedFigures | undefined;
  /** Detects the language of a document that states none. Without it, PDF/UA fails for the document. */
  detectLanguage?: DetectLanguage | undefined;
}

/** The part of ISO 19005. */
export type PdfaPart = 1 | 2 | 3;

export const partOf = (level: PdfaLevel): PdfaPart => Number(level[0]) as PdfaPart;

/** Whether the target requires tags: level A, and PDF/UA. */
export const needsTags = ({ pdfa, pdfua }: ConformanceTarget): boolean =>
  pdfua || (pdfa?.endsWith('a') ?? false);

/** Whether the target requires Unicode for all text: levels A and U, and PDF/UA. */
export const needsUnicode = (target: ConformanceTarget): boolean =>
  needsTags(target) || (target.pdfa?.endsWith('u') ?? false);

/**
 * The version in the header of a file that declares a part of PDF/A: ISO 19005-1, 6.1.2 and 6.1.4; ISO 19005-4, 6.1.2.
 */
export function fileVersionOf(part: number | undefined): FileVersion {
  if (part === 1) return '1.4';
  return part === 4 ? '2.0' : '1.7';
}

/**
 * What a document declares that was made to conform to a target.
 *
 * @param undescribed the pages with figures that have no description
 */
export const declaredBy = (
  { pdfa, pdfua }: ConformanceTarget,
  undescribed: readonly number[],
): DeclaredConformance => ({
  flavours: [...(pdfa ? [pdfa] : []), ...(pdfua ? (['ua1'] as const) : [])],
  undescribed,
});
