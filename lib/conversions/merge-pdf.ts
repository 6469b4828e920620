import { AppError } from '../app-error.ts';
import { withExtension, withoutExtension } from '../files/file-name.ts';
import type { InputFile, UploadReader } from '../files/input-file.ts';
import type { Chunks, ProducedFile } from '../files/produced-file.ts';
import { assemble } from '../pdf/assembly/assemble.ts';
import type { Metadata } from '../pdf/assembly/information.ts';
import type { OutlineMode } from '../pdf/assembly/outline.ts';
import { type PageRange, PageRangeError, resolvePageRange } from '../pdf/page-ranges.ts';
import { defaultPdfLimits } from '../pdf/work-budget.ts';
import { openInputs, withInputs } from './open-inputs.ts';
import { assemblyWarnings, damageWarnings } from './pdf-warnings.ts';

export interface MergeRequest {
  files: readonly InputFile[];
  /** For each file the pages to take, all when null. */
  pages?: readonly (readonly PageRange[] | null)[] | undefined;
  /** For each file its password, if it needs one. */
  passwords?: readonly (string | null)[] | undefined;
  outline?: OutlineMode | undefined;
  metadata?: Metadata | undefined;
  fileName: string;
}

/** Merges the PDFs of a request in their order. */
export async function mergePdf(request: MergeRequest, uploads: UploadReader): Promise<ProducedFile<Chunks>> {
  const { files, outline, metadata } = request;
  const ranges = perFile('pages', request.pages, files.length);
  const passwords = perFile('passwords', request.passwords, files.length);
  const inputs = files.map((file, index) => ({ file, password: passwords?.[index] ?? undefined }));
  const opened = await openInputs(inputs, uploads);
  const { sources, merged } = withInputs(inputs, opened, 'files', (current) => ({
    sources: current,
    merged: assemble(
      selectedPages(
        current.map(({ pages }) => pages.length),
        ranges,
      ).map((pages, index) => ({ source: current[index] as (typeof current)[number], pages })),
      { outline, titles: files.map(titleOf), metadata, keepAttachments: true },
    ),
  }));
  const fields = files.map(({ field }) => field);
  return {
    fileName: withExtension(request.fileName || 'merged', '.pdf'),
    contentType: 'application/pdf',
    content: { chunks: merged.chunks, size: merged.byteLength },
    pages: merged.pages,
    warnings: [
      ...sources.flatMap((source, index) => damageWarnings(fields[index] ?? '', source)),
      ...assemblyWarnings(fields, merged.warnings),
    ],
  };
}

/** What a file is called in the outline. */
const titleOf = ({ fileName, field }: InputFile): string => withoutExtension(fileName, '.pdf') || field;

function perFile<T>(
  field: string,
  values: readonly T[] | undefined,
  files: number,
): readonly T[] | undefined {
  if (!values || values.length === files) return values;
  const entries = values.length === 1 ? '1 entry' : `${values.length} entries`;
  throw AppError.inField(
    'invalid-field',
    field,
    `has ${entries} for ${files} files; give one for each, or null`,
  );
}

/** For each file the indices of the pages to take. All ranges at fault are named in one error. */
function selectedPages(
  pageCounts: readonly number[],
  ranges: readonly (readonly PageRange[] | null)[] | undefined,
): number[][] {
  const errors: { field: string; message: string }[] = [];
  let total = 0;
  const selected = pageCounts.map((pageCount, index) => {
    const spans = (ranges?.[index] ?? [allPages]).flatMap((range) => {
      try {
        return [resolvePageRange(range, pageCount)];
      } catch (error) {
        if (!(error instanceof PageRangeError)) throw error;
        errors.push({ field: `pages[${index}]`, message: error.message });
        return [];
      }
    });
    total += spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (total > defaultPdfLimits.pages) {
      const message = `the result would have more than ${defaultPdfLimits.pages} pages`;
      throw AppError.inField('file-too-large', 'pages', message);
    }
    return spans.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, offset) => first - 1 + offset),
    );
  });
  if (errors.length === 0) return selected;
  throw new AppError('invalid-range', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    errors,
  });
}

const allPages: PageRange = { kind: 'from', text: '1-', first: 1 };
