import { PDFName } from 'pdf-lib';

/** pdf-lib unescapes a name at each use, which costs more than all the rest of parsing it. */
const known = new Map<string, PDFName>();

/** Real documents use a few hundred names again and again; some producers have one for each font on each page. */
const maxKnown = 65_536;

/** The name whose text, slash excluded, stands from `start` to `end`. */
export function nameAt(bytes: Buffer, start: number, end: number): PDFName {
  const text = bytes.toString('latin1', start, end);
  const name = known.get(text);
  if (name) return name;
  const made = PDFName.of(escapedForPdfLib(text));
  if (known.size < maxKnown) known.set(text, made);
  return made;
}

/** pdf-lib reads escapes (`#4A`) in capital letters only. A `#` without two digits stands for itself in both. */
const escapedForPdfLib = (text: string): string =>
  text.includes('#') ? text.replace(/#[0-9A-Fa-f]{2}/g, (escape) => escape.toUpperCase()) : text;
