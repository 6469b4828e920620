import type { Warning } from '../../api/responses/warning.ts';
import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { timed } from '../../base/observability/span.ts';
import { picturePdf } from '../../engines/pdf/pictures/picture-pdf.ts';
import { PictureBudget } from '../../engines/pictures/picture-budget.ts';
import { pictureKindOf } from '../../engines/pictures/picture-kind.ts';
import type { PdfInput } from './task.ts';

/** The inputs of a task, all of which are PDFs. */
export interface PdfInputs {
  inputs: PdfInput[];
  warnings: Warning[];
}

/**
 * Makes PDFs of the pictures among the inputs of a task that accepts them.
 *
 * @throws AppError `damaged-document`, `invalid-file-type` or `file-too-large`, naming each field
 */
export async function picturesAsPdfs(inputs: readonly PdfInput[]): Promise<PdfInputs> {
  const budget = new PictureBudget();
  const faults: FieldFault[] = [];
  const ready: PdfInputs = { inputs: [], warnings: [] };
  for (const input of inputs) {
    const { field, content, picture } = input;
    if (!picture || pictureKindOf(content) === undefined) {
      ready.inputs.push(input);
      continue;
    }
    try {
      const made = await timed('pictures', () => picturePdf(content, picture, budget));
      ready.inputs.push({
        ...input,
        content: Buffer.concat(made.chunks, made.byteLength),
        password: undefined,
      });
      if (made.isAnimated) ready.warnings.push(animationWarning(field));
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      faults.push(error.asFieldFault(field));
    }
  }
  if (faults.length > 0) throw combineFaults(faults);
  return ready;
}

const animationWarning = (field: string): Warning => ({
  code: 'animation-stopped',
  message: `${field}: only the first frame of the animation is in the PDF.`,
});
