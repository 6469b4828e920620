import { AppError } from '../app-error.ts';
import { withExtension, withoutExtension } from '../files/file-name.ts';
import type { InputFile, UploadReader } from '../files/input-file.ts';
import type { ProducedFile } from '../files/produced-file.ts';
import {
  type PageRange,
  PageRangeError,
  type PageSpan,
  resolvePageRange,
  spanText,
} from '../pdf/page-ranges.ts';
import { splitPdf as splitDocument } from '../pdf/split.ts';
import { openInputs } from './open-inputs.ts';

/**
 * Splits the PDF of a request, one part for each range in the order written. Every range is checked against the
 * number of pages before the first part is made.
 */
export async function splitPdf(
  request: { file: InputFile; ranges: readonly PageRange[]; fileName: string },
  uploads: UploadReader,
): Promise<ProducedFile[]> {
  const {
    documents: [document],
    warnings,
  } = await openInputs([request.file], uploads);
  if (!document) throw new Error('openInputs answered without the document');
  const spans = resolveRanges(request.ranges, document.getPageCount());
  const names = partNames(request.fileName || request.file.fileName || 'document', spans);
  const parts: ProducedFile[] = [];
  for await (const { bytes, pages } of splitDocument(document, spans)) {
    const fileName = names[parts.length] ?? '';
    parts.push({ fileName, contentType: 'application/pdf', content: bytes, pages, warnings });
  }
  return parts;
}

function resolveRanges(ranges: readonly PageRange[], pageCount: number): PageSpan[] {
  const errors: { field: string; message: string }[] = [];
  const spans = ranges.map((range) => {
    try {
      return resolvePageRange(range, pageCount);
    } catch (error) {
      if (!(error instanceof PageRangeError)) throw error;
      errors.push({ field: 'ranges', message: error.message });
      return { first: 0, last: 0 };
    }
  });
  if (errors.length === 0) return spans;
  throw new AppError('invalid-range', errors.map(({ message }) => message).join('; '), { errors });
}

/** `report_1-3.pdf`, `report_5.pdf`; a name that is taken gets `-2`, `-3`. */
export function partNames(fileName: string, spans: readonly PageSpan[]): string[] {
  const base = withoutExtension(fileName, '.pdf');
  const names = new Set<string>();
  for (const span of spans) {
    // As one ending, so that the range survives where a long base name is cut.
    const nameOf = (count: number): string =>
      withExtension(base, `_${spanText(span)}${count > 1 ? `-${count}` : ''}.pdf`);
    let count = 1;
    while (names.has(nameOf(count))) count += 1;
    names.add(nameOf(count));
  }
  return [...names];
}
