import type { WriteOptions } from './write-document.ts';

/** What a part of PDF/A requires of the file around its objects: ISO 19005-1, 6.1.2 and 6.1.4; ISO 19005-4, 6.1.2. */
export function archivalForm(part: number): Pick<WriteOptions, 'objectStreams' | 'version'> {
  if (part === 1) return { objectStreams: 'never', version: '1.4' };
  return part === 4 ? { version: '2.0' } : {};
}
