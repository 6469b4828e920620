import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs of qpdf and poppler, by which PDFs are judged: neither has any part in making them. */

/** Files that are gone when the work is done. */
function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-corpus-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const run = (program: string, ...args: string[]) => {
  const result = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000, maxBuffer: 1 << 26 });
  if (result.error && 'code' in result.error && result.error.code === 'ENOENT') {
    throw new Error(`${program} is needed: install qpdf and poppler-utils`);
  }
  return { status: result.status ?? -1, output: result.stdout, errors: result.stderr };
};

export type FileClass = 'clean' | 'damaged' | 'encrypted';

/** The state of a document according to qpdf, and whether qpdf can rewrite it. */
export function classify(file: string): { kind: FileClass; isUsable: boolean } {
  const encrypted = run('qpdf', '--is-encrypted', file).status === 0;
  const { status } = inFolder((folder) =>
    run('qpdf', '--empty', '--pages', file, '1-z', '--', join(folder, 'out.pdf')),
  );
  const isUsable = status === 0 || status === 3;
  if (encrypted) return { kind: 'encrypted', isUsable };
  return { kind: run('qpdf', '--check', file).status === 0 ? 'clean' : 'damaged', isUsable };
}

/** The findings of `qpdf --check`; empty when there are none. */
export function objections(bytes: Uint8Array, password = ''): string {
  return inFolder((folder) => {
    const file = join(folder, 'made.pdf');
    writeFileSync(file, bytes);
    const { status, errors, output } = run('qpdf', '--check', `--password=${password}`, file);
    return status === 0 ? '' : ((errors + output).replaceAll(file, '').trim().split('\n')[0] ?? 'error');
  });
}

/** What qpdf finds wrong in how a file is linearized; empty if it is linearized and all hints are right. */
export const linearizationFaults = (bytes: Uint8Array, password = ''): string =>
  inFolder((folder) => {
    const file = join(folder, 'made.pdf');
    writeFileSync(file, bytes);
    const { status, errors, output } = run('qpdf', '--check-linearization', `--password=${password}`, file);
    const found = (errors + output).replaceAll(file, '').trim();
    return status === 0 && found.includes('no linearization errors') ? '' : (found.split('\n')[0] ?? 'error');
  });

/** The files that qpdf creates from these pages, counted from 1, one per page. */
export const sizesByQpdf = (file: string, pages: readonly number[]): number[] =>
  inFolder((folder) =>
    pages.map((page) => {
      const part = join(folder, `${page}.pdf`);
      const { status } = run(
        'qpdf',
        '--object-streams=generate',
        file,
        '--pages',
        '.',
        String(page),
        '--',
        part,
      );
      return status === 0 || status === 3 ? statSync(part).size : 0;
    }),
  );

/** The document as qpdf writes it, with other object numbers; undefined when it cannot. */
export const rewritten = (file: string): Buffer | undefined =>
  inFolder((folder) => {
    const copy = join(folder, 'copy.pdf');
    const { status } = run('qpdf', file, copy);
    return status === 0 || status === 3 ? readFileSync(copy) : undefined;
  });

/** A page as a picture of 50 dpi. */
export interface Picture {
  width: number;
  height: number;
  pixels: Buffer;
}

/** Pages as poppler shows them, counted from 1; undefined for those it cannot show. */
export const pictures = (
  bytes: Uint8Array | string,
  first: number,
  last: number,
  password?: string,
): Map<number, Picture> =>
  inFolder((folder) => {
    const file = typeof bytes === 'string' ? bytes : join(folder, 'made.pdf');
    if (typeof bytes !== 'string') writeFileSync(file, bytes);
    const options = ['-r', '50', ...popplerPages({ first, last, password })];
    run('pdftoppm', ...options, file, join(folder, 'page'));
    const files = readdirSync(folder).flatMap((name): [number, Picture][] => {
      const page = /^page-(\d+)\.ppm$/.exec(name)?.[1];
      const picture = page === undefined ? undefined : readPicture(readFileSync(join(folder, name)));
      // poppler renders a page that it cannot read with a size of zero.
      return picture && picture.width * picture.height > 1 ? [[Number(page), picture]] : [];
    });
    return new Map(files);
  });

/** The text of pages as poppler finds it; undefined if it cannot open the document. */
export function textsOfPages(
  file: string,
  pages: { first: number; last: number; password?: string },
): string[] | undefined {
  const { status, output, errors } = run('pdftotext', ...popplerPages(pages), file, '-');
  return status === 0 && !errors.includes('Syntax Error') ? output.split('\f').slice(0, -1) : undefined;
}

/** The number of pages according to poppler. */
export function countPages(file: string, password?: string): number {
  const { output } = run('pdfinfo', ...popplerPassword(password), file);
  return Number(/^Pages:\s+(\d+)/m.exec(output)?.[1] ?? 0);
}

const popplerPages = (pages: { first: number; last: number; password?: string | undefined }): string[] => [
  ...['-f', String(pages.first), '-l', String(pages.last)],
  ...popplerPassword(pages.password),
];

/** Of either kind: poppler takes none for the other. */
const popplerPassword = (password: string | undefined): string[] =>
  password === undefined ? [] : ['-upw', password, '-opw', password];

/** PPM of the binary kind. */
function readPicture(ppm: Buffer): Picture {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64));
  if (!header) throw new Error('pdftoppm wrote no PPM');
  return { width: Number(header[1]), height: Number(header[2]), pixels: ppm.subarray(header[0].length) };
}

/** The share of pixels that differ to the eye; 1 for pictures of another size, or when only one is there. */
export function difference(a: Picture | undefined, b: Picture | undefined): number {
  if (!a && !b) return 0;
  if (a?.width !== b?.width || a?.height !== b?.height || !a || !b) return 1;
  let different = 0;
  for (let at = 0; at < a.pixels.length; at += 3) {
    const largest = Math.max(
      Math.abs((a.pixels[at] ?? 0) - (b.pixels[at] ?? 0)),
      Math.abs((a.pixels[at + 1] ?? 0) - (b.pixels[at + 1] ?? 0)),
      Math.abs((a.pixels[at + 2] ?? 0) - (b.pixels[at + 2] ?? 0)),
    );
    if (largest > 24) different += 1;
  }
  return different / (a.width * a.height);
}
