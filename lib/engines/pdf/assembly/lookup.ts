import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { nameText } from '../syntax/names.ts';
import { decodeText } from '../syntax/text-strings.ts';

/*
 * Lenient access to documents: an entry that is absent or has the wrong type is `undefined`, because real documents
 * contain every kind of mistake and none may stop a merge.
 */

/** The object that `object` refers to, or `object` itself. */
export const resolved = (context: PDFContext, object: PDFObject | undefined): PDFObject | undefined =>
  object instanceof PDFRef ? context.lookup(object) : object;

const valueAt = (dict: PDFDict, key: PDFName): PDFObject | undefined => resolved(dict.context, dict.get(key));

/** A dictionary or the dictionary of a stream. */
export const asDict = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFDict ? object : object instanceof PDFRawStream ? object.dict : undefined;

export const dictAt = (dict: PDFDict, key: PDFName): PDFDict | undefined => asDict(valueAt(dict, key));

export function arrayAt(dict: PDFDict, key: PDFName): PDFArray | undefined {
  const value = valueAt(dict, key);
  return value instanceof PDFArray ? value : undefined;
}

export function refAt(dict: PDFDict, key: PDFName): PDFRef | undefined {
  const value = dict.get(key);
  return value instanceof PDFRef ? value : undefined;
}

/** The references in an array. */
export const refsAt = (dict: PDFDict, key: PDFName): PDFRef[] =>
  (arrayAt(dict, key)?.asArray() ?? []).filter((item) => item instanceof PDFRef);

export function numberAt(dict: PDFDict, key: PDFName): number | undefined {
  const value = valueAt(dict, key);
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

export function nameAt(dict: PDFDict, key: PDFName): string | undefined {
  const value = valueAt(dict, key);
  return value instanceof PDFName ? nameText(value) : undefined;
}

/** Whether the entry is present and true. */
export const isTrueAt = (dict: PDFDict, key: PDFName): boolean => valueAt(dict, key) === PDFBool.True;

/** A string object: a text string or a byte string. */
export const isString = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString;

/** A text string (PDF 32000-1, 7.9.2.2), decoded. */
export function textAt(dict: PDFDict, key: PDFName): string | undefined {
  const value = valueAt(dict, key);
  return isString(value) ? textOf(value) : undefined;
}

/** A text string (PDF 32000-1, 7.9.2.2), decoded. */
export const textOf = (string: PDFString | PDFHexString): string => decodeText(string.asBytes());

/** The bytes of a byte string or name, one character each. The keys of name trees are compared in this form. */
export function bytesOf(object: PDFObject | undefined): string | undefined {
  if (isString(object)) return Buffer.from(object.asBytes()).toString('latin1');
  return object instanceof PDFName ? Buffer.from(object.asBytes()).toString('latin1') : undefined;
}

/** The items of an array; an object that is not an array counts as its only item, as several entries allow. */
export function listOf(context: PDFContext, object: PDFObject | undefined): readonly PDFObject[] {
  const value = resolved(context, object);
  if (value instanceof PDFArray) return value.asArray();
  return object === undefined || value === undefined ? [] : [object];
}
