import { FontData } from '../font-data.ts';

/** The names of a font. */
export interface FontNames {
  /** Family names, the English ones first. A font may have several: of its typographic family, and in other languages. */
  families: string[];
  /** Empty if the font has none. */
  postScriptName: string;
}

const nameIds = { family: 1, postScript: 6, typographicFamily: 16 } as const;

const platforms = { unicode: 0, macintosh: 1, windows: 3 } as const;
const english = 0x409;

/** Limits of the names that are used. Lengths are in UTF-16 code units. */
const limits = { families: 10, length: 200 } as const;

interface Name {
  id: number;
  text: string;
  /** Lower comes first. */
  rank: number;
}

/**
 * Reads the `name` table (OpenType 1.9).
 *
 * @throws InputFault `invalid-file-type` when a record leads out of the table
 */
export function readNames(bytes: Buffer): FontNames {
  const table = new FontData(bytes, 'name table');
  const strings = table.from(table.u16(4));
  const names: Name[] = [];
  for (let index = 0; index < table.u16(2); index += 1) {
    const record = 6 + index * 12;
    const id = table.u16(record + 6);
    if (!Object.values<number>(nameIds).includes(id)) continue;
    const platform = table.u16(record);
    const isEnglish = platform !== platforms.windows || table.u16(record + 4) === english;
    const text = decode(platform, strings.slice(table.u16(record + 10), table.u16(record + 8)));
    if (text !== undefined) names.push({ id, text, rank: rankOf(id, platform, isEnglish) });
  }
  names.sort((one, other) => one.rank - other.rank);
  const withId = (...ids: number[]): string[] => [
    ...new Set(names.filter(({ id }) => ids.includes(id)).map(({ text }) => text)),
  ];
  return {
    families: withId(nameIds.typographicFamily, nameIds.family).slice(0, limits.families),
    postScriptName: withId(nameIds.postScript)[0] ?? '',
  };
}

/** English before other languages, the typographic family before that of old applications, Windows before others. */
const rankOf = (id: number, platform: number, isEnglish: boolean): number =>
  (isEnglish ? 0 : 4) + (id === nameIds.family ? 2 : 0) + (platform === platforms.windows ? 0 : 1);

function decode(platform: number, bytes: Buffer): string | undefined {
  // The names of Macintosh are used where there are no others; those of most fonts are ASCII.
  const text =
    platform === platforms.macintosh
      ? bytes.toString('latin1')
      : Buffer.from(bytes.subarray(0, bytes.length & ~1))
          .swap16()
          .toString('utf16le');
  return isName(text) ? text : undefined;
}

const isName = (text: string): boolean =>
  text.trim() !== '' && text.length <= limits.length && text.isWellFormed() && !/\p{Cc}/u.test(text);
