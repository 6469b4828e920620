import { readFileSync } from 'node:fs';
import { AppError } from '#lib/base/app-error.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { pdfImages } from '#lib/conversions/pdf/pictures/pdf-images.ts';
import { inspectPdf } from '#lib/conversions/pdf/inspect-pdf.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { directPdfWork } from '../../support/direct-pdf-work.ts';
import {
  type CoarsePage,
  coarsePage,
  drawnBy,
  meanDifference,
  type Reference,
  references,
} from './reference-pictures.ts';

/** Pages of a file that are compared. */
const maxPages = 4;

const dpi = 72;

/** The mean difference below which two programs show the same. */
export const tolerance = 0.02;

/** The pictures of a file beside those of other programs. */
export interface PicturesFinding {
  pages: number;
  rejected?: string;
  /** The largest mean difference of a page, by program. */
  differences: Partial<Record<Reference, number>>;
  /** Pages that differ from all programs, although these agree. */
  faults: string[];
  /** Pages on which the programs differ from each other too. */
  exceptions: string[];
}

/** Draws a PDF and compares the pictures with those of other programs. */
export async function checkPictures(path: string): Promise<PicturesFinding> {
  const finding: PicturesFinding = { pages: 0, differences: {}, faults: [], exceptions: [] };
  const drawn = await draw(readFileSync(path)).catch((error: unknown) => {
    if (error instanceof AppError) finding.rejected = error.message;
    else finding.faults.push(String(error));
    return [];
  });
  if (drawn.length === 0) return finding;
  finding.pages = drawn.length;
  const names = Object.keys(references) as Reference[];
  const others = await Promise.all(names.map((name) => drawnBy(name, path, { pages: drawn.length, dpi })));
  for (const [index, page] of drawn.entries()) {
    const what = `page ${index + 1}`;
    const pages = others.flatMap((list) => list[index] ?? []);
    if (pages.length > 0 && !pages.some((other) => hasSize(page, other))) {
      finding.exceptions.push(
        `${what}: ${page.width} by ${page.height}, others ${pages.map((p) => `${p.width} by ${p.height}`).join(', ')}`,
      );
    }
    for (const [at, name] of names.entries()) {
      const other = others[at]?.[index];
      if (other && hasSize(page, other))
        finding.differences[name] = Math.max(finding.differences[name] ?? 0, meanDifference(page, other));
    }
    const near = pages.filter((other) => hasSize(page, other));
    const own = near.map((other) => meanDifference(page, other));
    if (own.length === 0 || Math.min(...own) <= tolerance) continue;
    const [a, b] = near;
    const between = a && b ? meanDifference(a, b) : Infinity;
    const text = `${what}: differs by ${own.map(percent).join(' and ')}, and they from each other by ${percent(between)}`;
    (between <= tolerance ? finding.faults : finding.exceptions).push(text);
  }
  return finding;
}

export const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

const hasSize = (a: CoarsePage, b: CoarsePage): boolean =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1;

async function draw(bytes: Buffer): Promise<CoarsePage[]> {
  const input = (): InputFile => ({
    field: 'file',
    fileName: 'input.pdf',
    size: bytes.length,
    source: { kind: 'inline', bytes: Buffer.from(bytes) },
  });
  const { pageCount } = await inspectPdf({ file: input() }, directPdfWork());
  const pages = parsePageRanges(`1-${Math.min(pageCount, maxPages)}`);
  const request = { file: input(), format: 'png', dpi, pages, grayscale: false, fileName: '' } as const;
  const pictures = await pdfImages(request, directPdfWork());
  return Promise.all(pictures.map(({ content }) => coarsePage(bytesOf(content))));
}
