import { createCanvas, loadImage } from '@napi-rs/canvas';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A page as a grid of gray cells, so that programs which smooth edges differently can be compared. */
export interface CoarsePage {
  width: number;
  height: number;
  cells: Float64Array;
}

/** Pixels of a side of a cell. */
const cell = 6;

/** The brightness of a picture, averaged over cells. */
export async function coarsePage(file: Uint8Array): Promise<CoarsePage> {
  const image = await loadImage(Buffer.from(file));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const columns = Math.ceil(width / cell);
  const cells = new Float64Array(columns * Math.ceil(height / cell));
  const counts = new Uint32Array(cells.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const to = Math.floor(y / cell) * columns + Math.floor(x / cell);
      cells[to] = (cells[to] ?? 0) + ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
      counts[to] = (counts[to] ?? 0) + 1;
    }
  }
  return { width, height, cells: cells.map((sum, index) => sum / (counts[index] ?? 1)) };
}

/** The mean difference of two pages of about the same size, from 0 to 1. */
export function meanDifference(a: CoarsePage, b: CoarsePage): number {
  const columns = (page: CoarsePage): number => Math.ceil(page.width / cell);
  const [across, along] = [
    Math.min(columns(a), columns(b)),
    Math.min(a.cells.length / columns(a), b.cells.length / columns(b)),
  ];
  let sum = 0;
  for (let y = 0; y < along; y += 1) {
    for (let x = 0; x < across; x += 1) {
      sum += Math.abs((a.cells[y * columns(a) + x] ?? 0) - (b.cells[y * columns(b) + x] ?? 0));
    }
  }
  return sum / (across * along * 255);
}

/** Programs that draw PDFs, with the arguments for the first pages of a file. */
export const references = {
  poppler: (file: string, folder: string, pages: number, dpi: number) =>
    [
      'pdftoppm',
      '-png',
      '-cropbox',
      '-r',
      `${dpi}`,
      '-f',
      '1',
      '-l',
      `${pages}`,
      file,
      join(folder, 'page'),
    ] as const,
  mupdf: (file: string, folder: string, pages: number, dpi: number) =>
    [
      'mutool',
      'draw',
      '-q',
      '-r',
      `${dpi}`,
      '-o',
      join(folder, 'page-%04d.png'),
      file,
      `1-${pages}`,
    ] as const,
};

export type Reference = keyof typeof references;

/** Draws the first pages of a file. Empty if the program cannot. */
export async function drawnBy(
  reference: Reference,
  file: string,
  { pages, dpi }: { pages: number; dpi: number },
): Promise<CoarsePage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    const [program, ...args] = references[reference](file, folder, pages, dpi);
    const { error } = spawnSync(program, args, { timeout: 60_000, stdio: 'ignore' });
    if (error && 'code' in error && error.code === 'ENOENT') throw new Error(`${program} is needed`);
    const names = readdirSync(folder).sort();
    const drawn: CoarsePage[] = [];
    for (const name of names) drawn.push(await coarsePage(readFileSync(join(folder, name))));
    return drawn;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
