import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lumaOf } from '#lib/engines/pdf/finishing/compress/images/luma.ts';
import type { Pixels } from '#lib/engines/pdf/finishing/compress/images/resample.ts';
import { similarity } from '#lib/engines/pdf/finishing/compress/images/similarity.ts';

/** Pages that are compared. */
const maxPages = 4;

/** The resolution at which pages are compared: about that of a screen. */
const dpi = 110;

/** The first pages of a PDF as poppler shows them. */
export function pagesOf(file: string): Pixels[] {
  const folder = mkdtempSync(join(tmpdir(), 'compress-pages-'));
  try {
    spawnSync('pdftoppm', ['-r', String(dpi), '-l', String(maxPages), file, join(folder, 'page')]);
    return readdirSync(folder)
      .sort()
      .map((name) => pixelsOf(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The similarity (SSIM) of the least similar page; 0 if a page is missing. */
export function leastSimilarity(before: readonly Pixels[], after: readonly Pixels[]): number {
  const values = before.map((page, index) => {
    const other = after[index];
    if (other?.width !== page.width || other.height !== page.height) return 0;
    return similarity(lumaOf(page), lumaOf(other), page.width, page.height);
  });
  return Math.min(...values);
}

/** The pixels of a PPM file. */
function pixelsOf(file: Buffer): Pixels {
  const [, width = '0', height = '0'] = /^P6\s(\d+)\s(\d+)\s/.exec(file.toString('latin1', 0, 30)) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return {
    ...size,
    components: 3,
    stride: 3,
    data: file.subarray(file.length - size.width * size.height * 3),
  };
}
