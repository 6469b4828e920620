import { dictOf } from '../../../assembly/object-builders.ts';
import { values } from '../../../keys.ts';
import type { PDFContext, PDFDict } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { type StandardMetrics, standardMetrics } from './standard-metrics.ts';

/** A standard font (PDF 32000-1, 9.6.2.2), and the font whose metrics it has. */
interface StandardFont {
  name: string;
  metrics: StandardMetrics;
}

const font = (name: string, metrics: keyof typeof standardMetrics): StandardFont => ({
  name,
  metrics: standardMetrics[metrics],
});

/** The regular, the bold, the oblique and the bold oblique font of a family, and what the names of such fonts begin with. */
const families = [
  {
    pattern: /^(?:helv|hebo|heob|arial)/i,
    fonts: [
      font('Helvetica', 'Helvetica'),
      font('Helvetica-Bold', 'Helvetica-Bold'),
      font('Helvetica-Oblique', 'Helvetica'),
      font('Helvetica-BoldOblique', 'Helvetica-Bold'),
    ],
  },
  {
    pattern: /^(?:cour|cobo|coob)/i,
    fonts: [
      font('Courier', 'Courier'),
      font('Courier-Bold', 'Courier'),
      font('Courier-Oblique', 'Courier'),
      font('Courier-BoldOblique', 'Courier'),
    ],
  },
  {
    pattern: /^(?:times|tiro|tibo|tiit|tibi)/i,
    fonts: [
      font('Times-Roman', 'Times-Roman'),
      font('Times-Bold', 'Times-Bold'),
      font('Times-Italic', 'Times-Italic'),
      font('Times-BoldItalic', 'Times-BoldItalic'),
    ],
  },
] as const;

/** The standard font with a name, or that readers show for it; undefined if there is none. */
function standardFontNamed(name: string): StandardFont | undefined {
  const family = families.find(({ pattern }) => pattern.test(name));
  if (!family) return undefined;
  const isBold = /bold|^..b[oi]$/i.test(name);
  const isOblique = /italic|oblique|^(?:..it|..ob|tibi)$/i.test(name);
  return family.fonts[(isBold ? 1 : 0) + (isOblique ? 2 : 0)];
}

/** The metrics of the standard font that readers show for a name; undefined if there is none. */
export const metricsOf = (name: string): StandardMetrics | undefined => standardFontNamed(name)?.metrics;

/**
 * A standard font in place of one that a default appearance names and the form does not have. Adobe's names for them are
 * in use without a definition: `Helv`, `HeBo`, `TiRo`, `Cour`.
 */
export const standardFont = (context: PDFContext, name: string): PDFDict =>
  dictOf(context, {
    Type: values.Font,
    Subtype: values.Type1,
    BaseFont: nameOf((standardFontNamed(name) ?? families[0].fonts[0]).name),
    Encoding: values.WinAnsiEncoding,
  });
