import { extname } from 'node:path';
import type { RandomAccess } from '../../base/random-access.ts';
import type { OfficeFile } from './detect.ts';
import { nameByMarkup, nameBySignature, rtfSignature } from './foreign-format.ts';
import { formatByMark, formatNamed, type OfficeFormat } from './formats.ts';
import { detectFlatDocument } from './odf/detect-flat.ts';
import { textOfStart } from './text/encoding.ts';
import { looksLikeTable } from './text/separator.ts';

/** Root elements can declare many namespaces. In bytes. */
const xmlStartLength = 32 * 1024;

/**
 * The format of a file that is neither a ZIP nor a compound file: RTF, flat OpenDocument, or text.
 *
 * @param start its first bytes, a few thousand
 * @param fileName its extension decides between plain text and a table
 */
export async function detectText(file: RandomAccess, start: Buffer, fileName: string): Promise<OfficeFile> {
  if (start.subarray(0, rtfSignature.length).equals(rtfSignature)) return found(formatNamed('rtf'));
  const name = nameBySignature(start);
  if (name !== undefined) return { kind: 'foreign', description: name };
  const text = textOfStart(start);
  if (text === undefined) return { kind: 'foreign', description: 'a file of an unknown kind' };
  if (/^\s*</.test(text)) {
    const flat = detectFlatDocument(await file.read(0, xmlStartLength));
    if (flat) return found(flat);
  }
  const markup = nameByMarkup(text);
  return markup === undefined
    ? found(formatOfText(text, fileName))
    : { kind: 'foreign', description: markup };
}

function formatOfText(text: string, fileName: string): OfficeFormat {
  const extension = extname(fileName).slice(1);
  const known = formatByMark('table', extension) ?? formatByMark('text', extension);
  return known ?? formatNamed(looksLikeTable(text) ? 'csv' : 'txt');
}

const found = (format: OfficeFormat): OfficeFile => ({ kind: 'document', format });
