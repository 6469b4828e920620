import type { OfficeKind } from '../../../api/options/office.ts';
import { fromFile, type RandomAccess, readExactly } from '../../../base/random-access.ts';
import { ifReadable } from '../if-readable.ts';
import { checkedLanguage, languageInProperties } from '../language-tag.ts';
import { piecesOf } from '../rewritten-file.ts';
import { decodeXml, XmlTextReader } from '../xml-text.ts';
import { attributesOf, localName, type XmlTag, XmlTagReader } from '../xml-tokens.ts';
import { readZipDirectory, type ZipEntry } from '../zip-directory.ts';
import { inflateEntry, readEntry } from '../zip-entry.ts';

/** Metadata has a few kilobytes. In a flat document, it comes first. */
const maxMetadata = 64 * 1024;

/** The family of styles whose default applies to the text of each kind (ODF 1.3-3, 16.4 and 19.480). */
const textFamilies: Readonly<Record<OfficeKind, string>> = {
  docx: 'paragraph',
  xlsx: 'table-cell',
  pptx: 'graphic',
};

/**
 * The language of an OpenDocument package: the one in its metadata (`dc:language`), otherwise that of its default style.
 *
 * @param document path of a package that has passed the checks
 * @returns a BCP 47 tag; undefined if the document declares none
 * @throws the signal's reason when the signal aborts
 */
export async function packageLanguage(
  document: string,
  kind: OfficeKind,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await using file = await fromFile(document);
  const { entries } = await readZipDirectory(file);
  const part = (name: string): ZipEntry | undefined => entries.find((entry) => entry.name === name);
  const [meta, styles] = [part('meta.xml'), part('styles.xml')];
  return await ifReadable(async () => {
    const metadata = meta && meta.size <= maxMetadata ? await readEntry(file, meta, maxMetadata) : undefined;
    const named = metadata && languageInProperties(decodeXml(metadata));
    return named ?? (styles && (await defaultLanguage(inflateEntry(file, styles), kind, signal)));
  });
}

/** That of a flat document. As `packageLanguage`. */
export async function flatLanguage(
  document: string,
  kind: OfficeKind,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await using file = await fromFile(document);
  return await ifReadable(
    async () =>
      languageInProperties(await headOf(file)) ?? (await defaultLanguage(piecesOf(document, signal), kind)),
  );
}

async function headOf(file: RandomAccess): Promise<string> {
  const head = await readExactly(file, 0, Math.min(file.size, maxMetadata));
  const [metadata = ''] = new XmlTextReader().read(head).split('</office:meta>', 1);
  return metadata;
}

async function defaultLanguage(
  pieces: AsyncIterable<Buffer>,
  kind: OfficeKind,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const text = new XmlTextReader();
  const tags = new XmlTagReader();
  let isDefault = false;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    for (const tag of tags.read(text.read(piece))) {
      const name = localName(tag.name);
      if (name === 'body') return undefined;
      if (name === 'default-style')
        isDefault = tag.kind === 'open' && attributes(tag).get('family') === textFamilies[kind];
      else if (isDefault && name === 'text-properties' && tag.kind !== 'close') return languageOf(tag);
    }
  }
  return undefined;
}

/** The language of text properties (ODF 1.3-3, 20.202, 20.188, 20.222 and 20.338). */
function languageOf(tag: XmlTag): string | undefined {
  const found = attributes(tag);
  const parts = [found.get('language'), found.get('script'), found.get('country')];
  const joined = parts.filter((part) => part !== undefined && part !== 'none').join('-');
  return checkedLanguage(found.get('rfc-language-tag') ?? joined);
}

/** Attributes by their names without prefix. */
const attributes = (tag: XmlTag): Map<string, string> =>
  new Map(attributesOf(tag).map(({ name, value }) => [localName(name), value]));
