import type { Form, FormFile } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { parseBool } from '../form/go-values.ts';
import { bookmarksOf, parseBookmarks, type Bookmarks } from '../fields/bookmarks.ts';
import { embedsOrder, readEmbedsMetadata } from '../fields/embeds.ts';
import {
  compressionOf,
  finishingOrder,
  imageQuality,
  rotationAngle,
  rotationOrder,
} from '../fields/finishing.ts';
import { checkFacturX, facturXOrder, formatsOrder, readFormats } from '../fields/formats.ts';
import { metadataOf } from '../fields/metadata.ts';
import { combined, type NativeOrder } from '../fields/native-order.ts';
import { overlaysOrder } from '../fields/overlays.ts';
import { protectionOrder, readProtection } from '../fields/protection.ts';
import { readSplit } from '../fields/split.ts';
import { mergedBookmarks, type MergedDocument } from '../operations/merge-bookmarks.ts';
import type { PdfFile, PdfOperations } from '../operations/pdf-operations.ts';
import { readBookmarksOf } from '../operations/read-bookmarks.ts';
import { exifMetadata } from '../operations/read-metadata.ts';
import { splitDocuments } from '../operations/split-documents.ts';

/** What a route results in: files, or JSON. */
export type RouteResult = { files: PdfFile[] } | { json: unknown };

/** Converts the form of a request. */
export type PdfRoute = (form: Form, pdf: PdfOperations) => Promise<RouteResult>;

const extensions = ['.pdf'];

const fieldsOnly = (fields: NativeOrder['fields']): NativeOrder => ({ fields, files: {} });

/** A route that edits each PDF of the form in the same way. */
const editing =
  (read: (form: Form) => () => NativeOrder): PdfRoute =>
  async (form, pdf) => {
    const orderOf = read(form);
    const files = form.inputsWith(extensions);
    form.faults.check();
    return { files: await editAll(files, () => orderOf(), pdf) };
  };

/** @param orderOf the order for a file; undefined to leave the file as it is */
async function editAll(
  files: readonly FormFile[],
  orderOf: (file: FormFile) => NativeOrder,
  pdf: PdfOperations,
): Promise<PdfFile[]> {
  const results: PdfFile[] = [];
  for (const file of files) results.push(await pdf.edit(file, orderOf(file)));
  return results;
}

/** A route that reports something about each PDF of the form. */
const reading =
  (report: (inspection: Awaited<ReturnType<PdfOperations['inspect']>>) => unknown): PdfRoute =>
  async (form, pdf) => {
    const files = form.inputsWith(extensions);
    form.faults.check();
    const reports: Record<string, unknown> = {};
    for (const file of files) reports[file.fileName] = report(await pdf.inspect(file));
    return { json: reports };
  };

const merge: PdfRoute = async (form, pdf) => {
  const { order, own } = finishingOrder(form, () => ({
    bookmarks: form.read('bookmarks', parseBookmarks),
    index: form.read('autoIndexBookmarks', parseBool) ?? false,
    titles: form.read('titleBookmarks', parseBool) ?? false,
    files: form.inputsWith(extensions),
  }));
  const { bookmarks, index, titles, files } = own;
  if (bookmarks && 'all' in bookmarks) {
    const fields = bookmarks.all.length > 0 ? bookmarksOf(bookmarks.all) : {};
    return { files: [await pdf.merge(files, combined(order, fieldsOnly(fields)))] };
  }
  if (!bookmarks && !titles) return { files: [await pdf.merge(files, order)] };
  const documents: MergedDocument[] = [];
  for (const file of files) documents.push({ file, inspection: await pdf.inspect(file) });
  const list = mergedBookmarks(documents, { byFile: bookmarks?.byFile, own: index, titles });
  return { files: [await pdf.merge(files, combined(order, fieldsOnly(bookmarksOf(list))))] };
};

const split: PdfRoute = async (form, pdf) => {
  const { order, own } = finishingOrder(form, () => ({
    split: readSplit(form, true),
    files: form.inputsWith(extensions),
  }));
  if (!own.split) throw new Error('readSplit did not report the missing field');
  return { files: await splitDocuments(own.files, own.split, order, pdf) };
};

const overlaying = (layer: 'watermark' | 'stamp'): PdfRoute =>
  editing((form) => () => {
    if (form.texts(`${layer}Source`).length > 0) return overlaysOrder(form);
    throw new FormError(`Invalid form data: form field '${layer}Source' is required`);
  });

const convert = editing((form) => {
  const formats = readFormats(form);
  return () => {
    if (formats.pdfa !== '' || formats.pdfua) return formatsOrder(formats);
    throw new FormError("Invalid form data: either 'pdfa' or 'pdfua' form fields must be provided");
  };
});

const encrypt = editing((form) => {
  const protection = readProtection(form);
  return () => {
    if (protection.userPassword !== '' || protection.ownerPassword !== '') return protectionOrder(protection);
    throw new FormError("Invalid form data: a 'userPassword' or 'ownerPassword' is required");
  };
});

const embed = editing((form) => {
  const metadata = readEmbedsMetadata(form);
  checkFacturX(form);
  return () => combined(embedsOrder(form, metadata), facturXOrder(form, { pdfa: '', pdfua: false }));
});

const facturX = editing((form) => {
  const formats = readFormats(form);
  checkFacturX(form);
  return () => {
    if (form.text('facturxConformanceLevel') === '' || form.side('facturxXml').length === 0) {
      throw new FormError("Invalid form data: 'facturxConformanceLevel' and 'facturxXml' are both required");
    }
    return combined(formatsOrder(formats), facturXOrder(form, formats));
  };
});

/** Bookmarks by file name leave the other files as they are. */
const writeBookmarks: PdfRoute = async (form, pdf) => {
  const bookmarks = form.require('bookmarks', parseBookmarks) as Bookmarks;
  const files = form.inputsWith(extensions);
  form.faults.check();
  const listOf = ({ fileName }: FormFile) =>
    'all' in bookmarks
      ? bookmarks.all
      : Object.hasOwn(bookmarks.byFile, fileName)
        ? bookmarks.byFile[fileName]
        : undefined;
  const orderOf = (file: FormFile): NativeOrder => {
    const list = listOf(file);
    return fieldsOnly(list && list.length > 0 ? bookmarksOf(list) : {});
  };
  return { files: await editAll(files, orderOf, pdf) };
};

const rotate = editing((form) => {
  const angle = form.require('rotateAngle', rotationAngle);
  return () => rotationOrder(angle, form);
});

const optimize = editing((form) => {
  const quality = form.read('imageQuality', imageQuality);
  return () => fieldsOnly(compressionOf(quality));
});

const writeMetadata = editing((form) => {
  const metadata = form.require('metadata', metadataOf);
  return () => fieldsOnly(metadata === undefined || metadata === '{}' ? {} : { metadata });
});

/** The routes below `/forms/pdfengines`. */
export const pdfRoutes = {
  merge,
  split,
  flatten: editing(() => () => fieldsOnly({ flatten: 'true' })),
  convert,
  'metadata/read': reading(exifMetadata),
  'metadata/write': writeMetadata,
  'bookmarks/read': reading(readBookmarksOf),
  'bookmarks/write': writeBookmarks,
  encrypt,
  embed,
  'factur-x': facturX,
  watermark: overlaying('watermark'),
  stamp: overlaying('stamp'),
  rotate,
  optimize,
} as const satisfies Record<string, PdfRoute>;
