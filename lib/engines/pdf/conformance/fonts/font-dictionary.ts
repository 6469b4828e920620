import { createHash } from 'node:crypto';
import { dictAt, nameAt, numberAt } from '../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../assembly/object-builders.ts';
import { type Key, keys } from '../../keys.ts';
import { type PDFDict, PDFNumber, type PDFObject } from '../../objects.ts';

/** Flags of font descriptors (PDF 32000-1, table 123). */
export const flags = {
  fixedPitch: 1 << 0,
  serif: 1 << 1,
  symbolic: 1 << 2,
  script: 1 << 3,
  nonsymbolic: 1 << 5,
  italic: 1 << 6,
  forceBold: 1 << 18,
} as const;

export const flagsOf = (font: PDFDict): number => {
  const descriptor = dictAt(font, keys.FontDescriptor);
  return (descriptor && numberAt(descriptor, keys.Flags)) ?? 0;
};

/** The flags with one of the two bits of which exactly one is set. */
export const withSymbolic = (value: number, isSymbolic: boolean): number =>
  isSymbolic ? (value & ~flags.nonsymbolic) | flags.symbolic : (value & ~flags.symbolic) | flags.nonsymbolic;

/** The tag of a subset (PDF 32000-1, 9.6.4). */
const tag = /^[A-Z]{6}\+/;

/** The name of a font without the tag of a subset. */
export const fontName = (font: PDFDict): string => (nameAt(font, keys.BaseFont) ?? '').replace(tag, '');

/** Six letters that differ for different subsets of a font (PDF 32000-1, 9.6.4). */
export const subsetTag = (subset: Uint8Array): string =>
  [...createHash('sha256').update(subset).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(65 + (byte % 26)))
    .join('');

/** The entries of descriptors for the three kinds of font programs. */
export type ProgramKey = 'FontFile' | 'FontFile2' | 'FontFile3';

/** Sets the widths of a simple font's codes, from the first shown to the last. */
export function setWidths(font: PDFDict, codes: Iterable<number>, widthOf: (code: number) => number): void {
  const shown = [...codes].sort((one, other) => one - other);
  const [first, last] = [shown[0] ?? 0, shown.at(-1) ?? 0];
  const known = new Set(shown);
  const widths = Array.from({ length: last - first + 1 }, (_, index) =>
    PDFNumber.of(known.has(first + index) ? widthOf(first + index) : 0),
  );
  font.set(keys.FirstChar, PDFNumber.of(first));
  font.set(keys.LastChar, PDFNumber.of(last));
  font.set(keys.Widths, arrayOf(font.context, widths));
}

/** A copy of a font's descriptor with changes, which replaces it: other fonts can share the descriptor. */
export function changeDescriptor(
  font: PDFDict,
  changes: Partial<Record<Key, PDFObject>>,
  removed: readonly Key[] = [],
): void {
  const { context } = font;
  const old = dictAt(font, keys.FontDescriptor);
  const descriptor = dictOf(context, {});
  for (const [key, value] of old?.entries() ?? []) descriptor.set(key, value);
  for (const key of removed) descriptor.delete(keys[key]);
  for (const [key, value] of Object.entries(changes)) descriptor.set(keys[key as Key], value);
  font.set(keys.FontDescriptor, context.register(descriptor));
}
