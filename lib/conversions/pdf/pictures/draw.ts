import { pictureDefaults, transparent } from '../../../api/fields/picture-fields.ts';
import type { Warning } from '../../../api/responses/warning.ts';
import { withExtension, withoutExtension } from '../../../base/file-name.ts';
import { InputFault } from '../../../base/input-fault.ts';
import { timed } from '../../../base/observability/span.ts';
import { assemble } from '../../../engines/pdf/assembly/assemble.ts';
import { bytesOfChunks } from '../../../engines/pdf/writer/bytes-of-chunks.ts';
import { drawPages, type PagesDrawing } from '../../../engines/pdfium/drawing/draw-pages.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import { withDocuments } from '../open-documents.ts';
import { partNames } from '../split-modes/part-names.ts';
import type { DrawTask } from '../task.ts';
import { damageWarnings } from '../warnings.ts';
import { type PicturePlan, planPictures } from './plan-pictures.ts';

/** A document of the pages to draw, in their order. */
interface DrawnDocument {
  content: Uint8Array;
  pictures: readonly PicturePlan[];
  warnings: readonly Warning[];
}

/**
 * Draws pages of a PDF. They are written anew before PDFium reads them, because it shows a blank page, without an
 * error, where our reader repairs the document.
 *
 * @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts
 * @throws AppError the errors of `withDocuments` and `planPictures`; `damaged-document` or `file-too-large` when PDFium
 *   cannot draw the document
 */
export async function draw(task: DrawTask, fontsConf: string | undefined): Promise<ProducedFile<Chunks>[]> {
  const { field } = task.input;
  const { content, pictures, warnings } = prepareDrawing(task);
  const drawn = await timed('draw', () => drawPages(content, drawingOf(task, pictures), fontsConf)).catch(
    (error: unknown) => {
      throw error instanceof InputFault ? error.inField(field) : error;
    },
  );
  const names = namesOf(task, pictures);
  return drawn.map(({ picture, warnings: ofPage }, index) => {
    const { width, height } = pictures[index] as PicturePlan;
    return {
      fileName: names[index] ?? '',
      contentType: `image/${task.format}`,
      content: { chunks: [picture], size: picture.length },
      width,
      height,
      warnings: [...warnings, ...ofPage],
    };
  });
}

const prepareDrawing = (task: DrawTask): DrawnDocument => {
  const { input, processorMilliseconds } = task;
  return withDocuments([input], { field: input.field, processorMilliseconds }, ([source]) => {
    if (!source) throw new Error('withDocuments did not return the document');
    const pictures = planPictures(source, task);
    const pages = pictures.map(({ index }) => index);
    const content = bytesOfChunks(assemble([{ source, pages }], { outline: 'none' }));
    // Damage is found while the document is read.
    return { content, pictures, warnings: damageWarnings(input.field, source) };
  });
};

function drawingOf(task: DrawTask, pictures: readonly PicturePlan[]): PagesDrawing {
  const { format, grayscale = false, quality = pictureDefaults.quality } = task;
  const { background = pictureDefaults.background } = task;
  return {
    background: background === transparent ? undefined : background,
    grayscale,
    pages: pictures.map(({ dotsPerInch, width, height }, index) => ({
      index,
      width,
      height,
      encoding: format === 'png' ? { format, dotsPerInch } : { format, quality },
    })),
  };
}

/** `report_3.png`; without the page for the only picture of a document. */
function namesOf(
  { fileName, input, format, isNumbered }: DrawTask,
  pictures: readonly PicturePlan[],
): string[] {
  const extension = `.${format === 'jpeg' ? 'jpg' : format}`;
  const base = withoutExtension(fileName, extension);
  if (!isNumbered)
    return [withExtension(withoutExtension(base || input.fileName || 'document', '.pdf'), extension)];
  const parts = pictures.map(({ index }) => ({ span: { first: index + 1, last: index + 1 } }));
  return partNames({ fileName: base, inputName: input.fileName }, parts).map((name) =>
    withExtension(withoutExtension(name, '.pdf'), extension),
  );
}
