import { open } from 'node:fs/promises';
import { constants, createDeflateRaw } from 'node:zlib';
import { AppError } from '../app-error.ts';
import { readContentTypes } from './content-types.ts';
import { findLandscapeSplice, type Splice } from './page-setup.ts';
import { FormatError, fromFile } from './random-access.ts';
import { through } from './through.ts';
import { readZipDirectory } from './zip-directory.ts';
import { inflateEntry, locateEntry, readRange } from './zip-entry.ts';
import { ZipWriter } from './zip-writer.ts';

/** The kinds of sheets (ECMA-376-1, 12.3); only these have a page of their own. */
const sheetTypes = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml',
  'application/vnd.ms-excel.macrosheet+xml',
]);

/**
 * Writes the workbook `input` to `output` with every sheet in landscape, which LibreOffice's PDF filter has no option
 * for. All other parts are copied as they are, compressed. Holds one piece at a time.
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
    const writer = new ZipWriter(target);
    for (const entry of entries) {
      const splice = sheetTypes.has(types.of(`/${entry.name}`))
        ? await findLandscapeSplice(inflateEntry(file, entry))
        : undefined;
      if (splice) {
        await writer.add(entry, spliced(inflateEntry(file, entry), splice), deflate);
      } else {
        const { start, end } = await locateEntry(file, entry);
        await writer.copy(entry, readRange(file, start, end));
      }
    }
    await writer.finish();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new AppError('damaged-document', 'is damaged and cannot be read', { cause });
  }
}

async function* spliced(pieces: AsyncIterable<Buffer>, splice: Splice): AsyncGenerator<Buffer> {
  let at = 0;
  let inserted = false;
  for await (const piece of pieces) {
    const before = piece.subarray(0, clamp(splice.start - at, piece));
    const after = piece.subarray(clamp(splice.end - at, piece));
    if (before.length > 0) yield before;
    if (!inserted && splice.start <= at + piece.length) {
      yield splice.bytes;
      inserted = true;
    }
    if (after.length > 0) yield after;
    at += piece.length;
  }
}

const clamp = (offset: number, piece: Buffer): number => Math.min(Math.max(offset, 0), piece.length);

/** Fast rather than small: the file is read once, by the conversion. */
const deflate = (content: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  through(content, createDeflateRaw({ level: constants.Z_BEST_SPEED }));
