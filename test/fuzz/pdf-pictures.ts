import { draw } from '#lib/conversions/pdf/pictures/draw.ts';
import type { DrawTask } from '#lib/conversions/pdf/task.ts';
import { decodedPicture } from '../support/decoded-picture.ts';
import { everythingPdf } from '../support/everything-pdf.ts';
import { fontsConf } from '../support/libreoffice.ts';
import { rawPdf, rawStreamPdf, textPages } from '../support/raw-pdf.ts';
import { fuzz } from './fuzz-loop.ts';
import { PdfSurgeon } from './pdf-surgery.ts';
import { pdfTokens } from './pdf-tokens.ts';

/**
 * Draws PDFs that are randomly mutated in their bytes or objects. There must be a picture of each page, with the size that
 * is stated, or an `AppError`, within time and memory. See `fuzz` for the options.
 */

const width = 48;

const everything = await everythingPdf(4);
const surgeon = new PdfSurgeon();

await fuzz({
  name: 'pdf-pictures',
  extensions: ['.pdf'],
  tokens: pdfTokens,
  seeds: [everything, rawPdf(textPages('one', 'two')), rawStreamPdf(textPages('one', 'two'))],
  change: (bytes, other, random) => surgeon.operate(bytes, other, random),
  maxMilliseconds: 6000,
  async attempt(content) {
    const task: DrawTask = {
      kind: 'draw',
      input: { field: 'file', fileName: '', content },
      format: 'png',
      width,
      pages: [{ kind: 'span', text: '1', first: 1, last: 1 }],
      fileName: '',
      isNumbered: true,
    };
    const pictures = await draw(task, fontsConf);
    for (const { content: made, ...stated } of pictures) {
      const picture = await decodedPicture(Buffer.concat(made.chunks));
      if (picture.width !== width || picture.height !== stated.height)
        throw new Error('a picture has another size');
    }
    return pictures.some(({ warnings }) => warnings.length > 0) ? 'repaired' : 'drawn';
  },
});
