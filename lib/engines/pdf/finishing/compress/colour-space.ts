import { listOf, numberAt, resolved } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { PDFName, type PDFContext, PDFNumber, type PDFObject, PDFRawStream } from '../../objects.ts';
import { nameText } from '../../syntax/names.ts';

/** What the samples of an image are (PDF 32000-1, 8.6). */
export type ColourSpace =
  | { kind: 'gray' | 'rgb' | 'cmyk'; components: 1 | 3 | 4 }
  /** Indices of a palette. `highest` is the last index. */
  | {
      kind: 'indexed';
      components: 1;
      base: PDFObject | undefined;
      lookup: PDFObject | undefined;
      highest: number;
    };

const gray: ColourSpace = { kind: 'gray', components: 1 };
const rgb: ColourSpace = { kind: 'rgb', components: 3 };
const cmyk: ColourSpace = { kind: 'cmyk', components: 4 };

const byName: Readonly<Record<string, ColourSpace>> = {
  DeviceGray: gray,
  CalGray: gray,
  DeviceRGB: rgb,
  CalRGB: rgb,
  DeviceCMYK: cmyk,
};

const byComponents = new Map([gray, rgb, cmyk].map((space) => [space.components as number, space]));

/** The colour space `entry`; undefined for those whose samples cannot be averaged: inks, `Lab`, `Pattern`. */
export function colourSpaceOf(context: PDFContext, entry: PDFObject | undefined): ColourSpace | undefined {
  const [family, base, highest, lookup] = listOf(context, entry).map((item) => resolved(context, item));
  if (!(family instanceof PDFName)) return undefined;
  const name = nameText(family);
  if (Object.hasOwn(byName, name)) return byName[name];
  if (name === 'ICCBased') {
    const components = base instanceof PDFRawStream ? numberAt(base.dict, keys.N) : undefined;
    return byComponents.get(components ?? 0);
  }
  if (name !== 'Indexed' || !(highest instanceof PDFNumber)) return undefined;
  return { kind: 'indexed', components: 1, base, lookup, highest: highest.asNumber() };
}
