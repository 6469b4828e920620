import { type OutputFormat, outputFormats } from '../../api/fields/output-formats.ts';
import { alternatives } from '../../base/alternatives.ts';
import { AppError } from '../../base/app-error.ts';
import { isDrawing, type OfficeFormat } from '../../engines/office/formats.ts';

/**
 * Checks that documents of a format can be converted to another one.
 *
 * @throws AppError `invalid-field`, naming those to which they can
 */
export function requireFormat(document: OfficeFormat, format: OutputFormat): void {
  const possible: readonly OutputFormat[] = isDrawing(document) ? ['png'] : outputFormats[document.kind];
  if (possible.includes(format)) return;
  throw AppError.inField(
    'invalid-field',
    'format',
    `must be ${alternatives(possible)}, because the document is ${document.description}`,
  );
}
