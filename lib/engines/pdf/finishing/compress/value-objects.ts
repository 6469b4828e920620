import { nameAt } from '../../assembly/lookup.ts';
import { keys, values } from '../../keys.ts';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '../../objects.ts';
import { nameText } from '../../syntax/names.ts';

const valueTypes = new Set<PDFName | undefined>([
  values.Encoding,
  values.ExtGState,
  values.Font,
  values.FontDescriptor,
  values.Pattern,
]);

/** Streams that the document has as files of its own. */
const fileTypes = new Set<PDFName | undefined>([values.EmbeddedFile, values.Metadata]);

/** Families of colour spaces with parameters (PDF 32000-1, 8.6). */
const families = new Set([
  'CalGray',
  'CalRGB',
  'DeviceN',
  'ICCBased',
  'Indexed',
  'Lab',
  'Pattern',
  'Separation',
]);

const typeKeys = [keys.FunctionType, keys.PatternType, keys.ShadingType];

/**
 * Whether equal objects of this kind can be one object: images, fonts and their parts, colour spaces, functions,
 * patterns, shadings, graphics states, content. Pages, annotations, fields, structure elements, layers and whatever the
 * structure tree names by `StructParent` are not values: each is itself.
 *
 * @param isValuePlace whether the object is used only where its value matters
 */
export function isValueObject(object: PDFObject | undefined, isValuePlace: boolean): boolean {
  if (object instanceof PDFArray) {
    const family = object.size() > 0 ? object.get(0) : undefined;
    return isValuePlace || (family instanceof PDFName && families.has(nameText(family)));
  }
  const dict = object instanceof PDFRawStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  if (dict.has(keys.StructParent) || dict.has(keys.StructParents) || dict.has(keys.Parent)) return false;
  const type = dict.get(keys.Type);
  if (type instanceof PDFName && fileTypes.has(type)) return false;
  if (isValuePlace || typeKeys.some((key) => dict.has(key))) return true;
  if (object instanceof PDFRawStream) return nameAt(dict, keys.Subtype) === 'Image';
  return type instanceof PDFName && valueTypes.has(type);
}
