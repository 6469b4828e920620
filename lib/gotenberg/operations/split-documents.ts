import { parsePageRanges, PageRangeError, resolvePageRanges } from '../../base/page-ranges.ts';
import { withoutExtension } from '../../base/file-name.ts';
import type { InputFile } from '../../files/input-file.ts';
import { FormError } from '../form/form-error.ts';
import { combined, type NativeOrder } from '../fields/native-order.ts';
import type { Split } from '../fields/split.ts';
import type { PdfFile, PdfOperations } from './pdf-operations.ts';

/**
 * Splits PDFs and applies finishing options to each part. The parts are called `name_0.pdf`, `name_1.pdf`, …
 *
 * @throws FormError when the span is no list of pages of the document, and the errors of the operations
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
      const fields = { pages: knownPages(split.span), fileName: `${name}.pdf` };
      results.push(await pdf.edit(file, combined(order, { fields, files: {} })));
      continue;
    }
    const fields: NativeOrder['fields'] =
      split.mode === 'intervals'
        ? { mode: 'every', span: split.span }
        : { mode: 'ranges', ranges: await singlePages(split.span, file, pdf) };
    const parts = await pdf.split(file, combined(order, { fields, files: {} }));
    results.push(...parts.map((part, index) => ({ ...part, fileName: `${name}_${index}.pdf` })));
  }
  return results;
}

const notSupported = (): FormError =>
  new FormError(
    "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
  );

function rangesOf(span: string): ReturnType<typeof parsePageRanges> {
  try {
    return parsePageRanges(span);
  } catch (error) {
    if (error instanceof PageRangeError) throw notSupported();
    throw error;
  }
}

const knownPages = (span: string): string =>
  rangesOf(span)
    .map(({ text }) => text)
    .join(',');

/** Each page of the list as a range of its own, once and in the order of the document. */
async function singlePages(span: string, file: InputFile, pdf: PdfOperations): Promise<string> {
  const ranges = rangesOf(span);
  const { pageCount } = await pdf.inspect(file);
  const { spans, errors } = resolvePageRanges(ranges, pageCount);
  if (errors.length > 0) throw notSupported();
  const pages = new Set(
    spans.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index)),
  );
  return [...pages].sort((one, other) => one - other).join(',');
}
