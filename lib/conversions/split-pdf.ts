import { AppError } from '../app-error.ts';
import { withExtension, withoutExtension } from '../files/file-name.ts';
import type { InputFile, UploadReader } from '../files/input-file.ts';
import type { Chunks, ProducedFile } from '../files/produced-file.ts';
import { assemble } from '../pdf/assembly/assemble.ts';
import {
  type PageRange,
  PageRangeError,
  type PageSpan,
  resolvePageRange,
  spanText,
} from '../pdf/page-ranges.ts';
import { openInputs, withInputs } from './open-inputs.ts';
import { assemblyWarnings, damageWarnings } from './pdf-warnings.ts';

export interface SplitRequest {
  file: InputFile;
  password?: string | undefined;
  ranges: readonly PageRange[];
  fileName: string;
}

/**
 * Splits the PDF of a request, one part for each range in the order written. Every range is checked against the
 * number of pages before the first part is made.
 */
export async function splitPdf(
  request: SplitRequest,
  uploads: UploadReader,
): Promise<ProducedFile<Chunks>[]> {
  const { file, password, ranges } = request;
  const inputs = [{ file, password }];
  const opened = await openInputs(inputs, uploads);
  const { source, spans, parts } = withInputs(inputs, opened, file.field, ([current]) => {
    if (!current) throw new Error('openInputs answered without the document');
    const resolved = resolveRanges(ranges, current.pages.length);
    return {
      source: current,
      spans: resolved,
      parts: resolved.map(({ first, last }) =>
        assemble(
          [
            {
              source: current,
              pages: Array.from({ length: last - first + 1 }, (_, offset) => first - 1 + offset),
            },
          ],
          { pruneWhole: true },
        ),
      ),
    };
  });
  const damage = damageWarnings(file.field, source);
  const names = partNames(request.fileName || file.fileName || 'document', spans);
  return parts.map(({ chunks, byteLength, pages, warnings }, index) => ({
    fileName: names[index] ?? '',
    contentType: 'application/pdf',
    content: { chunks, size: byteLength },
    pages,
    warnings: [...damage, ...assemblyWarnings([file.field], warnings)],
  }));
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
