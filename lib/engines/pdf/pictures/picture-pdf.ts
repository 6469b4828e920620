import type { Picture } from '../../pictures/picture.ts';
import { PictureBudget } from '../../pictures/picture-budget.ts';
import { readPictures } from '../../pictures/read-pictures.ts';
import { PageTree } from '../assembly/pages/page-tree.ts';
import { dictOf } from '../assembly/object-builders.ts';
import { drawing, numbers } from '../finishing/overlays/form-xobject.ts';
import { composed, numerals, translation } from '../finishing/overlays/matrix.ts';
import { values } from '../keys.ts';
import { type PDFContext, PDFRawStream, type PDFRef } from '../objects.ts';
import { OutputDocument } from '../output/output-document.ts';
import type { WrittenDocument } from '../writer/document-writer.ts';
import { writeDocument } from '../writer/write-document.ts';
import { registerImage, turnedTo } from './image-object.ts';
import { pageFor, type PictureLayout } from './page-layout.ts';

export type { PictureLayout } from './page-layout.ts';

/** A PDF of pictures. */
export interface PictureDocument extends WrittenDocument {
  /** The number of pages. */
  pages: number;
  /** Whether the file is an animation, of which the document has the first picture alone. */
  isAnimated: boolean;
}

/**
 * Makes a PDF of a picture file, with a page for each of its pictures. Pixels are never changed; data that PDF can have
 * as they are stay as they are.
 *
 * @param budget of the request. The file may be one of several
 * @throws InputFault `invalid-file-type`, `damaged-document` or `file-too-large`
 */
export async function picturePdf(
  file: Uint8Array,
  layout: PictureLayout,
  budget: PictureBudget = new PictureBudget(),
): Promise<PictureDocument> {
  const output = new OutputDocument();
  const { context } = output;
  const pages: { ref: PDFRef; write: (parent: PDFRef) => void }[] = [];
  let isAnimated = false;
  for await (const picture of readPictures(file, budget)) {
    const ref = context.nextRef();
    pages.push({ ref, write: pageWriter(context, ref, picture, layout) });
    isAnimated ||= picture.isAnimated ?? false;
  }
  const tree = new PageTree(
    context,
    pages.map(({ ref }) => ref),
  );
  for (const [index, { write }] of pages.entries()) write(tree.parentOf(index));
  context.trailerInfo.Root = context.register(dictOf(context, { Type: values.Catalog, Pages: tree.root }));
  return { ...writeDocument(output), pages: pages.length, isAnimated };
}

/** Adds the picture to the document. The page itself is written when its parent is known. */
function pageWriter(
  context: PDFContext,
  ref: PDFRef,
  image: Picture,
  layout: PictureLayout,
): (parent: PDFRef) => void {
  const { width, height, picture } = pageFor(image, layout);
  const { resources, draw } = drawing(context, registerImage(context, image));
  const matrix = composed(
    turnedTo(image.orientation, picture.width, picture.height),
    translation(picture.left, picture.bottom),
  );
  const content = Buffer.from(`q ${numerals(matrix)} cm ${draw} Q`, 'latin1');
  const contents = context.register(PDFRawStream.of(dictOf(context, {}), content));
  return (parent) =>
    context.assign(
      ref,
      dictOf(context, {
        Type: values.Page,
        Parent: parent,
        MediaBox: numbers(context, [0, 0, rounded(width), rounded(height)]),
        Resources: resources,
        Contents: contents,
      }),
    );
}

/** Six digits after the point, as in the content. */
const rounded = (length: number): number => Math.round(length * 1e6) / 1e6;
