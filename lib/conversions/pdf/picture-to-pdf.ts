import { InputFault } from '../../base/input-fault.ts';
import { withExtension, withoutExtension } from '../../base/file-name.ts';
import { picturePdf } from '../../engines/pdf/pictures/picture-pdf.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { PictureTask } from './task.ts';

/**
 * Makes a PDF of a picture, with a page for each of its pictures.
 *
 * @throws AppError `invalid-file-type`, `damaged-document` or `file-too-large`
 */
export async function pictureToPdf({ input, layout, fileName }: PictureTask): Promise<ProducedFile<Chunks>> {
  const { field, content } = input;
  try {
    const { chunks, byteLength, pages, isAnimated } = await picturePdf(content, layout);
    const message = `${field}: it is an animation; the PDF shows only its first frame`;
    return {
      fileName: withExtension(fileName || withoutPictureExtension(input.fileName) || 'document', '.pdf'),
      contentType: 'application/pdf',
      content: { chunks, size: byteLength },
      pages,
      warnings: isAnimated ? [{ code: 'animation-dropped', message }] : [],
    };
  } catch (error) {
    throw error instanceof InputFault ? error.inField(field) : error;
  }
}

const extensions = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.tif', '.tiff', '.bmp', '.avif'];

function withoutPictureExtension(name: string): string {
  const extension = extensions.find((known) => name.toLowerCase().endsWith(known));
  return extension === undefined ? name : withoutExtension(name, extension);
}
