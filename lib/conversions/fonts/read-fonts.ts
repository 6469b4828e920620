import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { timed } from '../../base/observability/span.ts';
import { FontBudget } from '../../engines/fonts/font-budget.ts';
import { readFontFile } from '../../engines/fonts/font-file.ts';
import type { GivenFont } from '../../engines/fonts/given-font.ts';

/** The file of a font, which a job or a message brought. */
export interface FontSource {
  /** The field it came in: `fonts[0]`. */
  field: string;
  /** In bytes. */
  size: number;
  read: () => Promise<Buffer>;
}

/**
 * Checks the fonts of a conversion and unpacks them, one after the other. A font that exceeds the limit of all is not read.
 *
 * @throws AppError `invalid-file-type` or `file-too-large`, naming each font that is at fault
 */
export const readFonts = async (sources: readonly FontSource[]): Promise<GivenFont[]> =>
  sources.length === 0 ? [] : timed('fonts', () => readAll(sources));

async function readAll(sources: readonly FontSource[]): Promise<GivenFont[]> {
  const budget = new FontBudget();
  const fonts: GivenFont[] = [];
  const faults: FieldFault[] = [];
  for (const { field, size, read } of sources) {
    try {
      budget.require(size);
      fonts.push({ field, ...(await readFontFile(await read(), budget)) });
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      faults.push(error.asFieldFault(field));
    }
  }
  if (faults.length > 0) throw combineFaults(faults);
  return fonts;
}
