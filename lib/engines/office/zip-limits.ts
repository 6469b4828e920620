import { AppError } from '../../base/app-error.ts';
import { readContentTypes } from './content-types.ts';
import { FormatError, type RandomAccess } from '../../base/random-access.ts';
import { XmlPrologCheck } from './xml-prolog.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';
import { BrokenContentError, inflateEntry, locateEntry } from './zip-entry.ts';
import { neededParts } from './needed-parts.ts';

/** What a document may be once it is inflated. Sizes in bytes. */
export const zipLimits = {
  /** A deck of 300 slides has about 2000 parts. */
  entries: 20_000,
  /** One part: a sheet of a million rows has about this. */
  part: 512 * 1024 * 1024,
  total: 1024 * 1024 * 1024,
  /** Inflated to compressed; deflate ends at 1032. Sheets reach 40, generated ones that repeat themselves 100. */
  ratio: 200,
  /** Parts below it may have any ratio: they do no harm. */
  ratioFloor: 32 * 1024 * 1024,
} as const;

/** Watches a part go by, in pieces. */
export interface PartInspector {
  /** @throws FormatError when the part is damaged */
  read(piece: Buffer): void;
  /** Not called for a part whose content is broken. @throws FormatError when the part ends too early */
  finish(): void;
}

/**
 * Checks a document before an office engine sees it: its size once inflated, as declared and as it is, entries that
 * share names or data, and document type declarations, which Office Open XML forbids. Reads the whole file and holds
 * one piece of it at a time.
 *
 * Parts that nothing shows, such as a thumbnail, may be broken, as in Word and LibreOffice.
 *
 * @param inspect what else is to look at a part, as this is the one time that all of them are inflated
 * @param signal ends the check when it is aborted
 * @returns the intact entries, in the order of the file
 * @throws AppError `file-too-large` or `damaged-document`, without a field
 * @throws the signal's reason
 */
export async function checkZipLimits(
  file: RandomAccess,
  inspect?: (entry: ZipEntry) => PartInspector,
  signal?: AbortSignal,
): Promise<ZipEntry[]> {
  try {
    const directory = await readZipDirectory(file);
    checkDeclaredSizes(directory.entries);
    checkNames(directory.entries);
    const located = await locateAll(file, directory);
    const types = await readContentTypes(file, directory.entries);
    const intact: ZipEntry[] = [];
    const broken: ZipEntry[] = [];
    for (const { entry, location } of located) {
      const prolog = isXml(types.of(`/${entry.name}`)) ? new XmlPrologCheck() : undefined;
      const inspector = inspect?.(entry);
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
    if (broken.length > 0) await checkBroken(file, intact, broken);
    return intact;
  } catch (cause) {
    if (cause instanceof FormatError) throw damaged('is damaged and cannot be read', cause);
    throw cause;
  }
}

async function checkBroken(
  file: RandomAccess,
  intact: readonly ZipEntry[],
  broken: readonly ZipEntry[],
): Promise<void> {
  const needed = await neededParts(file, intact);
  const missing = broken.find(({ name }) => needed.has(`/${name}`.toLowerCase()) || isPackagePart(name));
  if (!missing) return;
  throw damaged(
    `is damaged: its part ${missing.name.slice(0, 200)} cannot be read`,
    new FormatError('a part that is needed is broken'),
  );
}

/** Relationships and content types, which no relationship names. */
const isPackagePart = (name: string): boolean => /\.rels$|^\[content_types\]\.xml$/i.test(name);

function checkDeclaredSizes(entries: readonly ZipEntry[]): void {
  if (entries.length > zipLimits.entries) {
    throw tooLarge(`has ${entries.length} parts; at most ${zipLimits.entries} are accepted`);
  }
  let total = 0;
  for (const { size, compressedSize } of entries) {
    total += size;
    if (size > zipLimits.part) {
      throw tooLarge(
        `has a part of ${megabytes(size)} once decompressed; at most ${megabytes(zipLimits.part)} are accepted`,
      );
    }
    if (size > zipLimits.ratioFloor && size > compressedSize * zipLimits.ratio) {
      throw tooLarge(
        `has a part of ${megabytes(size)} that is compressed more than ${zipLimits.ratio} to 1, which is not accepted`,
      );
    }
  }
  if (total > zipLimits.total) {
    throw tooLarge(
      `has ${megabytes(total)} once decompressed; at most ${megabytes(zipLimits.total)} are accepted`,
    );
  }
}

/** Names are equivalent without regard to ASCII case (ECMA-376-2, 9.1.1.5): two readers could see two documents. */
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

/** Where each entry's data are, in the order of the file. Entries that share data are how small bombs are made. */
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

/** XML that the format defines. Pictures (SVG) and web pages among the parts may have a DTD. */
const isXml = (type: string): boolean =>
  (/^(?:application|text)\/(?:.*\+)?xml$/.test(type) && type !== 'application/xhtml+xml') ||
  type === 'application/vnd.openxmlformats-officedocument.vmldrawing';

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

const tooLarge = (message: string): AppError => new AppError('file-too-large', message);

const damaged = (message: string, cause: FormatError): AppError =>
  new AppError('damaged-document', message, { cause });
