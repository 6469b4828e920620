import { dictAt, nameAt, numberAt, resolved } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFObject } from '../../objects.ts';
import { nameOf, nameText } from '../../syntax/names.ts';
import type { Changes } from '../changes.ts';
import { intents } from './content-facts.ts';

/** Blend modes (PDF 32000-1, tables 136 and 137). */
const blendModes: ReadonlySet<string> = new Set([
  ...[
    'Normal',
    'Compatible',
    'Multiply',
    'Screen',
    'Overlay',
    'Darken',
    'Lighten',
    'ColorDodge',
    'ColorBurn',
  ],
  ...['HardLight', 'SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
]);

/** Removes what PDF/A does not allow in a graphics state (ISO 19005-1, 6.2.8; ISO 19005-2 and -3, 6.2.5). */
export function conformGraphicsState(state: PDFDict, changes: Changes): void {
  if (state.delete(keys.TR)) changes.add('graphics', 'transfer functions');
  if (state.has(keys.TR2) && nameAt(state, keys.TR2) !== 'Default') {
    state.delete(keys.TR2);
    changes.add('graphics', 'transfer functions');
  }
  state.delete(keys.HTP);
  const halftone = dictAt(state, keys.HT);
  if (halftone && !isAllowedHalftone(halftone)) {
    state.delete(keys.HT);
    changes.add('graphics', 'halftones');
  }
  const intent = nameAt(state, keys.RI);
  if (intent !== undefined && !intents.has(intent)) state.delete(keys.RI);
  const mode = state.get(keys.BM);
  if (mode && resolved(state.context, mode) instanceof PDFName && !isKnownMode(state))
    state.set(keys.BM, nameOf('Normal'));
}

const isKnownMode = (state: PDFDict): boolean => blendModes.has(nameAt(state, keys.BM) ?? '');

const isAllowedHalftone = (halftone: PDFDict): boolean =>
  [1, 5].includes(numberAt(halftone, keys.HalftoneType) ?? 0) && !halftone.has(keys.HalftoneName);

/** Whether what is painted with a graphics state can be transparent (ISO 19005-1, 6.4). */
export function isTransparent(state: PDFDict): boolean {
  const isOpaque = (key: PDFName): boolean => (numberAt(state, key) ?? 1) === 1;
  const mask = resolved(state.context, state.get(keys.SMask));
  const hasMask = mask !== undefined && !(mask instanceof PDFName && nameText(mask) === 'None');
  return hasMask || !isOpaque(keys.ca) || !isOpaque(keys.CA) || !isNormal(state, state.get(keys.BM));
}

function isNormal({ context }: PDFDict, entry: PDFObject | undefined): boolean {
  const mode = resolved(context, entry);
  if (mode instanceof PDFArray) return mode.asArray().every((item) => isNormalName(resolved(context, item)));
  return isNormalName(mode);
}

function isNormalName(mode: PDFObject | undefined): boolean {
  return mode === undefined || (mode instanceof PDFName && ['Normal', 'Compatible'].includes(nameText(mode)));
}

/** Whether overprinting with CMYK profiles would leave inks as they are, which ISO 19005-2 does not allow (6.2.4.2). */
export function resetOverprintMode(state: PDFDict): boolean {
  if (numberAt(state, keys.OPM) !== 1) return false;
  state.set(keys.OPM, PDFNumber.of(0));
  return true;
}
