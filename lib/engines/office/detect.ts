import type { OfficeKind } from '../../api/options/office.ts';
import { InputFault } from '../../base/input-fault.ts';
import { compoundSignature, openCompoundFile } from './compound-file.ts';
import {
  type ContentTypes,
  maxPackagePart,
  parseContentTypes,
  parsePackageRelationships,
} from './content-types.ts';
import { nameByContent, nameByEntries, nameByStreams } from './foreign-format.ts';
import { FormatError, inBlocks, type RandomAccess } from '../../base/random-access.ts';
import { readZipDirectory } from './zip-directory.ts';
import { readEntry } from './zip-entry.ts';

export type OfficeFile =
  /** An Office Open XML document, template or slide show; `macro` for the types that may contain macros. */
  | { kind: OfficeKind; macro: boolean }
  /** Encrypted with a password; the kind is known after decryption. */
  | { kind: 'encrypted' }
  /** Starts like an office document but cannot be read: damaged or truncated. */
  | { kind: 'unreadable' };

const zipSignature = Buffer.from('PK\x03\x04');
const startLength = 4096;
/** Main parts (ECMA-376-1, 11.3, 12.3, 13.3 and [MS-OFFMACRO]) of transitional and strict documents. */
const mainParts = new Map<string, { kind: OfficeKind; macro: boolean }>(
  (
    [
      ['docx', false, 'vnd.openxmlformats-officedocument.wordprocessingml', ['document', 'template']],
      ['docx', true, 'vnd.ms-word', ['document.macroEnabled', 'template.macroEnabledTemplate']],
      ['xlsx', false, 'vnd.openxmlformats-officedocument.spreadsheetml', ['sheet', 'template']],
      ['xlsx', true, 'vnd.ms-excel', ['sheet.macroEnabled', 'template.macroEnabled']],
      [
        'pptx',
        false,
        'vnd.openxmlformats-officedocument.presentationml',
        ['presentation', 'slideshow', 'template'],
      ],
      [
        'pptx',
        true,
        'vnd.ms-powerpoint',
        ['presentation.macroEnabled', 'slideshow.macroEnabled', 'template.macroEnabled'],
      ],
    ] as const
  ).flatMap(([kind, macro, family, types]) =>
    types.map((type) => [`application/${family}.${type}.main+xml`.toLowerCase(), { kind, macro }] as const),
  ),
);

/** The kind of the document whose main part has this content type; undefined for other parts. */
export const kindOfMainPart = (contentType: string): OfficeKind | undefined =>
  mainParts.get(contentType)?.kind;

const otherMainParts: Record<string, string> = {
  'application/vnd.ms-excel.sheet.binary.macroenabled.main':
    'a binary Excel (XLSB) workbook; save it as XLSX',
  'application/vnd.ms-excel.addin.macroenabled.main+xml': 'an Excel add-in',
  'application/vnd.ms-powerpoint.addin.macroenabled.main+xml': 'a PowerPoint add-in',
};

/** Transitional and strict (ECMA-376-1, 15.2 and annex A). */
const officeDocumentTypes = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument',
]);

/**
 * Detects the kind of an office document by its content alone. It reads little: the start, a ZIP's directory and two
 * small parts, or a compound file's directory.
 *
 * @throws InputFault `invalid-file-type` or `empty-file` when the file is not an office document
 */
export async function detectOfficeFile(file: RandomAccess): Promise<OfficeFile> {
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
  throw invalidType(nameByContent(start));
}

async function detectInZip(file: RandomAccess): Promise<OfficeFile> {
  const { entries } = await readZipDirectory(file);
  const byName = new Map(entries.map((entry) => [`/${entry.name.toLowerCase()}`, entry]));
  const contentTypes = byName.get('/[content_types].xml');
  if (!contentTypes) {
    const mimetype = byName.get('/mimetype');
    const content = mimetype && mimetype.size <= 256 ? await readEntry(file, mimetype, 256) : undefined;
    throw invalidType(nameByEntries(entries, content?.toString('latin1') ?? ''));
  }
  if ((contentTypes.flags & 1) !== 0) {
    throw invalidType(
      'a ZIP archive with a password; remove it, and encrypt the document in its application instead',
    );
  }
  const relationships = byName.get('/_rels/.rels');
  if (!relationships) throw new FormatError('package without relationships');
  return mainPartKind(
    parseContentTypes(await readEntry(file, contentTypes, maxPackagePart)),
    parsePackageRelationships(await readEntry(file, relationships, maxPackagePart))
      .filter(({ type }) => officeDocumentTypes.has(type))
      .map(({ target }) => target),
    (part) => byName.has(part.toLowerCase()),
  );
}

/** The kind of the package's main part. There must be exactly one. */
function mainPartKind(types: ContentTypes, targets: string[], exists: (part: string) => boolean): OfficeFile {
  const [main] = targets;
  if (main === undefined) throw invalidType('a package of another kind (XPS, Visio, …)');
  if (targets.length > 1) throw new FormatError('package with several main parts');
  const type = types.of(main);
  const found = mainParts.get(type);
  if (found) {
    if (!exists(main)) throw new FormatError(`package without its main part ${main}`);
    return found;
  }
  if (type === '') throw new FormatError(`main part ${main} without a content type`);
  throw invalidType(otherMainParts[type] ?? 'a package of another kind (XPS, Visio, …)');
}

async function detectInCompoundFile(file: RandomAccess): Promise<OfficeFile> {
  const compound = await openCompoundFile(file);
  if (compound.root.has('EncryptedPackage') && compound.root.has('EncryptionInfo'))
    return { kind: 'encrypted' };
  throw invalidType(nameByStreams(compound));
}

const invalidType = (seems: string): InputFault =>
  new InputFault('invalid-file-type', `is not a DOCX, XLSX or PPTX document: by its content it is ${seems}`);
