import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportOptions } from '../../api/options/office.ts';
import { timed } from '../../base/observability/span.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import { exportFormats } from '../../engines/office/exports/export-formats.ts';
import { finishExport, type FinishedExport } from '../../engines/office/exports/finish-export.ts';
import { inLibreOffice, type OfficeDocument, readyDocument } from './ready-document.ts';
import { requireFormat } from './require-format.ts';

/**
 * Converts an office document to another format than PDF.
 *
 * @returns a file in the document's folder
 * @throws InputFault, ConversionError as `officeToPdf`
 * @throws AppError `invalid-field` when documents of this kind cannot be converted to the format
 */
export async function exportOffice(
  document: OfficeDocument,
  { format, ...options }: ExportOptions,
  converter: Pick<OfficeConverter, 'export'>,
  decryptWorker: URL,
): Promise<FinishedExport> {
  const { folder, signal } = document;
  const { filterOptions, eachSheet, isEditable } = exportFormats[format];
  const ready = await readyDocument(
    document,
    { options: { ...options, isEditable }, check: (found) => requireFormat(found, format) },
    decryptWorker,
  );
  const outputFolder = join(folder, 'exported');
  await mkdir(outputFolder);
  const files = await inLibreOffice(ready, document, (conversion) =>
    converter.export({ ...conversion, format, filterOptions, eachSheet, outputFolder }),
  );
  return timed('finish', () => finishExport(files, { format, folder: join(folder, 'finished'), signal }));
}
