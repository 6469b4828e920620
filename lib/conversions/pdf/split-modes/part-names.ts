import { FileNames, titledFileName, withoutExtension } from '../../../base/file-name.ts';
import { spanText } from '../../../base/page-ranges.ts';
import type { PartPlan } from './part-plan.ts';

/** Where the names of parts come from. */
export interface NameOrigins {
  /** The base name that the client chose; empty if it chose none. */
  fileName: string;
  /** The name of the document; empty if it has none. */
  inputName: string;
}

/**
 * The file names of parts. A part with a title: `Title.pdf`, or `<fileName>_Title.pdf` if the client chose a base name. Any
 * other: `report_1-3.pdf`, `report_5.pdf`. A repeated name gets `-2`, `-3`, also if only the case of letters differs.
 */
export function partNames({ fileName, inputName }: NameOrigins, parts: readonly PartPlan[]): string[] {
  const base = withoutExtension(fileName || inputName || 'document', '.pdf');
  const prefix = fileName && `${withoutExtension(fileName, '.pdf')}_`;
  const names = new FileNames();
  return parts.map(({ span, title = '' }) => {
    const titled = titledFileName(title);
    return titled
      ? names.take(`${prefix}${titled}`, '', '.pdf')
      : names.take(base, `_${spanText(span)}`, '.pdf');
  });
}
