import { InputFault } from '../../base/input-fault.ts';
import { layoutOf, type PackageLayout } from './package-layout.ts';
import { FormatError, type RandomAccess } from '../../base/random-access.ts';
import { XmlPrologCheck } from './xml-prolog.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';
import { BrokenContentError, inflateEntry, locateEntry } from './zip-entry.ts';

/** Limits of an inflated document. Sizes in bytes. */
export const zipLimits = {
  /** A deck of 300 slides has about 2000 parts. */
  entries: 20_000,
  /** One part: a sheet of a million rows has about this size. */
  part: 512 * 1024 * 1024,
  total: 1024 * 1024 * 1024,
  /** Ratio of inflated to compressed size; deflate reaches 1032. Sheets reach 40, repetitive generated ones 100. */
  ratio: 200,
  /** Smaller parts may have any ratio: they do no harm. */
  ratioFloor: 32 * 1024 * 1024,
} as const;

/** Inspects a part in pieces. */
export interface PartInspector {
  /** @throws FormatError when the part is damaged */
  read(piece: Buffer): void;
  /**
   * Not called for a part whose content is broken.
   *
   * @throws FormatError when the part ends too early
   */
  finish(): void;
}

/**
 * Checks a document before an office engine reads it: its declared and actual inflated size, entries that share names
 * or data, and document type declarations, which office formats forbid. Reads the whole file and holds one piece of
 * it at a time.
 *
 * Parts that are never shown, such as a thumbnail, may be broken, as in Word and LibreOffice.
 *
 * @param inspect returns a further inspector of a part, because all parts are inflated only this once
 * @param signal cancels the check
 * @returns the intact entries, in file order
 * @throws InputFault `file-too-large` or `damaged-document` when the document fails a check
 * @throws the signal's reason when the signal aborts
 */
export async function checkZipLimits(
  file: RandomAccess,
  inspect?: (entry: ZipEntry, layout: PackageLayout) => PartInspector,
  signal?: AbortSignal,
): Promise<ZipEntry[]> {
  try {
    const directory = await readZipDirectory(file);
    checkDeclaredSizes(directory.entries);
    checkNames(directory.entries);
    const located = await locateAll(file, directory);
    const layout = await layoutOf(file, directory.entries);
    const intact: ZipEntry[] = [];
    const broken: ZipEntry[] = [];
    for (const { entry, location } of located) {
      const prolog = layout.isXml(entry) ? new XmlPrologCheck() : undefined;
      const inspector = inspect?.(entry, layout);
      try {
        for await (const piece of inflateEntry(file, entry, location)) {
          signal?.throwIfAborted();
          prolog?.read(piece);
          inspector?.read(piece);
        }
      } catch (error) {
        if (!(error instanceof BrokenContentError)) throw error;
        broken.push(entry);
        continue;
      }
      inspector?.finish();
      intact.push(entry);
    }
    if (broken.length > 0) await checkBroken(layout, intact, broken);
    return intact;
  } catch (cause) {
    if (cause instanceof FormatError) throw damaged('is damaged and cannot be read', cause);
    throw cause;
  }
}

async function checkBroken(
  layout: PackageLayout,
  intact: readonly ZipEntry[],
  broken: readonly ZipEntry[],
): Promise<void> {
  const missing = await layout.firstNeeded(intact, broken);
  if (!missing) return;
  throw damaged(
    `is damaged: its part ${missing.name.slice(0, 200)} cannot be read`,
    new FormatError('a part that is needed is broken'),
  );
}

function checkDeclaredSizes(entries: readonly ZipEntry[]): void {
  if (entries.length > zipLimits.entries) {
    throw tooLarge(`has ${entries.length} parts; at most ${zipLimits.entries} are allowed`);
  }
  let total = 0;
  for (const { size, compressedSize } of entries) {
    total += size;
    if (size > zipLimits.part) {
      throw tooLarge(
        `has a part of ${megabytes(size)} once decompressed; at most ${megabytes(zipLimits.part)} are allowed`,
      );
    }
    if (size > zipLimits.ratioFloor && size > compressedSize * zipLimits.ratio) {
      throw tooLarge(
        `has a part of ${megabytes(size)} that is compressed more than ${zipLimits.ratio} to 1, which is the limit`,
      );
    }
  }
  if (total > zipLimits.total) {
    throw tooLarge(
      `has ${megabytes(total)} once decompressed; at most ${megabytes(zipLimits.total)} are allowed`,
    );
  }
}

/** Names are ASCII-case-insensitive (ECMA-376-2, 9.1.1.5): two readers could see two documents. */
function checkNames(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    const key = name.toLowerCase();
    if (seen.has(key)) throw new FormatError(`two entries with the name ${name}`);
    seen.add(key);
  }
}

interface LocatedEntry {
  entry: ZipEntry;
  location: { start: number; end: number };
}

/** The data range of each entry, in file order. Small bombs are made of entries that share data. */
async function locateAll(file: RandomAccess, { entries, offset }: ZipDirectory): Promise<LocatedEntry[]> {
  const located: LocatedEntry[] = [];
  let freeFrom = 0;
  for (const entry of entries.toSorted((one, other) => one.headerOffset - other.headerOffset)) {
    if (entry.headerOffset < freeFrom) throw new FormatError(`${entry.name} overlaps another entry`);
    const location = await locateEntry(file, entry);
    freeFrom = location.end;
    located.push({ entry, location });
  }
  if (freeFrom > offset) throw new FormatError('entries overlap the directory');
  return located;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

const tooLarge = (predicate: string): InputFault => new InputFault('file-too-large', predicate);

const damaged = (predicate: string, cause: FormatError): InputFault =>
  new InputFault('damaged-document', predicate, { cause });
