import { PDFName } from '../objects.ts';

/** A known name and its bytes. */
interface KnownName {
  readonly bytes: Uint8Array;
  readonly name: PDFName;
  /** The next name in the same slot. */
  readonly next: KnownName | undefined;
}

/**
 * Finds names by their bytes: pdf-lib unescapes a name at each lookup, which costs more than the rest of parsing it,
 * and making a string of its bytes costs as much again.
 */
const known = new Array<KnownName | undefined>(4096).fill(undefined);
let knownCount = 0;

/** Real documents use a few hundred names repeatedly. Some producers make one for each font on each page. */
const maxKnown = 65_536;

/** The longest list of names in one slot. Longer ones indicate names that were made to collide. */
const maxAlike = 32;

/** The name between `start` and `end`, without its slash. */
export function readName(bytes: Buffer, start: number, end: number): PDFName {
  const place = hashOf(bytes, start, end) % known.length;
  const first = known[place];
  let alike = 0;
  for (let entry = first; entry; entry = entry.next) {
    if (isSame(entry.bytes, bytes, start, end)) return entry.name;
    alike += 1;
  }
  const name = PDFName.of(escapedForPdfLib(bytes.toString('latin1', start, end)));
  if (knownCount < maxKnown && alike < maxAlike) {
    known[place] = { bytes: Uint8Array.from(bytes.subarray(start, end)), name, next: first };
    knownCount += 1;
  }
  return name;
}

/** Fits V8's small integers on every platform. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) & 0x3fff_ffff;
  return hash;
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false;
  }
  return true;
}

/**
 * pdf-lib recognises only escapes in capital letters (`#4A`). A `#` without two digits is literal in both. Names have
 * no null characters (PDF 32000-1, 7.3.5).
 */
const escapedForPdfLib = (text: string): string =>
  text.includes('#')
    ? text.replace(/#[0-9A-Fa-f]{2}/g, (escape) => (escape === '#00' ? '' : escape.toUpperCase()))
    : text;

/** The name with these bytes, one character each. Escapes `#`, because pdf-lib would unescape `#41`. */
export const nameOf = (bytes: string): PDFName => PDFName.of(bytes.replaceAll('#', '#23'));

/** Texts of names, because pdf-lib decodes a name at each call. */
const texts = new WeakMap<PDFName, string>();

/** The bytes of a name, one character each, without the slash and escapes. */
export function nameText(name: PDFName): string {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = name.decodeText()));
  return text;
}
