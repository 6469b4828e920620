import { safeFileName } from '../../base/file-name.ts';
import type { MailPart } from './read-mail.ts';

/** A file that is attached to the PDF. */
export interface AttachedMailFile {
  /** Unique among the attachments of the mail, and safe on any system. */
  fileName: string;
  /** A media type without parameters. */
  mimeType: string;
  content: Uint8Array<ArrayBuffer>;
}

/** RFC 6838, 4.2. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/** Extensions of common types, for files that the sender did not name. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/pgp-signature': '.asc',
  'application/pkcs7-signature': '.p7s',
  'application/x-pkcs7-signature': '.p7s',
  'application/zip': '.zip',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'message/delivery-status': '.txt',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/plain': '.txt',
};

/** The files to attach for parts of a mail, with names of which no two are equal. */
export function attachedFiles(parts: readonly MailPart[]): AttachedMailFile[] {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return parts.map(({ fileName = '', mimeType, content }) => {
    const type = mediaType.test(mimeType) ? mimeType : 'application/octet-stream';
    const name =
      safeFileName(fileName) ||
      `${type === 'message/rfc822' ? 'message' : 'attachment'}${extensions[type] ?? ''}`;
    return { fileName: unique(name, counts, taken), mimeType: type, content };
  });
}

/** `name`, or with a number before its extension: `name (2).pdf`. */
function unique(name: string, counts: Map<string, number>, taken: Set<string>): string {
  const key = name.toLowerCase();
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  let count = counts.get(key) ?? 1;
  let result = name;
  for (; taken.has(result.toLowerCase()); result = `${name.slice(0, end)} (${count})${name.slice(end)}`)
    count += 1;
  counts.set(key, count);
  taken.add(result.toLowerCase());
  return result;
}
