import { join } from 'node:path';
import { InputFault } from '../../base/input-fault.ts';
import type { Warning } from '../../api/responses/warning.ts';
import type { GivenFont } from '../../engines/fonts/given-font.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import { acceptedFormat } from '../../engines/office/accepted-format.ts';
import { abortError } from '../../engines/office/conversion-error.ts';
import { decryptOffice } from '../../engines/office/decrypt.ts';
import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';
import { detectOfficeFile, type OfficeFile } from '../../engines/office/detect.ts';
import { timed } from '../../base/observability/span.ts';
import { finishPdf } from '../../engines/office/finish-pdf.ts';
import type { OfficeFormat } from '../../engines/office/formats.ts';
import { pdfFilterOptions } from '../../engines/office/pdf-options.ts';
import { unsupportedPassword } from '../../engines/office/unsupported-password.ts';
import { type PreparedDocument, prepareDocument } from '../../engines/office/prepare-document.ts';
import { fromFile } from '../../base/random-access.ts';

/** Time limit for decrypting a document. The slowest decryption takes a few seconds. */
const decryptMilliseconds = 30_000;

export interface OfficeToPdf {
  inputFile: string;
  /** Name of the client's file. Some documents print it. */
  fileName: string;
  /** The only kind to convert; undefined for all formats. */
  kind: OfficeKind | undefined;
  options: OfficeOptions;
  password: string | undefined;
  /** Fonts for this document besides those of the layer. Default: none. */
  fonts?: readonly GivenFont[];
  /** Whether LibreOffice must not be a fork: the conversion of an earlier attempt failed in one. */
  fresh?: boolean;
  outputFile: string;
  /** Folder for intermediate files. The caller deletes it. */
  folder: string;
  /** Epoch milliseconds. */
  deadline: number;
  signal: AbortSignal;
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
  const { fileName, options, fonts = [], fresh = false, outputFile, deadline, signal } = request;
  const { format, ...document } = await timed('inspect', () => readyDocument(request, decryptWorker)).catch(
    (error: unknown) => {
      throw signal.aborted && error === signal.reason ? abortError(error, true) : error;
    },
  );
  const { language } = document;
  const conversion = {
    inputFile: document.inputFile,
    fileName,
    kind: format.name,
    // LibreOffice formats the numbers of a workbook in that language too.
    language: format.kind === 'xlsx' ? undefined : language,
    importOptions: document.importOptions,
    filterOptions: pdfFilterOptions(format.kind, options),
    fonts,
    fresh,
    outputFile,
    deadline,
    signal,
  };
  const warnings = await timed('convert', () => converter.convert(conversion)).catch((error: unknown) => {
    throw document.isEncrypted && isDamage(error) ? unsupportedPassword(format, error) : error;
  });
  await timed('finish', () => finishPdf(outputFile, { language, archival: options.pdfa !== undefined }));
  return warnings;
}

const isDamage = (error: unknown): boolean =>
  error instanceof InputFault && error.code === 'damaged-document';

interface ReadyDocument extends PreparedDocument {
  format: OfficeFormat;
}

/** Makes the document ready for LibreOffice: decrypts it, checks its format, and prepares it. */
async function readyDocument(
  { inputFile, fileName, kind, options, password, folder, deadline, signal }: OfficeToPdf,
  decryptWorker: URL,
): Promise<ReadyDocument> {
  let document = inputFile;
  let found = await detect(document, fileName);
  if (found.kind === 'encrypted') {
    document = join(folder, 'decrypted');
    const timeoutMilliseconds = Math.min(decryptMilliseconds, Math.max(0, deadline - Date.now()));
    await decryptOffice(inputFile, document, password, { workerFile: decryptWorker, timeoutMilliseconds });
    found = await detect(document, fileName);
  }
  const format = acceptedFormat(found, kind);
  if (!format) throw new InputFault('damaged-document', 'is damaged and cannot be read');
  const prepared = await prepareDocument({ inputFile: document, format, options, folder, signal });
  // LibreOffice must not start after the deadline.
  signal.throwIfAborted();
  return { ...prepared, format };
}

async function detect(path: string, fileName: string): Promise<OfficeFile> {
  await using access = await fromFile(path);
  return await detectOfficeFile(access, fileName);
}
