import { type Bookmark, placeOfBookmark } from '../../api/fields/finishing/bookmarks-field.ts';
import type { FinishingOptions } from '../../api/options/finishing.ts';
import { combineFaults, type FieldFault, maxListedFaults } from '../../base/app-error.ts';
import { pageCountText, resolvePageRanges } from '../../base/page-ranges.ts';
import type { AttachedFile, Finishing, Rotation } from '../../engines/pdf/finishing/finishing.ts';

/** A file to attach. */
interface Attachment {
  fileName: string;
  content: Uint8Array;
}

/**
 * The finishing options for a document with that many pages. One error names all pages that it does not have.
 *
 * @throws AppError `invalid-range` or `invalid-field`
 */
export function finishingOf(
  options: FinishingOptions,
  attachments: readonly Attachment[] | undefined,
  pageCount: number,
): Finishing {
  const { rotate, bookmarks, metadata, attachmentsMetadata = {}, protect } = options;
  const rotation = rotationsOf(rotate, pageCount);
  const faults = [...rotation.faults, ...bookmarkFaults(bookmarks ?? [], pageCount)];
  if (faults.length > 0) throw combineFaults(faults);
  return {
    rotations: rotation.rotations,
    bookmarks,
    metadata,
    attachments: attachments?.map((file) => attachedFile(file, attachmentsMetadata)),
    protection: protect,
  };
}

function rotationsOf(
  rotate: FinishingOptions['rotate'],
  pageCount: number,
): { rotations: Rotation[]; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const rotations = (rotate ?? []).map(({ pages, angle }, index): Rotation => {
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
  const own = Object.hasOwn(metadata, fileName) ? metadata[fileName] : undefined;
  const { mimeType = 'application/octet-stream', relationship = 'Unspecified', description } = own ?? {};
  return { fileName, content, mimeType, relationship, description };
}
