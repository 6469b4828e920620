import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';
import type { Warning } from '../../api/responses/warning.ts';
import { timed } from '../../base/observability/span.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import { finishPdf } from '../../engines/office/finish-pdf.ts';
import { pdfFilterOptions } from '../../engines/office/pdf-options.ts';
import { inLibreOffice, type OfficeDocument, readyDocument } from './ready-document.ts';

export interface OfficeToPdf extends OfficeDocument {
  /** The only kind to convert; undefined for all formats. */
  kind: OfficeKind | undefined;
  options: OfficeOptions;
  outputFile: string;
}

/**
 * Converts an office document to PDF.
 *
 * @returns warnings about differences between the document and the PDF
 * @throws InputFault `damaged-document`, `password-required`, `wrong-password`, `invalid-file-type` or `file-too-large` when
 *   the document is at fault
 * @throws AppError `invalid-file-type` when LibreOffice cannot read a font, naming its field
 * @throws ConversionError when the cause is unknown; it states whether the document can be at fault
 */
export async function officeToPdf(
  request: OfficeToPdf,
  converter: Pick<OfficeConverter, 'convert'>,
  decryptWorker: URL,
): Promise<Warning[]> {
  const { options, outputFile } = request;
  const ready = await readyDocument(request, request, decryptWorker);
  const { format, language } = ready;
  const filterOptions = pdfFilterOptions(format.kind, options);
  const warnings = await inLibreOffice(ready, request, (conversion) =>
    converter.convert({ ...conversion, filterOptions, outputFile }),
  );
  const finish = {
    language,
    // Accessible documents have a title (ISO 14289-1, 7.1).
    title: options.pdfua ? { kind: format.kind, fileName: request.fileName } : undefined,
    firstPageOnLeft: options.pageLayout === 'two-columns' && options.firstPageOnLeft === true,
  };
  await timed('finish', () => finishPdf(outputFile, finish));
  return warnings;
}
