import { longestFontName } from './libreoffice/host-protocol.ts';
import { fromFile } from '../../base/random-access.ts';
import { readZipDirectory } from './zip-directory.ts';
import { inflateEntry, readRange } from './zip-entry.ts';

/** Parts that name most fonts; other parts are read only for fonts that these do not name. */
const likelyParts = /(?:fonttable|styles|theme\d*)\.xml$/i;

/**
 * The given fonts that a document names: in a package, as the value of an attribute or, in a binary part, anywhere; in
 * another file, anywhere. For text without a font, LibreOffice uses its own defaults.
 *
 * @param path path of a prepared document
 * @param fonts a few names
 */
export async function namedFonts(path: string, fonts: Iterable<string>): Promise<ReadonlySet<string>> {
  const search = new FontSearch(fonts);
  if (search.isDone()) return search.named;
  await using file = await fromFile(path);
  if (!(await file.read(0, 4)).equals(zipSignature)) {
    await search.read(readRange(file, 0, file.size), encodings);
    return search.named;
  }
  const { entries } = await readZipDirectory(file);
  const parts = entries.filter(({ name }) => /\.(?:xml|bin)$/i.test(name));
  for (const entry of parts.toSorted((one, other) => rank(one.name) - rank(other.name))) {
    await search.read(inflateEntry(file, entry), /\.bin$/i.test(entry.name) ? encodings : attributeValues);
    if (search.isDone()) break;
  }
  return search.named;
}

const zipSignature = Buffer.from('PK\x03\x04');

const rank = (name: string): number => (likelyParts.test(name) ? 0 : 1);

/** Returns the texts, one character per byte, of which each shows that a font is named. */
type TextsOf = (font: string) => readonly string[];

class FontSearch {
  readonly named = new Set<string>();
  readonly #open: Set<string>;

  constructor(fonts: Iterable<string>) {
    this.#open = new Set(fonts);
  }

  isDone(): boolean {
    return this.#open.size === 0;
  }

  async read(pieces: AsyncIterable<Buffer>, textsOf: TextsOf): Promise<void> {
    const sought = [...this.#open].map((font) => [font, textsOf(font)] as const);
    const overlap = Math.max(...sought.flatMap(([, texts]) => texts.map(({ length }) => length)));
    let text = '';
    for await (const piece of pieces) {
      text = text.slice(-overlap) + piece.toString('latin1');
      for (const [font, texts] of sought) {
        if (!this.#open.has(font) || !texts.some((each) => text.includes(each))) continue;
        this.named.add(font);
        this.#open.delete(font);
      }
      if (this.isDone()) return;
    }
  }
}

/** The name in UTF-8 and in UTF-16: names in RTF, in OLE streams and in parts of XLSB. */
const encodings: TextsOf = (font) =>
  (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(font, encoding).toString('latin1'));

/** The name as the value of an attribute in UTF-8 and in UTF-16. */
function attributeValues(font: string): string[] {
  const escaped = font.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  // Longer names were truncated.
  const isWhole = font.length < longestFontName;
  return ['"', "'"].flatMap((quote) => encodings(quote + escaped + (isWhole ? quote : '')));
}
