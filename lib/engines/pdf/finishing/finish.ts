import type { Protection } from '../encryption/protection.ts';
import { type FontWarning, missingGlyphWarnings } from '../../fonts/font-warnings.ts';
import { attachFiles } from './attached-files.ts';
import { replaceOutline } from './bookmarks.ts';
import type { BuiltDocument } from './built-document.ts';
import type { Finishing } from './finishing.ts';
import { fillForm } from './form/fill-form.ts';
import type { FormWarning } from './form/form-warnings.ts';
import { changeMetadata } from './metadata.ts';
import { drawOverlays } from './overlays/draw-overlays.ts';
import { protect } from './protect.ts';
import { rotatePages } from './rotation.ts';

/** A warning about finishing options. */
export type FinishingWarning = FontWarning | FormWarning;

/** What the finishing of a document results in, beside its changes. */
export interface Finished {
  /** What the writer encrypts the document with, if it is to be protected. */
  protection: Protection | undefined;
  warnings: readonly FinishingWarning[];
}

/**
 * Applies the options in their fixed order, whatever the order in which the caller has them.
 *
 * @throws InputFault of overlays, and an OptionFault of the form
 */
export function finish(
  document: BuiltDocument,
  { rotations, form, overlays, text, bookmarks, metadata, attachments, protection }: Finishing,
): Finished {
  const texts = text?.drawingIn(document.context);
  if (rotations) rotatePages(document, rotations);
  const filled = form ? fillForm(document, form, texts) : { missing: '', warnings: [] };
  if (overlays?.length) drawOverlays(document, overlays, texts);
  const drawn = texts?.embedFonts() ?? { missing: '' };
  if (bookmarks) replaceOutline(document, bookmarks);
  if (metadata) changeMetadata(document, metadata);
  if (attachments?.length) attachFiles(document, attachments);
  return {
    protection: protection && protect(document, protection),
    warnings: [...filled.warnings, ...missingGlyphWarnings(filled.missing + drawn.missing)],
  };
}
