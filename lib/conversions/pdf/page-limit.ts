import { AppError } from '../../base/app-error.ts';
import { defaultPdfLimits } from '../../engines/pdf/work-budget.ts';

/** @throws AppError `file-too-large` when the field `pages` selects too many pages */
export function requirePageLimit(count: number): void {
  if (count <= defaultPdfLimits.pages) return;
  const message = `must select at most ${defaultPdfLimits.pages} pages in total`;
  throw AppError.inField('file-too-large', 'pages', message);
}
