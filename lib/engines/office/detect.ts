import type { OfficeKind } from '../../api/options/office.ts';
import { InputFault } from '../../base/input-fault.ts';
import { FormatError, inBlocks, type RandomAccess } from '../../base/random-access.ts';
import { compoundSignature, openCompoundFile } from './compound-file.ts';
import {
  type ContentTypes,
  maxPackagePart,
  parseContentTypes,
  parsePackageRelationships,
} from './content-types.ts';
import { detectText } from './detect-text.ts';
import { nameByEntries, nameByStreams } from './foreign-format.ts';
import { formatByMark, type OfficeFormat } from './formats.ts';
import { detectOpenDocument } from './odf/detect.ts';
import { readZipDirectory } from './zip-directory.ts';
import { readEntry } from './zip-entry.ts';

export type OfficeFile =
  | { kind: 'document'; format: OfficeFormat }
  /** Encrypted with a password; the format is known after decryption. */
  | { kind: 'encrypted' }
  /** Starts like an office document but cannot be read: damaged or truncated. */
  | { kind: 'unreadable' }
  /** No document that LibreOffice converts. `description` is its apparent type: `a PDF`. */
  | { kind: 'foreign'; description: string };

const zipSignature = Buffer.from('PK\x03\x04');
const startLength = 4096;
const mainPartType = /\.main(?:\+xml)?$/;

/** The format of the document whose main part has this content type; undefined for other parts. */
const formatOfMainPart = (contentType: string): OfficeFormat | undefined =>
  mainPartType.test(contentType) ? formatByMark('ooxml', contentType.replace(mainPartType, '')) : undefined;

/** The kind of the document whose main part has this content type; undefined for other parts. */
export const kindOfMainPart = (contentType: string): OfficeKind | undefined =>
  formatOfMainPart(contentType)?.kind;

const otherMainParts: Record<string, string> = {
  'application/vnd.ms-excel.addin.macroenabled.main+xml': 'an Excel add-in',
  'application/vnd.ms-powerpoint.addin.macroenabled.main+xml': 'a PowerPoint add-in',
};

/** Transitional and strict (ECMA-376-1, 15.2 and annex A). */
const officeDocumentTypes = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument',
]);

/**
 * Detects the format of an office document by its content. It reads little: the start, a ZIP's directory and two small
 * parts, or a compound file's directory.
 *
 * @param fileName its extension decides between plain text and a table, and nothing else
 * @throws InputFault `empty-file`
 */
export async function detectOfficeFile(file: RandomAccess, fileName = ''): Promise<OfficeFile> {
  if (file.size === 0) throw new InputFault('empty-file', 'is empty');
  const blocks = inBlocks(file);
  const start = await blocks.read(0, startLength);
  try {
    if (start.subarray(0, 4).equals(zipSignature)) return await detectInZip(blocks);
    if (start.subarray(0, 8).equals(compoundSignature)) return await detectInCompoundFile(blocks);
  } catch (error) {
    if (error instanceof FormatError) return { kind: 'unreadable' };
    throw error;
  }
  return await detectText(blocks, start, fileName);
}

async function detectInZip(file: RandomAccess): Promise<OfficeFile> {
  const { entries } = await readZipDirectory(file);
  const byName = new Map(entries.map((entry) => [`/${entry.name.toLowerCase()}`, entry]));
  const openDocument = await detectOpenDocument(file, byName);
  const contentTypes = byName.get('/[content_types].xml');
  if (!contentTypes) {
    if (openDocument?.format) return { kind: 'document', format: openDocument.format };
    return { kind: 'foreign', description: nameByEntries(entries, openDocument?.mediaType ?? '') };
  }
  // LibreOffice would see a document that was not checked.
  if (openDocument) throw new FormatError('package of two formats');
  if ((contentTypes.flags & 1) !== 0) {
    return foreign(
      'a ZIP archive with a password; remove it, and encrypt the document in its application instead',
    );
  }
  const relationships = byName.get('/_rels/.rels');
  if (!relationships) throw new FormatError('package without relationships');
  return formatOfPackage(
    parseContentTypes(await readEntry(file, contentTypes, maxPackagePart)),
    parsePackageRelationships(await readEntry(file, relationships, maxPackagePart))
      .filter(({ type }) => officeDocumentTypes.has(type))
      .map(({ target }) => target),
    (part) => byName.has(part.toLowerCase()),
  );
}

/** The format by the package's main part. There must be exactly one. */
function formatOfPackage(
  types: ContentTypes,
  targets: string[],
  exists: (part: string) => boolean,
): OfficeFile {
  const [main] = targets;
  if (main === undefined) return foreign('a package of another kind (XPS, Visio, …)');
  if (targets.length > 1) throw new FormatError('package with several main parts');
  const type = types.of(main);
  const format = formatOfMainPart(type);
  if (format) {
    if (!exists(main)) throw new FormatError(`package without its main part ${main}`);
    return { kind: 'document', format };
  }
  if (type === '') throw new FormatError(`main part ${main} without a content type`);
  return foreign(otherMainParts[type] ?? 'a package of another kind (XPS, Visio, …)');
}

async function detectInCompoundFile(file: RandomAccess): Promise<OfficeFile> {
  const compound = await openCompoundFile(file);
  if (compound.root.has('EncryptedPackage') && compound.root.has('EncryptionInfo'))
    return { kind: 'encrypted' };
  for (const stream of compound.root.keys()) {
    const format = formatByMark('compound', stream);
    if (format) return { kind: 'document', format };
  }
  return foreign(nameByStreams(compound));
}

const foreign = (description: string): OfficeFile => ({ kind: 'foreign', description });
