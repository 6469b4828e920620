import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { FieldFault } from '../../base/app-error.ts';
import { needsTags } from '../../engines/pdf/conformance/target.ts';

/** Options of conversions that conformance can exclude. Undefined where a conversion does not have them. */
export interface ConformanceOptions extends Pick<
  FinishingOptions,
  'pdfa' | 'pdfua' | 'undescribedFigures' | 'protect'
> {
  tagged?: boolean | undefined;
  displayDocumentTitle?: boolean | undefined;
}

/** Options that a requested conformance excludes. */
export function conformanceFaults({ pdfa, pdfua = false, ...options }: ConformanceOptions): FieldFault[] {
  const faults: FieldFault[] = [];
  const add = (field: string, requirement: string): number =>
    faults.push({ code: 'invalid-field', field, message: `must not be ${requirement}` });
  const requested = pdfa === undefined ? 'pdfua' : 'pdfa';
  if (options.undescribedFigures !== undefined && !pdfua)
    faults.push({ code: 'invalid-field', field: 'undescribedFigures', message: 'requires pdfua' });
  // Encrypted files cannot conform (ISO 19005-1, 6.1.3). PDF/UA permits encryption, and loses nothing without it.
  if (options.protect && (pdfa !== undefined || pdfua)) add('protect', `combined with ${requested}`);
  if (options.tagged === false && needsTags({ pdfa, pdfua }))
    add('tagged', `false with ${pdfua ? 'pdfua' : `pdfa=${pdfa ?? ''}`}, which requires tags`);
  // ISO 14289-1, 7.1.
  if (options.displayDocumentTitle === false && pdfua)
    add('displayDocumentTitle', 'false with pdfua, which requires it');
  return faults;
}
