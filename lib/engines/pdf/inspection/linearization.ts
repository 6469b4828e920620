import { numberAt } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import type { PdfSource } from '../reader/pdf-source.ts';

/** Where the linearization dictionary must be (PDF 32000-1, F.3.3). */
const headBytes = 1024;

/** Whether a file is linearized, and was not changed since: its length is the one that it states. */
export function isLinearized({ file }: PdfSource): boolean {
  const { bytes } = file;
  const head = bytes.toString('latin1', 0, headBytes);
  const found = /\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj\s{0,9}<</.exec(head);
  if (!found || !head.includes('/Linearized')) return false;
  const first = file.dictionary(found.index + found[0].length - 2)?.dict;
  return first?.has(keys.Linearized) === true && numberAt(first, keys.L) === bytes.length;
}
