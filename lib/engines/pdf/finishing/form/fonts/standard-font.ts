import { dictOf } from '../../../assembly/object-builders.ts';
import { values } from '../../../keys.ts';
import type { PDFContext, PDFDict } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { type StandardMetrics, standardMetrics } from './standard-metrics.ts';

/** A family of the standard fonts, and what names of its fonts begin with: also of those that readers replace by it. */
const families = [
  { pattern: /^(?:helv|hebo|arial)/i, regular: 'Helvetica', bold: 'Helvetica-Bold' },
  { pattern: /^cour|^cobo|^couriernew/i, regular: 'Courier', bold: 'Courier-Bold' },
  { pattern: /^ti(?:ro|bo|it|bi)|^times/i, regular: 'Times-Roman', bold: 'Times-Bold' },
] as const;

/** The metrics of the standard font with a name, or that readers show for it; undefined if there is none. */
export function metricsOf(fontName: string): StandardMetrics | undefined {
  const family = families.find(({ pattern }) => pattern.test(fontName));
  if (!family) return undefined;
  const isBold = /bold|bo$|bi$/i.test(fontName);
  const isOblique = /italic|oblique|it$|bi$/i.test(fontName);
  switch (family.regular) {
    case 'Courier':
      return standardMetrics.Courier;
    case 'Helvetica':
      return standardMetrics[isBold ? family.bold : family.regular];
    case 'Times-Roman':
      if (isOblique) return standardMetrics[isBold ? 'Times-BoldItalic' : 'Times-Italic'];
      return standardMetrics[isBold ? family.bold : family.regular];
  }
}

/**
 * A standard font in place of one that a default appearance names and the form does not have. Adobe's names for them are
 * in use without a definition: `Helv`, `HeBo`, `TiRo`, `Cour`.
 */
export function standardFont(context: PDFContext, name: string): PDFDict {
  const family = families.find(({ pattern }) => pattern.test(name)) ?? families[0];
  const isBold = /bold|bo$|bi$/i.test(name);
  return dictOf(context, {
    Type: values.Font,
    Subtype: values.Type1,
    BaseFont: nameOf(isBold ? family.bold : family.regular),
    Encoding: values.WinAnsiEncoding,
  });
}
