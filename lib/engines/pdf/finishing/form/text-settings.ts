import { inherited } from '../../assembly/form/field-facts.ts';
import type { FieldNode } from '../../assembly/form/form-fields.ts';
import { bytesOf, dictAt, numberAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { PDFDict, PDFNumber } from '../../objects.ts';
import { hexOf, setColour } from '../colours.ts';
import { type DefaultAppearance, readAppearance } from '../default-appearance.ts';
import type { Colour } from './fonts/field-font.ts';

/** How the text of a widget is set: its own entries, else those of its fields and of the form. */
export interface TextSettings extends Omit<DefaultAppearance, 'colour'> {
  colour: Colour;
  /** 0: left, 1: centered, 2: right. */
  quadding: number;
  /** In which the font is looked up. */
  resources: PDFDict[];
}

/** @param form the interactive form, whose entries are the defaults (PDF 32000-1, table 218) */
export function textSettings(widget: FieldNode, form: PDFDict): TextSettings {
  const appearance = bytesOf(inherited(widget, keys.DA)) ?? bytesOf(form.lookup(keys.DA)) ?? '';
  const quadding = inherited(widget, keys.Q);
  const { colour, ...font } = readAppearance(appearance);
  return {
    ...font,
    colour: { operators: setColour(colour, 'fill'), hex: hexOf(colour) },
    quadding: quadding instanceof PDFNumber ? quadding.asNumber() : (numberAt(form, keys.Q) ?? 0),
    resources: [inherited(widget, keys.DR), dictAt(form, keys.DR)].filter((each) => each instanceof PDFDict),
  };
}
