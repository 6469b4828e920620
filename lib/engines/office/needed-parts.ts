import type { RandomAccess } from '../../base/random-access.ts';
import { resolvePartName } from './part-names.ts';
import { XmlTextReader } from './xml-text.ts';
import { attributesOf, localName, XmlTagReader } from './xml-tokens.ts';
import type { ZipEntry } from './zip-directory.ts';
import { inflateEntry } from './zip-entry.ts';

/**
 * The preview image of a document in folders (ECMA-376-2, 10.1.4 and annex E); readers do not open it for the document.
 */
const thumbnailType = /\/metadata\/thumbnail$/;

/**
 * The parts reachable from the package: the targets of all relationships except thumbnails.
 *
 * @param entries the entries with intact content
 * @returns names that begin with `/`, in lower case
 * @throws FormatError when relationships are malformed
 */
export async function neededParts(
  file: RandomAccess,
  entries: readonly ZipEntry[],
): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  for (const entry of entries) {
    const folder = relationshipsFolder(entry.name);
    if (folder === undefined) continue;
    const text = new XmlTextReader();
    const tags = new XmlTagReader();
    for await (const piece of inflateEntry(file, entry)) {
      for (const tag of tags.read(text.read(piece))) {
        if (tag.kind === 'close' || localName(tag.name) !== 'Relationship') continue;
        const attributes = new Map(attributesOf(tag).map(({ name, value }) => [name, value.trim()]));
        if (thumbnailType.test(attributes.get('Type') ?? '')) continue;
        needed.add(resolvePartName(attributes.get('Target') ?? '', folder).toLowerCase());
      }
    }
  }
  return needed;
}

/** The base folder for targets in a relationships part (ECMA-376-2, 9.3.4); undefined for other parts. */
const relationshipsFolder = (name: string): string | undefined =>
  /^((?:[^/]+\/)*)_rels\/[^/]*\.rels$/i.exec(name)?.[1];
