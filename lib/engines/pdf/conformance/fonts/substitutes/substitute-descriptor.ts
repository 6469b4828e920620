import { dictOf } from '../../../assembly/object-builders.ts';
import { inUnits } from '../../../finishing/overlays/document-font.ts';
import { numbers } from '../../../finishing/overlays/form-xobject.ts';
import { values } from '../../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, type PDFObject } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { type ProgramKey, withSymbolic } from '../font-dictionary.ts';
import type { SubstituteFace } from './substitute-fonts.ts';

/** Of a regular font, in units of the font. Readers use it for substitutes only. */
const stemWidth = 80;

/**
 * The descriptor of an embedded substitute (PDF 32000-1, 9.8).
 *
 * @param flags those of the font that it replaces
 */
export function substituteDescriptor(
  context: PDFContext,
  name: string,
  { metrics }: SubstituteFace,
  flags: number,
  program: Partial<Record<ProgramKey, PDFObject>>,
): PDFDict {
  const units = (ems: number): PDFNumber => PDFNumber.of(inUnits(ems));
  return dictOf(context, {
    Type: values.FontDescriptor,
    FontName: nameOf(name),
    Flags: PDFNumber.of(withSymbolic(flags, true)),
    FontBBox: numbers(context, metrics.bounds.map(inUnits)),
    ItalicAngle: PDFNumber.of(metrics.italicAngle),
    Ascent: units(metrics.ascent),
    Descent: units(metrics.descent),
    CapHeight: units(metrics.capHeight),
    StemV: PDFNumber.of(stemWidth),
    ...program,
  });
}
