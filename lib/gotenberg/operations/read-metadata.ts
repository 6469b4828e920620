import { ownEntry } from '../../base/own-entry.ts';
import type { Inspection } from '../../api/responses/inspection.ts';

/**
 * Entries of the document information that ExifTool calls differently. It reports a date of modification by its own name,
 * and also by the name that a client has written it by: which one that was is not known here.
 */
const exifNames: Readonly<Record<string, readonly string[]>> = {
  title: ['Title'],
  author: ['Author'],
  subject: ['Subject'],
  keywords: ['Keywords'],
  creator: ['Creator'],
  CreationDate: ['CreateDate'],
  ModDate: ['ModifyDate', 'ModDate'],
};

const dates = new Set(['CreateDate', 'ModifyDate', 'ModDate']);

type Value = string | number | boolean | string[];

/** The metadata of a PDF, in the names and formats of ExifTool. */
export const exifMetadata = ({
  metadata,
  version,
  pageCount,
  linearized,
}: Inspection): Record<string, Value> => ({
  FileType: 'PDF',
  FileTypeExtension: 'pdf',
  MIMEType: 'application/pdf',
  PDFVersion: Number(version),
  Linearized: linearized ? 'Yes' : 'No',
  PageCount: pageCount,
  ...Object.fromEntries(
    Object.entries(metadata).flatMap(([key, text]) =>
      (ownEntry(exifNames, key) ?? [key]).map((name) => [name, valueOf(name, text)]),
    ),
  ),
});

function valueOf(name: string, text: string): Value {
  if (dates.has(name)) return exifDate(text);
  if (name === 'Trapped') return text;
  if (name === 'Keywords' && text.includes(', ')) return text.split(', ');
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** `2006-09-18T16:27:50-04:00` becomes `2006:09:18 16:27:50-04:00`. */
const exifDate = (text: string): string => text.replace(/^(\d{4})-(\d{2})-(\d{2})T/, '$1:$2:$3 ');
