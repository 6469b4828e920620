import { extname } from 'node:path';
import type { Destination } from './destination.ts';
import { type Operation, operations } from './operations.ts';
import { UsageError } from './terminal.ts';

/** Formats by extensions that are not the name of the format. */
const aliases: Readonly<Record<string, string>> = { htm: 'html', jpg: 'jpeg', md: 'markdown', txt: 'text' };

/** Extensions of other file types that no command creates. */
const foreign = ['avif', 'bmp', 'doc', 'epub', 'gif', 'ppt', 'svg', 'tif', 'tiff', 'xls', 'zip'];

const formatsOf = ({ texts }: Operation): readonly string[] | undefined => texts['format']?.enum;

/** Extensions that name a file type. All others, such as `.tmp`, are permitted for PDFs. */
const knownExtensions = new Set([
  ...Object.values(operations).flatMap((operation) => formatsOf(operation) ?? []),
  ...Object.keys(aliases),
  ...foreign,
]);

/**
 * The value of `--format` if it is not given: the format of the extension of `-o`, otherwise PDF for an operation that
 * can create PDFs. Undefined for the default of the service.
 *
 * @throws UsageError when the operation cannot create files with that extension
 */
export function outputFormat(
  operation: Operation,
  command: string,
  destination: Destination,
): string | undefined {
  const extension = destination.kind === 'file' ? extname(destination.path).slice(1).toLowerCase() : '';
  const formats = formatsOf(operation);
  if (!formats) {
    if (extension === 'pdf' || !knownExtensions.has(extension)) return undefined;
    throw new UsageError(`convert ${command} cannot create .${extension} files. It creates PDFs.`);
  }
  const format = [extension, aliases[extension]].find((name) => name && formats.includes(name));
  if (format !== undefined) return format;
  if (extension === '') return formats.find((name) => name === 'pdf');
  throw new UsageError(
    `convert ${command} cannot create .${extension} files. Formats: ${formats.join(', ')}. With --format, -o can have any extension.`,
  );
}
