import { type ContentTypes, readContentTypes } from './content-types.ts';
import type { OfficeKind } from '../../api/options/office.ts';
import { fromFile, inMemoryIfSmall, type RandomAccess } from '../../base/random-access.ts';
import { ifReadable } from './if-readable.ts';
import { checkedLanguage, languageInProperties } from './language-tag.ts';
import { WordElements } from './word-elements.ts';
import { decodeXml, XmlTextReader } from './xml-text.ts';
import { attributesOf, localName, type XmlTag, XmlTagReader } from './xml-tokens.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { inflateEntry, readEntry } from './zip-entry.ts';

const coreType = 'application/vnd.openxmlformats-package.core-properties+xml';
const stylesType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml';

/** Parts whose text runs state their language. The cells of a workbook do not; its text boxes and charts do. */
const runTypes = {
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.slide+xml'],
  xlsx: [
    'application/vnd.openxmlformats-officedocument.drawing+xml',
    'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
  ],
} as const;

/** Core properties have a few hundred bytes. */
const maxCoreBytes = 64 * 1024;

/** More languages than any real presentation has. */
const maxLanguages = 100;

/**
 * The language of a document: the one in its properties (`dc:language`); otherwise the default of a DOCX's text
 * (ECMA-376-1, 17.3.2.20), or the most frequent one of the text runs of a PPTX, or of the text boxes and charts of an XLSX.
 *
 * @param document path of a document that has passed `checkZipLimits`
 * @returns a BCP 47 tag; undefined if the document declares none
 * @throws the signal's reason when the signal aborts
 */
export async function documentLanguage(
  document: string,
  kind: OfficeKind,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await using handle = await fromFile(document);
  const file = await inMemoryIfSmall(handle);
  const { entries } = await readZipDirectory(file);
  const types = await readContentTypes(file, entries);
  const parts = new Parts(file, entries, types, signal);
  return await ifReadable(async () => {
    const named = await namedLanguage(parts);
    if (named !== undefined) return named;
    return await (kind === 'docx' ? defaultLanguage(parts) : commonLanguage(parts, runTypes[kind]));
  });
}

class Parts {
  readonly file: RandomAccess;
  readonly #entries: readonly ZipEntry[];
  readonly #types: ContentTypes;
  readonly #signal: AbortSignal | undefined;

  constructor(
    file: RandomAccess,
    entries: readonly ZipEntry[],
    types: ContentTypes,
    signal: AbortSignal | undefined,
  ) {
    this.file = file;
    this.#entries = entries;
    this.#types = types;
    this.#signal = signal;
  }

  of(type: string): ZipEntry[] {
    return this.#entries.filter(({ name }) => this.#types.of(`/${name}`) === type);
  }

  async *tags(type: string): AsyncGenerator<XmlTag> {
    for (const entry of this.of(type)) {
      const text = new XmlTextReader();
      const tags = new XmlTagReader();
      for await (const piece of inflateEntry(this.file, entry)) {
        this.#signal?.throwIfAborted();
        yield* tags.read(text.read(piece));
      }
    }
  }
}

async function namedLanguage(parts: Parts): Promise<string | undefined> {
  const [core] = parts.of(coreType);
  if (!core || core.size > maxCoreBytes) return undefined;
  return languageInProperties(decodeXml(await readEntry(parts.file, core, maxCoreBytes)));
}

async function defaultLanguage(parts: Parts): Promise<string | undefined> {
  const elements = new WordElements();
  for await (const tag of parts.tags(stylesType)) {
    if (tag.kind === 'close') {
      if (elements.close().word === 'docDefaults') return undefined;
      continue;
    }
    const { word, parent } = elements.open(tag);
    if (word === 'lang' && parent?.parent?.word === 'rPrDefault')
      return checkedLanguage(attribute(tag, 'val'));
  }
  return undefined;
}

async function commonLanguage(parts: Parts, types: readonly string[]): Promise<string | undefined> {
  const runs = new Map<string, number>();
  for (const type of types) {
    for await (const tag of parts.tags(type)) {
      if (tag.kind === 'close' || localName(tag.name) !== 'rPr') continue;
      const language = checkedLanguage(attribute(tag, 'lang'));
      if (language === undefined || (runs.size >= maxLanguages && !runs.has(language))) continue;
      runs.set(language, (runs.get(language) ?? 0) + 1);
    }
  }
  return [...runs].reduce<[string | undefined, number]>(
    (most, next) => (next[1] > most[1] ? next : most),
    [undefined, 0],
  )[0];
}

const attribute = (tag: XmlTag, wanted: string): string | undefined =>
  attributesOf(tag).find(({ name }) => localName(name) === wanted)?.value;
