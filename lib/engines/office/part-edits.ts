import { open } from 'node:fs/promises';
import { InputFault } from '../../base/input-fault.ts';
import { readContentTypes } from './content-types.ts';
import { kindOfMainPart } from './detect.ts';
import { rewriteParts, type Splice, spliced } from './part-splices.ts';
import { FormatError, fromFile, inMemoryIfSmall } from '../../base/random-access.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { inflateEntry } from './zip-entry.ts';

/**
 * Finds the changes to a part, in order, from its content in pieces.
 *
 * @throws FormatError when the content is malformed
 */
export type FindSplices = (pieces: AsyncIterable<Buffer>) => Promise<readonly Splice[]>;

/** Returns the function that finds changes to parts of a content type; undefined if such parts stay unchanged. */
export type PartEdits = (contentType: string) => FindSplices | undefined;

/**
 * Writes the document `input` to `output` with some of its parts changed. Holds one piece of a part and its changes.
 *
 * @param input path of a document that has passed `checkZipLimits`
 * @param output path for the new document
 * @param editOf called for the main part first
 * @param signal cancels the work
 * @returns path of the document to use: `output`, or `input` if nothing changes
 * @throws InputFault `damaged-document` when a part is malformed
 * @throws the signal's reason when the signal aborts
 */
export async function editParts(
  input: string,
  output: string,
  editOf: PartEdits,
  signal?: AbortSignal,
): Promise<string> {
  await using handle = await fromFile(input);
  const file = await inMemoryIfSmall(handle);
  try {
    const { entries } = await readZipDirectory(file);
    const types = await readContentTypes(file, entries);
    const changes = new Map<ZipEntry, readonly Splice[]>();
    const typeOf = ({ name }: ZipEntry): string => types.of(`/${name}`);
    const isMain = (entry: ZipEntry): boolean => kindOfMainPart(typeOf(entry)) !== undefined;
    for (const entry of entries.toSorted((one, other) => Number(isMain(other)) - Number(isMain(one)))) {
      const findSplices = editOf(typeOf(entry));
      if (!findSplices || (await isPackage(inflateEntry(file, entry)))) continue;
      const splices = await findSplices(whileInTime(inflateEntry(file, entry), signal));
      if (splices.length > 0) changes.set(entry, splices);
    }
    if (changes.size === 0) return input;
    await using target = await open(output, 'wx');
    await rewriteParts(file, entries, target, (entry) => {
      const splices = changes.get(entry);
      return Promise.resolve(splices && spliced(inflateEntry(file, entry), splices));
    });
    return output;
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new InputFault('damaged-document', 'is damaged and cannot be read', { cause });
  }
}

/** A document embedded in another one (ECMA-376-1, 11.3.1) is a package with the content type of a main part. */
async function isPackage(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  for await (const piece of pieces) return piece.toString('latin1', 0, 4) === 'PK\x03\x04';
  return false;
}

async function* whileInTime(pieces: AsyncIterable<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}
