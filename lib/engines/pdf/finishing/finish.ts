import type { Protection } from '../encryption/protection.ts';
import type { Conformed, ConformanceWarning } from '../conformance/conform.ts';
import type { FontConformanceWarning } from '../conformance/fonts/conform-fonts.ts';
import { type FontWarning, missingGlyphWarnings } from '../../fonts/font-warnings.ts';
import { attachFiles } from './attached-files.ts';
import { replaceOutline } from './bookmarks.ts';
import type { BuiltDocument } from './built-document.ts';
import type { Finishing } from './finishing.ts';
import { fillForm } from './form/fill-form.ts';
import type { FormWarning } from './form/form-warnings.ts';
import { removeUnused } from './compress/unused-objects.ts';
import { changeMetadata } from './metadata.ts';
import { flatten as flattenPages } from './flatten/flatten.ts';
import { drawOverlays } from './overlays/draw-overlays.ts';
import { embedInvoice } from './invoice/embed-invoice.ts';
import { protect } from './protect.ts';
import { rotatePages } from './rotation.ts';

/** A loss or a change through a finishing option. */
export type FinishingWarning =
  | FontWarning
  | FormWarning
  | ConformanceWarning
  | FontConformanceWarning
  | { code: 'comments-dropped'; message: string };

/** What the finishing of a document results in, beside its changes. */
export interface Finished {
  /** What the writer encrypts the document with, if it is to be protected. */
  protection: Protection | undefined;
  warnings: readonly FinishingWarning[];
  /** The pages with figures that have no description, from 1, if the document is to conform to PDF/UA. */
  undescribed: readonly number[];
}

/**
 * Applies the options in their fixed order, whatever the order in which the caller has them.
 *
 * @throws InputFault of `flatten` and of overlays, and an OptionFault of the form
 */
export function finish(
  document: BuiltDocument,
  {
    rotations,
    rotatesOverlays = false,
    form,
    flatten,
    overlays,
    text,
    bookmarks,
    metadata,
    attachments,
    invoice,
    conformance,
    protection,
  }: Finishing,
): Finished {
  const texts = text?.drawingIn(document.context);
  if (rotations && !rotatesOverlays) rotatePages(document, rotations);
  const filled = form ? fillForm(document, form, texts) : { missing: '', warnings: [] };
  const flattened = flatten && flattenPages(document, flatten, texts);
  if (overlays?.length) drawOverlays(document, overlays, texts);
  if (rotations && rotatesOverlays) rotatePages(document, rotations);
  const drawn = texts?.embedFonts() ?? { missing: '' };
  if (bookmarks) replaceOutline(document, bookmarks);
  if (metadata) changeMetadata(document, metadata);
  // Its name is fixed; an attachment of the same name gets another.
  if (invoice) embedInvoice(document, invoice);
  if (attachments?.length) attachFiles(document, attachments);
  // Otherwise the file would still have what hidden fields contain.
  if (flatten) removeUnused(document);
  const conforming: Conformed = conformance
    ? conformance.conform(document, conformance, text)
    : { warnings: [], undescribed: [] };
  return {
    protection: protection && protect(document, protection),
    warnings: [
      ...filled.warnings,
      ...missingGlyphWarnings(filled.missing + (flattened?.missing ?? '') + drawn.missing),
      ...commentWarnings(flattened?.comments ?? 0),
      ...conforming.warnings,
    ],
    undescribed: conforming.undescribed,
  };
}

function commentWarnings(comments: number): FinishingWarning[] {
  if (comments === 0) return [];
  const message =
    comments === 1
      ? 'The text of a comment is not on its page and is removed.'
      : `The text of ${comments} comments is not on their pages and is removed.`;
  return [{ code: 'comments-dropped', message }];
}
