import { open, writeFile } from 'node:fs/promises';
import { InputFault } from '../../../base/input-fault.ts';
import { piecesOf } from '../rewritten-file.ts';
import { detectEncoding, type EncodingName } from './encoding.ts';
import { LineLimits, TableLimits, type TextLimits } from './text-limits.ts';
import { findSeparator, type Separator } from './separator.ts';

/** What a caller may state about a text; the rest is detected. */
export interface TextOptions {
  encoding?: EncodingName | undefined;
  separator?: Separator | undefined;
}

/** Characters of a table that its separator is sought in. */
const sampleBytes = 64 * 1024;
const byteOrderMark = '\ufeff';

/**
 * Writes a plain text in UTF-8 with a byte order mark, by which LibreOffice knows it.
 *
 * @throws InputFault `damaged-document` when it is not in `encoding`, `file-too-large` when a line is too long
 */
export async function prepareText(
  document: string,
  output: string,
  { encoding }: TextOptions,
  signal?: AbortSignal,
): Promise<void> {
  const name = encoding ?? (await detectEncoding(document, signal));
  await writeFile(output, decoded(document, name, new LineLimits(), signal));
}

/**
 * Writes a table in UTF-8.
 *
 * @returns the options of LibreOffice's import filter
 * @throws InputFault as `prepareText`, and `file-too-large` when the table has too many rows or columns
 */
export async function prepareTable(
  document: string,
  output: string,
  options: TextOptions,
  signal?: AbortSignal,
): Promise<string> {
  const name = options.encoding ?? (await detectEncoding(document, signal));
  const separator = options.separator ?? findSeparator(await startOf(document, name)) ?? ',';
  await writeFile(output, decoded(document, name, new TableLimits(separator), signal));
  return importOptions(separator);
}

/**
 * Tokens 1 to 4 of the filter "Text - txt - csv (StarCalc)": separator, quote, encoding (UTF-8), first row.
 *
 * @see https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html
 */
const importOptions = (separator: Separator): string => `${separator.charCodeAt(0)},34,76,1`;

async function startOf(document: string, encoding: EncodingName): Promise<string> {
  await using file = await open(document);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(sampleBytes), position: 0 });
  return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead));
}

/** The text in UTF-8. */
async function* decoded(
  document: string,
  encoding: EncodingName,
  limits: TextLimits,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  yield Buffer.from(byteOrderMark);
  try {
    for await (const piece of piecesOf(document, signal)) {
      const text = decoder.decode(piece, { stream: true });
      limits.read(text);
      yield Buffer.from(text);
    }
    decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new InputFault('damaged-document', `is not text in the encoding ${encoding}`, { cause });
  }
}
