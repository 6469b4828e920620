import { asDict, listOf, nameAt, resolved } from '../../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../../assembly/object-builders.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName, type PDFObject, PDFNumber } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import type { Tag } from './tag.ts';

/** The attributes of an element that an owner defines (PDF 32000-1, 14.7.5), with those of its classes. */
export function attributesOf(tag: Tag, owner: string, classes: PDFDict | undefined): PDFDict[] {
  const { context } = tag.dict;
  const own = listOf(context, tag.dict.get(keys.A));
  const named = listOf(context, tag.dict.get(keys.C)).flatMap((name): readonly PDFObject[] => {
    const value = resolved(context, name);
    return classes && value instanceof PDFName ? listOf(context, classes.get(value)) : [];
  });
  return [...own, ...named]
    .map((entry) => asDict(resolved(context, entry)))
    .filter((dict) => dict !== undefined)
    .filter((dict) => nameAt(dict, keys.O) === owner);
}

/** The value of an attribute; undefined if none of the dictionaries has it. */
export const attribute = (dicts: readonly PDFDict[], key: PDFName): PDFObject | undefined =>
  dicts.map((dict) => resolved(dict.context, dict.get(key))).find((value) => value !== undefined);

/** The value of an attribute that counts something; at least 1. */
export function countAttribute(dicts: readonly PDFDict[], key: PDFName): number {
  const value = attribute(dicts, key);
  return value instanceof PDFNumber ? Math.max(1, Math.trunc(value.asNumber())) : 1;
}

/** Adds a dictionary of attributes to an element. It takes precedence over earlier ones. */
export function addAttribute(tag: Tag, owner: string, key: PDFName, value: PDFObject): void {
  const { context } = tag.dict;
  const added = dictOf(context, { O: nameOf(owner) });
  added.set(key, value);
  // Without the revision numbers that can follow a dictionary: revisions have no meaning in a finished file.
  const own = listOf(context, tag.dict.get(keys.A)).filter((entry) => asDict(resolved(context, entry)));
  for (const entry of own) {
    const dict = asDict(resolved(context, entry));
    if (dict && nameAt(dict, keys.O) === owner && dict.has(key)) dict.set(key, value);
  }
  tag.dict.set(keys.A, arrayOf(context, [...own, added]));
}
