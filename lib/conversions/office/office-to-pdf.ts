import { join } from 'node:path';
import { InputFault } from '../../base/input-fault.ts';
import type { Warning } from '../../api/responses/warning.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import { abortError } from '../../engines/office/conversion-error.ts';
import { decryptOffice } from '../../engines/office/decrypt.ts';
import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';
import { detectOfficeFile, type OfficeFile } from '../../engines/office/detect.ts';
import { timed } from '../../base/observability/span.ts';
import { withoutExternalLinks } from '../../engines/office/external-links.ts';
import { documentEdits } from '../../engines/office/document-edits.ts';
import { documentLanguage } from '../../engines/office/document-language.ts';
import { finishPdf } from '../../engines/office/finish-pdf.ts';
import { editParts } from '../../engines/office/part-edits.ts';
import { pdfFilterOptions } from '../../engines/office/pdf-options.ts';
import { fromFile } from '../../base/random-access.ts';

/** Time limit for decrypting a document. The slowest decryption takes a few seconds. */
const decryptMilliseconds = 30_000;

export interface OfficeToPdf {
  inputFile: string;
  /** Name of the client's file. Some documents print it. */
  fileName: string;
  kind: OfficeKind;
  options: OfficeOptions;
  password: string | undefined;
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
 * @throws ConversionError when the cause is unknown; it states whether the document can be at fault
 */
export async function officeToPdf(
  request: OfficeToPdf,
  converter: Pick<OfficeConverter, 'convert'>,
  decryptWorker: URL,
): Promise<Warning[]> {
  const { fileName, kind, options, fresh = false, outputFile, deadline, signal } = request;
  const { inputFile, language } = await timed('inspect', () => readyDocument(request, decryptWorker)).catch(
    (error: unknown) => {
      throw signal.aborted && error === signal.reason ? abortError(error, true) : error;
    },
  );
  const filterOptions = pdfFilterOptions(kind, options);
  const warnings = await timed('convert', () =>
    converter.convert({
      inputFile,
      fileName,
      kind,
      // LibreOffice formats the numbers of a workbook in that language too.
      language: kind === 'xlsx' ? undefined : language,
      filterOptions,
      fresh,
      outputFile,
      deadline,
      signal,
    }),
  );
  await timed('finish', () => finishPdf(outputFile, { language, archival: options.pdfa !== undefined }));
  return warnings;
}

interface ReadyDocument {
  inputFile: string;
  /** BCP 47; undefined when the document names none. */
  language: string | undefined;
}

/** Prepares the document for LibreOffice: decrypts it, checks its kind and limits, removes links, and applies options. */
async function readyDocument(
  { inputFile, kind, options, password, folder, deadline, signal }: OfficeToPdf,
  decryptWorker: URL,
): Promise<ReadyDocument> {
  let document = inputFile;
  let found = await detect(document);
  if (found.kind === 'encrypted') {
    document = join(folder, 'decrypted');
    const timeoutMilliseconds = Math.min(decryptMilliseconds, Math.max(0, deadline - Date.now()));
    await decryptOffice(inputFile, document, password, { workerFile: decryptWorker, timeoutMilliseconds });
    found = await detect(document);
  }
  if (found.kind === 'unreadable' || found.kind === 'encrypted') {
    throw new InputFault('damaged-document', 'is damaged and cannot be read');
  }
  if (found.kind !== kind) {
    throw new InputFault('invalid-file-type', `is ${found.kind.toUpperCase()}, not ${kind.toUpperCase()}`);
  }
  document = await withoutExternalLinks(document, folder, signal);
  const edits = documentEdits(kind, options);
  if (edits) document = await editParts(document, join(folder, 'edited'), edits, signal);
  const language = await documentLanguage(document, kind, signal);
  // LibreOffice must not start after the deadline.
  signal.throwIfAborted();
  return { inputFile: document, language };
}

async function detect(path: string): Promise<OfficeFile> {
  await using access = await fromFile(path);
  return await detectOfficeFile(access);
}
