import { ownEntry } from '../../../../../base/own-entry.ts';
import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName, PDFNumber } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { type Encoding, encodings } from './encodings.ts';
import { glyphCharacter } from './glyph-names.ts';

/** Flags of font descriptors (PDF 32000-1, table 123). */
const symbolic = 1 << 2;

/**
 * The characters of a simple font's codes (PDF 32000-1, 9.6.6); undefined if only its font program defines them.
 *
 * @param isEmbedded whether the font has a program of its own
 */
export function fontEncoding(font: PDFDict, isEmbedded: boolean): Encoding | undefined {
  const name = nameAt(font, keys.Encoding);
  if (name !== undefined) return ownEntry(encodings, name) ?? implicit(font, isEmbedded);
  const dict = dictAt(font, keys.Encoding);
  const base =
    ownEntry(encodings, (dict && nameAt(dict, keys.BaseEncoding)) ?? '') ?? implicit(font, isEmbedded);
  return dict ? withDifferences(base, dict) : base;
}

/** The encoding of a font that states none. */
function implicit(font: PDFDict, isEmbedded: boolean): Encoding | undefined {
  const descriptor = dictAt(font, keys.FontDescriptor);
  const flags = (descriptor && numberAt(descriptor, keys.Flags)) ?? 0;
  return isEmbedded || flags & symbolic ? undefined : encodings['StandardEncoding'];
}

/** Without a known base, only the codes that are listed have characters. */
function withDifferences(base: Encoding | undefined, dict: PDFDict): Encoding | undefined {
  const differences = arrayAt(dict, keys.Differences);
  if (!differences) return base;
  const characters = base ? [...base] : new Array<string | undefined>(256).fill(undefined);
  let code = 0;
  for (const entry of differences.asArray()) {
    const value = resolved(dict.context, entry);
    if (value instanceof PDFNumber) code = value.asNumber();
    else if (value instanceof PDFName) {
      if (code in characters) characters[code] = glyphCharacter(nameText(value));
      code += 1;
    }
  }
  return characters;
}
