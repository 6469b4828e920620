import { longestFontName } from './libreoffice/host-protocol.ts';
import { fromFile } from '../../base/random-access.ts';
import { XmlTextReader } from './xml-text.ts';
import { readZipDirectory } from './zip-directory.ts';
import { inflateEntry } from './zip-entry.ts';

/** Parts that name most fonts; other parts are read only for fonts that these do not name. */
const likelyParts = /(?:fonttable|styles|theme\d*)\.xml$/i;

/**
 * The given fonts that a document names, as the value of an attribute in any part. For text without a font, LibreOffice
 * uses its own defaults.
 *
 * @param path path of a document that has passed `checkZipLimits`
 * @param fonts a few names
 */
export async function namedFonts(path: string, fonts: Iterable<string>): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const open = new Map([...fonts].map((font) => [font, attributeValues(font)]));
  if (open.size === 0) return named;
  await using file = await fromFile(path);
  const { entries } = await readZipDirectory(file);
  const parts = entries.filter(({ name }) => /\.xml$/i.test(name));
  for (const entry of parts.toSorted((one, other) => rank(one.name) - rank(other.name))) {
    const reader = new XmlTextReader();
    const overlap = Math.max(...[...open.values()].flat().map(({ length }) => length));
    let text = '';
    for await (const piece of inflateEntry(file, entry)) {
      text = text.slice(-overlap) + reader.read(piece);
      for (const [font, values] of open) {
        if (!values.some((value) => text.includes(value))) continue;
        named.add(font);
        open.delete(font);
      }
      if (open.size === 0) return named;
    }
  }
  return named;
}

const rank = (name: string): number => (likelyParts.test(name) ? 0 : 1);

/** The encodings of an attribute with that value: in a part with one byte per character and in UTF-16. */
function attributeValues(font: string): string[] {
  const escaped = font.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const texts = [escaped, Buffer.from(escaped).toString('latin1')];
  // Longer names were truncated.
  const isWhole = font.length < longestFontName;
  return texts.flatMap((text) => ['"', "'"].map((quote) => quote + text + (isWhole ? quote : '')));
}
