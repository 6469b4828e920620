import { dictAt, nameAt, numberAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { metricsOf } from './standard-font.ts';

const unitsPerEm = 1000;

/** Of fonts that state none that make sense, in units of the font. */
const usual = { ascent: 900, descent: 220, capHeight: 700 };

/** The heights of a font, in ems: those of its descriptor if they make sense, else those of a standard font. */
export function verticalMetrics(font: PDFDict): typeof usual {
  const standard = metricsOf(nameAt(font, keys.BaseFont) ?? '') ?? usual;
  const descriptor = dictAt(font, keys.FontDescriptor);
  const stated = (key: typeof keys.Ascent, least: number, most: number): number | undefined => {
    const units = Math.abs((descriptor && numberAt(descriptor, key)) ?? 0);
    return units >= least && units <= most ? units : undefined;
  };
  return {
    ascent: (stated(keys.Ascent, 500, 1500) ?? standard.ascent) / unitsPerEm,
    descent: (stated(keys.Descent, 50, 1000) ?? standard.descent) / unitsPerEm,
    capHeight: (stated(keys.CapHeight, 400, 1000) ?? standard.capHeight) / unitsPerEm,
  };
}
