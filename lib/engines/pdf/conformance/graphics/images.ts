import { asDict, isTrueAt, nameAt, resolved } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, PDFName, PDFRawStream } from '../../objects.ts';
import type { Changes } from '../changes.ts';
import type { ColourSpaces } from '../colour/colour-spaces.ts';
import { intents } from './content-facts.ts';

/** Removes what PDF/A does not allow in an image (ISO 19005-1, 6.2.4; ISO 19005-2 and -3, 6.2.8). Masks are images too. */
export function conformImage(image: PDFDict, spaces: ColourSpaces, changes: Changes): void {
  image.delete(keys.Alternates);
  image.delete(keys.OPI);
  if (isTrueAt(image, keys.Interpolate)) {
    image.delete(keys.Interpolate);
    changes.add('graphics', 'the interpolation of images');
  }
  const intent = nameAt(image, keys.Intent);
  if (intent !== undefined && !intents.has(intent)) image.delete(keys.Intent);
  const space = image.get(keys.ColorSpace);
  if (space) image.set(keys.ColorSpace, spaces.conforming(space));
  for (const key of maskKeys) {
    const mask = resolved(image.context, image.get(key));
    // A mask that has a mask itself would be invalid.
    if (mask instanceof PDFRawStream) conformMask(mask.dict, changes);
  }
}

const maskKeys = [keys.SMask, keys.Mask];

function conformMask(mask: PDFDict, changes: Changes): void {
  mask.delete(keys.Alternates);
  mask.delete(keys.OPI);
  if (!isTrueAt(mask, keys.Interpolate)) return;
  mask.delete(keys.Interpolate);
  changes.add('graphics', 'the interpolation of images');
}

/** Whether an image has a soft mask. */
export const isMasked = (image: PDFDict): boolean => {
  const mask = resolved(image.context, image.get(keys.SMask));
  return mask !== undefined && !(mask instanceof PDFName) && asDict(mask) !== undefined;
};
