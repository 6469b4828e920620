import { withoutExtension } from '../../base/file-name.ts';
import { pageIndices, type PageSpan } from '../../base/page-ranges.ts';
import { PageSelection, PageSelectionError } from '../../base/page-selection.ts';
import type { InputFile } from '../../files/input-file.ts';
import { FormError } from '../form/form-error.ts';
import { combined, type NativeOrder } from '../fields/native-order.ts';
import type { Split } from '../fields/split.ts';
import type { PdfFile, PdfOperations } from './pdf-operations.ts';

/**
 * Splits PDFs and applies finishing options to each part. The parts are called `name_0.pdf`, `name_1.pdf`, …
 *
 * @throws FormError when the span does not select pages of the document, and the errors of the operations
 */
export async function splitDocuments(
  files: readonly InputFile[],
  split: Split,
  order: NativeOrder,
  pdf: PdfOperations,
): Promise<PdfFile[]> {
  const results: PdfFile[] = [];
  for (const file of files) {
    const name = withoutExtension(file.fileName, '.pdf') || 'document';
    if (split.mode === 'pages' && split.unify) {
      const pages = await selectedPages(split.span, file, pdf);
      const fields = { fileName: `${name}.pdf` };
      results.push(await pdf.edit(file, combined(order, { fields, files: {} }), pages));
      continue;
    }
    const fields: NativeOrder['fields'] =
      split.mode === 'intervals'
        ? { mode: 'every', span: split.span }
        : { mode: 'ranges', ranges: singlePages(await selectedPages(split.span, file, pdf)) };
    const parts = await pdf.split(file, combined(order, { fields, files: {} }));
    results.push(...parts.map((part, index) => ({ ...part, fileName: `${name}_${index}.pdf` })));
  }
  return results;
}

const notSupported = (): FormError =>
  new FormError(
    "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
  );

/** The pages of a span, of which there is at least one. */
async function selectedPages(span: string, file: InputFile, pdf: PdfOperations): Promise<PageSpan[]> {
  const selection = selectionOf(span);
  const { pageCount } = await pdf.inspect(file);
  const spans = selection.spans(pageCount);
  if (spans.length === 0) throw notSupported();
  return spans;
}

function selectionOf(span: string): PageSelection {
  try {
    return new PageSelection(span);
  } catch (error) {
    if (error instanceof PageSelectionError) throw notSupported();
    throw error;
  }
}

/** Each page as a range of its own. */
const singlePages = (spans: readonly PageSpan[]): string =>
  spans
    .flatMap(pageIndices)
    .map((index) => index + 1)
    .join(',');
