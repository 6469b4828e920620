import { resolvePartName } from './part-names.ts';
import { FormatError, type RandomAccess } from '../../base/random-access.ts';
import { decodeXml } from './xml-text.ts';
import { attributesOf, localName, XmlTagReader } from './xml-tokens.ts';
import type { ZipEntry } from './zip-directory.ts';
import { readEntry } from './zip-entry.ts';

/** Content of `[Content_Types].xml` (ECMA-376-2, 10.1.2.2). Names are compared ASCII-case-insensitively. */
export interface ContentTypes {
  /**
   * The content type of a part, in lower case and without parameters; '' if none is declared. `part` begins with `/`.
   */
  of(part: string): string;
}

/** Real ones have a few kilobytes: 100 bytes per part. */
export const maxPackagePart = 4 * 1024 * 1024;

/** @throws FormatError when the package has no content types, or they are malformed */
export async function readContentTypes(
  file: RandomAccess,
  entries: readonly ZipEntry[],
): Promise<ContentTypes> {
  const entry = entries.find(({ name }) => name.toLowerCase() === '[content_types].xml');
  if (!entry) throw new FormatError('package without content types');
  return parseContentTypes(await readEntry(file, entry, maxPackagePart));
}

/** @throws FormatError when the text is not remotely XML */
export function parseContentTypes(bytes: Buffer): ContentTypes {
  const byExtension = new Map<string, string>();
  const byPart = new Map<string, string>();
  for (const { element, attributes } of elementsOf(bytes)) {
    const type = (attributes.get('ContentType') ?? '').replace(/;.*/s, '').trim().toLowerCase();
    if (element === 'Default') byExtension.set((attributes.get('Extension') ?? '').toLowerCase(), type);
    if (element === 'Override') byPart.set((attributes.get('PartName') ?? '').toLowerCase(), type);
  }
  return {
    of(part) {
      const name = part.toLowerCase();
      return byPart.get(name) ?? byExtension.get(/\.([^./]*)$/.exec(name)?.[1] ?? '') ?? '';
    },
  };
}

/** A relationship of the package (ECMA-376-2, 9.3) to a part inside it. */
export interface PackageRelationship {
  type: string;
  /** The part's name, absolute: `/word/document.xml`. */
  target: string;
}

/** @throws FormatError when the text is not remotely XML */
export function parsePackageRelationships(bytes: Buffer): PackageRelationship[] {
  return elementsOf(bytes)
    .filter(
      ({ element, attributes }) => element === 'Relationship' && attributes.get('TargetMode') !== 'External',
    )
    .map(({ attributes }) => ({
      type: attributes.get('Type') ?? '',
      target: resolvePartName(attributes.get('Target') ?? ''),
    }));
}

function elementsOf(bytes: Buffer): { element: string; attributes: Map<string, string> }[] {
  const reader = new XmlTagReader();
  const elements = [...reader.read(decodeXml(bytes))]
    .filter(({ kind }) => kind !== 'close')
    .map((tag) => ({
      element: localName(tag.name),
      attributes: new Map(attributesOf(tag).map(({ name, value }) => [name, value])),
    }));
  reader.finish();
  return elements;
}
