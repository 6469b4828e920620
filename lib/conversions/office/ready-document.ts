import { join } from 'node:path';
import type { OfficeKind } from '../../api/options/office.ts';
import { InputFault } from '../../base/input-fault.ts';
import { timed } from '../../base/observability/span.ts';
import { fromFile } from '../../base/random-access.ts';
import type { GivenFont } from '../../engines/fonts/given-font.ts';
import { acceptedFormat } from '../../engines/office/accepted-format.ts';
import { abortError } from '../../engines/office/conversion-error.ts';
import type { Conversion } from '../../engines/office/conversion.ts';
import { decryptOffice } from '../../engines/office/decrypt.ts';
import { detectOfficeFile, type OfficeFile } from '../../engines/office/detect.ts';
import type { OfficeFormat } from '../../engines/office/formats.ts';
import {
  type DocumentOptions,
  type PreparedDocument,
  prepareDocument,
} from '../../engines/office/prepare-document.ts';
import { unsupportedPassword } from '../../engines/office/unsupported-password.ts';

/** Time limit for decrypting a document. The slowest decryption takes a few seconds. */
const decryptMilliseconds = 30_000;

/** A document of a job. */
export interface OfficeDocument {
  inputFile: string;
  /** Name of the client's file. Some documents print it. */
  fileName: string;
  password: string | undefined;
  /** Fonts for this document besides those of the layer. Default: none. */
  fonts?: readonly GivenFont[];
  /** Whether LibreOffice must not be a fork: the conversion of an earlier attempt failed in one. */
  fresh?: boolean;
  /** Folder for intermediate files. The caller deletes it. */
  folder: string;
  /** Epoch milliseconds. */
  deadline: number;
  signal: AbortSignal;
}

export interface ReadyDocument extends PreparedDocument {
  format: OfficeFormat;
}

/** How a conversion uses a document. */
export interface DocumentUse {
  /** The only kind to convert; undefined for all formats. */
  kind?: OfficeKind | undefined;
  options: DocumentOptions;
  /** Throws unless the format can be converted as requested. */
  check?: (format: OfficeFormat) => void;
}

/**
 * Makes a document ready for LibreOffice: decrypts it, checks its format, and prepares it.
 *
 * @throws InputFault `damaged-document`, `password-required`, `wrong-password`, `invalid-file-type` or `file-too-large` when
 *   the document is at fault
 * @throws ConversionError when the time is over, or the conversion was canceled
 */
export const readyDocument = (
  document: OfficeDocument,
  use: DocumentUse,
  decryptWorker: URL,
): Promise<ReadyDocument> =>
  timed('inspect', () => prepare(document, use, decryptWorker)).catch((error: unknown) => {
    const { signal } = document;
    throw signal.aborted && error === signal.reason ? abortError(error, true) : error;
  });

/** Runs LibreOffice on a document that is ready, and names the cause if that is an unsupported password. */
export const inLibreOffice = <Result>(
  ready: ReadyDocument,
  document: OfficeDocument,
  convert: (conversion: Omit<Conversion, 'filterOptions' | 'outputFile'>) => Promise<Result>,
): Promise<Result> => {
  const { format, inputFile, language, importOptions, isEncrypted } = ready;
  const { fileName, fonts = [], fresh = false, deadline, signal } = document;
  const conversion = {
    inputFile,
    fileName,
    kind: format.name,
    // LibreOffice formats the numbers of a workbook in that language too.
    language: format.kind === 'xlsx' ? undefined : language,
    importOptions,
    fonts,
    fresh,
    deadline,
    signal,
  };
  return timed('convert', () => convert(conversion)).catch((error: unknown) => {
    throw isEncrypted && isDamage(error) ? unsupportedPassword(format, error) : error;
  });
};

const isDamage = (error: unknown): boolean =>
  error instanceof InputFault && error.code === 'damaged-document';

async function prepare(
  { inputFile, fileName, password, folder, deadline, signal }: OfficeDocument,
  { kind, options, check }: DocumentUse,
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
  check?.(format);
  const prepared = await prepareDocument({ inputFile: document, format, options, folder, signal });
  // LibreOffice must not start after the deadline.
  signal.throwIfAborted();
  return { ...prepared, format };
}

async function detect(path: string, fileName: string): Promise<OfficeFile> {
  await using access = await fromFile(path);
  return await detectOfficeFile(access, fileName);
}
