import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PDFDict, PDFDocument, PDFName, type PDFPage, PDFRawStream } from 'pdf-lib';

/** SHA-256 of each JPEG on the pages of a PDF, in the order of the pages. @param source a path or a URL */
export async function photosInPdf(source: string): Promise<string[]> {
  const document = await openPdf(source);
  return document.getPages().flatMap((page) =>
    pictures(page).flatMap((picture) => {
      const isPhoto = picture.dict.get(PDFName.of('Filter')) === PDFName.of('DCTDecode');
      return isPhoto ? [digest(picture.contents)] : [];
    }),
  );
}

/** SHA-256 of files. */
export const photosIn = (paths: readonly string[]): Promise<string[]> =>
  Promise.all(paths.map(async (path) => digest(await readFile(path))));

/** @throws Error unless both lists are the same */
export function expectSame(made: readonly string[], given: readonly string[]): void {
  if (given.length === 0) throw new Error('The list to compare with is empty');
  if (made.join() !== given.join()) throw new Error(`The photos differ: ${made.length} of ${given.length}`);
}

/**
 * For output of LibreOffice, which recompresses photos and splits them into stripes.
 *
 * @throws Error unless a PDF has so many pages with pictures on each of them
 */
export async function expectPhotoOnEachPage(source: string, pages: number): Promise<void> {
  const found = (await openPdf(source)).getPages().map((page) => pictures(page).length);
  if (found.length !== pages || found.includes(0)) {
    throw new Error(`${found.length} pages of ${pages}, with so many pictures: ${found.join()}`);
  }
}

function pictures(page: PDFPage): PDFRawStream[] {
  const objects = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
  return (objects?.keys() ?? []).flatMap((name) => {
    const object = objects?.lookup(name);
    const isPicture =
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
    return isPicture ? [object] : [];
  });
}

async function openPdf(source: string): Promise<PDFDocument> {
  return PDFDocument.load(await contentOf(source), { updateMetadata: false });
}

async function contentOf(source: string): Promise<Uint8Array> {
  if (!/^https?:/.test(source)) return readFile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  return response.bytes();
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
