import { pictureDefaults, transparent } from '../../../api/fields/picture-fields.ts';
import type { Warning } from '../../../api/responses/warning.ts';
import { withExtension, withoutExtension } from '../../../base/file-name.ts';
import { InputFault } from '../../../base/input-fault.ts';
import { timed } from '../../../base/observability/span.ts';
import { assemble } from '../../../engines/pdf/assembly/assemble.ts';
import type { PdfSource } from '../../../engines/pdf/reader/pdf-source.ts';
import { type DrawnPage, drawPages, type PagesDrawing } from '../../../engines/pdfium/drawing/draw-pages.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import { withDocuments } from '../open-documents.ts';
import { partNames } from '../split-modes/part-names.ts';
import type { DrawTask } from '../task.ts';
import { damageWarnings } from '../warnings.ts';
import { type PicturePlan, planPictures } from './plan-pictures.ts';

interface DocumentPlan {
  pageCount: number;
  pictures: readonly PicturePlan[];
  warnings: readonly Warning[];
}

/**
 * Draws pages of a PDF.
 *
 * @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts
 * @throws AppError the errors of `withDocuments` and `planPictures`; `damaged-document` or `file-too-large` when PDFium
 *   cannot draw the document
 */
export async function draw(task: DrawTask, fontsConf: string | undefined): Promise<ProducedFile<Chunks>[]> {
  const plan = withSource(task, (source): DocumentPlan => {
    const pictures = planPictures(source, task);
    // Damage is found while the document is read.
    return { pictures, pageCount: source.pages.length, warnings: damageWarnings(task.input.field, source) };
  });
  const drawn = await timed('draw', () => drawPlanned(task, plan, fontsConf));
  const names = namesOf(task, plan.pictures);
  return drawn.map(({ picture, warnings }, index) => {
    const { width, height } = plan.pictures[index] as PicturePlan;
    return {
      fileName: names[index] ?? '',
      contentType: `image/${task.format}`,
      content: { chunks: [picture], size: picture.length },
      width,
      height,
      warnings: [...plan.warnings, ...warnings],
    };
  });
}

const withSource = <T>({ input, processorMilliseconds }: DrawTask, work: (source: PdfSource) => T): T =>
  withDocuments([input], { field: input.field, processorMilliseconds }, ([source]) => {
    if (!source) throw new Error('withDocuments did not return the document');
    return work(source);
  });

/**
 * Draws the document as it is. If it is damaged, or PDFium cannot read what our reader can, the pages are assembled anew,
 * so that pictures show what merges and splits of the document have.
 */
async function drawPlanned(
  task: DrawTask,
  { pageCount, pictures, warnings }: DocumentPlan,
  fontsConf: string | undefined,
): Promise<DrawnPage[]> {
  const { content, password, field } = task.input;
  try {
    if (warnings.length === 0) {
      try {
        return await drawPages(content, { password, pageCount, fontsConf }, drawingOf(task, pictures));
      } catch (error) {
        if (!(error instanceof InputFault) || error.code === 'file-too-large') throw error;
      }
    }
    const inOrder = pictures.map((picture, index) => ({ ...picture, index }));
    return await drawPages(
      assembledPages(task, pictures),
      { pageCount: pictures.length, fontsConf },
      drawingOf(task, inOrder),
    );
  } catch (error) {
    throw error instanceof InputFault ? error.inField(field) : error;
  }
}

const assembledPages = (task: DrawTask, pictures: readonly PicturePlan[]): Uint8Array =>
  withSource(task, (source) => {
    const pages = pictures.map(({ index }) => index);
    const { chunks, byteLength } = assemble([{ source, pages }], { outline: 'none' });
    return Buffer.concat(chunks, byteLength);
  });

function drawingOf(task: DrawTask, pictures: readonly PicturePlan[]): PagesDrawing {
  const { format, grayscale = false, quality = pictureDefaults.quality } = task;
  const { background = pictureDefaults.background } = task;
  return {
    background: background === transparent ? undefined : background,
    grayscale,
    pages: pictures.map(({ dotsPerInch, ...picture }) => ({
      ...picture,
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
