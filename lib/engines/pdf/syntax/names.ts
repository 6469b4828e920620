import { PDFName } from '../objects.ts';

/** A name that was met, by its bytes. */
interface KnownName {
  readonly bytes: Uint8Array;
  readonly name: PDFName;
  /** The next one in the same place. */
  readonly next: KnownName | undefined;
}

/**
 * pdf-lib unescapes a name at each use, which costs more than all the rest of parsing it, and to make a string of its
 * bytes costs as much again: so names are found by their bytes.
 */
const known = new Array<KnownName | undefined>(4096).fill(undefined);
let knownCount = 0;

/** Real documents use a few hundred names again and again; some producers have one for each font on each page. */
const maxKnown = 65_536;

/** Names that are looked through for one: more of them were made to have its hash. */
const maxAlike = 32;

/** The name whose text, slash excluded, stands from `start` to `end`. */
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

/** Fits a small integer of V8's on every platform. */
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
 * pdf-lib reads escapes (`#4A`) in capital letters only. A `#` without two digits stands for itself in both. Names have
 * no null characters (PDF 32000-1, 7.3.5).
 */
const escapedForPdfLib = (text: string): string =>
  text.includes('#')
    ? text.replace(/#[0-9A-Fa-f]{2}/g, (escape) => (escape === '#00' ? '' : escape.toUpperCase()))
    : text;

/** A name of these bytes, each as one character. pdf-lib takes `#41` for an escape. */
export const nameOf = (bytes: string): PDFName => PDFName.of(bytes.replaceAll('#', '#23'));

/** pdf-lib decodes a name each time it is asked for its text. */
const texts = new WeakMap<PDFName, string>();

/** The bytes of a name, each as one character, without the slash and escapes. */
export function nameText(name: PDFName): string {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = name.decodeText()));
  return text;
}
