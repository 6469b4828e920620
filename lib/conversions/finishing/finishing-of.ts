import { ownEntry } from '../../base/own-entry.ts';
import { type Bookmark, placeOfBookmark } from '../../api/fields/finishing/bookmark.ts';
import type { FinishingOptions } from '../../api/options/finishing.ts';
import { combineFaults, type FieldFault, maxListedFaults } from '../../base/app-error.ts';
import { pageCountText, resolvePageRanges } from '../../base/page-ranges.ts';
import { PageSelection } from '../../base/page-selection.ts';
import type { DetectLanguage } from '../../engines/language/language-detector.ts';
import type { Compression } from '../../engines/pdf/finishing/compress/compression.ts';
import type {
  AttachedFile,
  Conformance,
  Finishing,
  Rotation,
  TextSetting,
} from '../../engines/pdf/finishing/finishing.ts';
import type { Invoice } from '../../engines/pdf/finishing/invoice/read-invoice.ts';
import { type OpenOverlays, overlaysOf } from './overlays-of.ts';

/** A file to attach. */
interface Attachment {
  fileName: string;
  content: Uint8Array;
}

/** What options need beside their values. */
export interface FinishingMaterial {
  attachments: readonly Attachment[] | undefined;
  overlays: OpenOverlays;
  text: TextSetting | undefined;
  compression: Compression | undefined;
  invoice: Invoice | undefined;
  /** Undefined if the result need not conform to a standard. */
  conform: Conformance['conform'] | undefined;
  /** Undefined if the result needs no language. */
  detectLanguage: DetectLanguage | undefined;
}

/** The document that is finished. */
export interface FinishedResult {
  pageCount: number;
  fileName: string;
  /** Of a part of a document: the names of all form fields of the document. Those of other parts are not filled. */
  formFields?: ReadonlySet<string> | undefined;
}

/**
 * The finishing options for a document. One error names all pages that it does not have.
 *
 * @throws AppError `invalid-range` or `invalid-field`
 */
export function finishingOf(
  options: FinishingOptions,
  { attachments, overlays, text, compression, invoice, conform, detectLanguage }: FinishingMaterial,
  { pageCount, fileName, formFields }: FinishedResult,
): Finishing {
  const {
    form,
    flatten,
    bookmarks,
    metadata,
    attachmentsMetadata = {},
    pdfa,
    pdfua = false,
    undescribedFigures,
    protect,
    linearize,
  } = options;
  const rotation = rotationsOf(options, pageCount);
  const date = new Date().toISOString().slice(0, 10);
  const drawn = overlaysOf(options, overlays, { pageCount, date, fileName });
  const faults = [...rotation.faults, ...drawn.faults, ...bookmarkFaults(bookmarks ?? [], pageCount)];
  if (faults.length > 0) throw combineFaults(faults);
  return {
    rotations: rotation.rotations,
    rotatesOverlays: options.overlayFits !== undefined,
    form: form && { entries: form, elsewhere: formFields },
    flatten,
    overlays: drawn.overlays,
    text,
    bookmarks,
    metadata,
    attachments: attachments?.map((file) => attachedFile(file, attachmentsMetadata)),
    compression,
    invoice,
    conformance: conform && {
      pdfa: pdfa ?? (invoice && '3b'),
      pdfua,
      fileName,
      undescribedFigures,
      detectLanguage,
      conform,
    },
    protection: protect,
    isLinearized: linearize,
  };
}

function rotationsOf(
  { rotate, selections }: Pick<FinishingOptions, 'rotate' | 'selections'>,
  pageCount: number,
): { rotations: Rotation[]; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const rotations = (rotate ?? []).map(({ pages, angle }, index): Rotation => {
    if (selections?.rotate !== undefined) {
      return { pages: new PageSelection(selections.rotate).spans(pageCount), angle };
    }
    if (!pages) return { pages: [{ first: 1, last: pageCount }], angle };
    const { spans, errors } = resolvePageRanges(pages, pageCount);
    const field = `rotate[${index}].pages`;
    faults.push(...errors.map(({ message }): FieldFault => ({ code: 'invalid-range', field, message })));
    return { pages: spans, angle };
  });
  return { rotations, faults };
}

const bookmarkFaults = (bookmarks: readonly Bookmark[], pageCount: number): FieldFault[] =>
  bookmarks
    .flatMap(({ page }, index) => (page > pageCount ? [{ page, index }] : []))
    .slice(0, maxListedFaults)
    .map(({ page, index }) => ({
      code: 'invalid-field',
      field: `bookmarks${placeOfBookmark(bookmarks, index)}.page`,
      message: `must be a page of the result, which has ${pageCountText(pageCount)}, not ${page}`,
    }));

function attachedFile(
  { fileName, content }: Attachment,
  metadata: NonNullable<FinishingOptions['attachmentsMetadata']>,
): AttachedFile {
  const own = ownEntry(metadata, fileName);
  const { mimeType = 'application/octet-stream', relationship = 'Unspecified', description } = own ?? {};
  return { fileName, content, mimeType, relationship, description };
}
