import type { Protection } from '../encryption/protection.ts';
import { attachFiles } from './attached-files.ts';
import { replaceOutline } from './bookmarks.ts';
import type { BuiltDocument } from './built-document.ts';
import type { Finishing } from './finishing.ts';
import { changeMetadata } from './metadata.ts';
import { protect } from './protect.ts';
import { rotatePages } from './rotation.ts';

/**
 * Applies the options in their fixed order, whatever the order in which the caller has them.
 *
 * @returns what the writer encrypts the document with, if it is to be protected
 */
export function finish(
  document: BuiltDocument,
  { rotations, bookmarks, metadata, attachments, protection }: Finishing,
): Protection | undefined {
  if (rotations) rotatePages(document, rotations);
  if (bookmarks) replaceOutline(document, bookmarks);
  if (metadata) changeMetadata(document, metadata);
  if (attachments?.length) attachFiles(document, attachments);
  return protection && protect(document, protection);
}
