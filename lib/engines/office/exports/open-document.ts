import { open } from 'node:fs/promises';
import { FormatError, fromFile, type RandomAccess } from '../../../base/random-access.ts';
import { isHiddenPart } from '../odf/hidden-parts.ts';
import { rewriteParts, type Splice, spliced } from '../part-splices.ts';
import { spliceOf, XmlTextReader } from '../xml-text.ts';
import { attributesOf, localName, XmlTagReader } from '../xml-tokens.ts';
import { readZipDirectory, type ZipEntry } from '../zip-directory.ts';
import { inflateEntry } from '../zip-entry.ts';
import { activeContentIn } from './active-content.ts';

const manifestName = 'META-INF/manifest.xml';

/** The document's own parts with content, and those of embedded objects. */
const isContent = ({ name }: ZipEntry): boolean => /(?:^|\/)(?:content|styles)\.xml$/.test(name);

/**
 * Writes an OpenDocument package without its hidden parts (`isHiddenPart`), which its manifest does not name either, and
 * without what loads by itself in formulas and fields.
 *
 * @param input path of a package from `withoutExternalLinks`
 * @throws FormatError when a part is malformed
 */
export async function passiveOpenDocument(input: string, output: string, signal: AbortSignal): Promise<void> {
  await using file = await fromFile(input);
  const { entries } = await readZipDirectory(file);
  const manifest = entries.find(({ name }) => name === manifestName);
  if (!manifest) throw new FormatError('OpenDocument without a manifest');
  const changes = new Map([[manifest, await hiddenRows(file, manifest)]]);
  for (const entry of entries.filter(isContent)) {
    signal.throwIfAborted();
    changes.set(entry, await activeContentIn(inflateEntry(file, entry)));
  }
  await using target = await open(output, 'wx');
  const kept = entries.filter(({ name }) => !isHiddenPart(name));
  await rewriteParts(file, kept, target, (entry) => {
    const splices = changes.get(entry) ?? [];
    return Promise.resolve(splices.length > 0 ? spliced(inflateEntry(file, entry), splices) : undefined);
  });
}

/** The changes that remove the rows of hidden parts from the manifest (ODF 1.3-2, 4.3). */
async function hiddenRows(file: RandomAccess, manifest: ZipEntry): Promise<Splice[]> {
  const [text, tags] = [new XmlTextReader(), new XmlTagReader()];
  const splices: Splice[] = [];
  for await (const piece of inflateEntry(file, manifest)) {
    for (const tag of tags.read(text.read(piece))) {
      if (tag.kind !== 'empty' || localName(tag.name) !== 'file-entry' || !text.encoding) continue;
      const path = attributesOf(tag).find(({ name }) => localName(name) === 'full-path')?.value ?? '';
      if (isHiddenPart(path))
        splices.push(spliceOf({ start: tag.start, end: tag.end, text: '' }, text.encoding));
    }
  }
  tags.finish();
  return splices;
}
