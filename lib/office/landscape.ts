import { open } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import { readContentTypes } from './content-types.ts';
import { findLandscapeSplice } from './page-setup.ts';
import { rewriteParts, spliced } from './part-splices.ts';
import { FormatError, fromFile } from './random-access.ts';
import { readZipDirectory } from './zip-directory.ts';
import { inflateEntry } from './zip-entry.ts';

/** The kinds of sheets (ECMA-376-1, 12.3); only these have a page of their own. */
const sheetTypes = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml',
  'application/vnd.ms-excel.macrosheet+xml',
]);

/**
 * Writes the workbook `input` to `output` with every sheet in landscape, which LibreOffice's PDF filter has no option
 * for.
 *
 * @param input path of an XLSX that has passed `checkZipLimits`
 * @param output path of a file to be made
 * @throws AppError `damaged-document`, without a field
 */
export async function setLandscape(input: string, output: string): Promise<void> {
  await using file = await fromFile(input);
  await using target = await open(output, 'wx');
  try {
    const { entries } = await readZipDirectory(file);
    const types = await readContentTypes(file, entries);
    await rewriteParts(file, entries, target, async (entry) => {
      if (!sheetTypes.has(types.of(`/${entry.name}`))) return undefined;
      const splice = await findLandscapeSplice(inflateEntry(file, entry));
      return splice && spliced(inflateEntry(file, entry), [splice]);
    });
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new AppError('damaged-document', 'is damaged and cannot be read', { cause });
  }
}
