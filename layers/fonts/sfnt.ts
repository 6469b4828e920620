/** The relevant data of a font: its names and the characters for which it has glyphs. */
export interface FontFace {
  /** English family names; a face may have two. */
  readonly families: readonly string[];
  readonly postScriptName: string;
  /** Ranges of code points, both ends inclusive. */
  readonly characters: readonly (readonly [first: number, last: number])[];
}

/** Parses the faces of an OpenType font or font collection. Source: OpenType 1.9, "The OpenType Font File". */
export function readFaces(font: Buffer): FontFace[] {
  const offsets =
    font.toString('latin1', 0, 4) === 'ttcf'
      ? Array.from({ length: font.readUInt32BE(8) }, (_, index) => font.readUInt32BE(12 + index * 4))
      : [0];
  return offsets.map((offset) => readFace(font, offset));
}

function readFace(font: Buffer, directory: number): FontFace {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(directory + 4); index += 1) {
    const entry = directory + 12 + index * 16;
    const offset = font.readUInt32BE(entry + 8);
    const table = font.subarray(offset, offset + font.readUInt32BE(entry + 12));
    tables.set(font.toString('latin1', entry, entry + 4), table);
  }
  const [name, cmap] = [tables.get('name'), tables.get('cmap')];
  if (!name || !cmap) throw new Error('The font has no names or no characters.');
  const names = readNames(name);
  return {
    families: [...new Set([names.get(nameIds.typographicFamily), names.get(nameIds.family)])].filter(
      (family) => family !== undefined,
    ),
    postScriptName: names.get(nameIds.postScript) ?? '',
    characters: readCharacters(cmap),
  };
}

const nameIds = { family: 1, postScript: 6, typographicFamily: 16 } as const;

/** The names for Windows in American English, which every font of the layer has. */
function readNames(table: Buffer): Map<number, string> {
  const strings = table.readUInt16BE(4);
  const names = new Map<number, string>();
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const [platform, , language, id, length, offset] = Array.from({ length: 6 }, (_, field) =>
      table.readUInt16BE(6 + index * 12 + field * 2),
    ) as [number, number, number, number, number, number];
    if (platform !== 3 || language !== 0x409) continue;
    const bytes = Buffer.from(table.subarray(strings + offset, strings + offset + length));
    names.set(id, bytes.swap16().toString('utf16le'));
  }
  return names;
}

/** The ranges of the `cmap` subtables for Unicode: format 12 if present, otherwise format 4. */
function readCharacters(table: Buffer): (readonly [number, number])[] {
  const subtables = Array.from({ length: table.readUInt16BE(2) }, (_, index) => 4 + index * 8)
    .filter((record) => [0, 3].includes(table.readUInt16BE(record)))
    .map((record) => table.subarray(table.readUInt32BE(record + 4)));
  const full = subtables.find((subtable) => subtable.readUInt16BE(0) === 12);
  if (full) return groups(full);
  const basic = subtables.find((subtable) => subtable.readUInt16BE(0) === 4);
  if (!basic) throw new Error('The font has no characters of Unicode.');
  return segments(basic);
}

const groups = (table: Buffer): (readonly [number, number])[] =>
  Array.from({ length: table.readUInt32BE(12) }, (_, index) => {
    const group = 16 + index * 12;
    return [table.readUInt32BE(group), table.readUInt32BE(group + 4)] as const;
  });

/** Segments rarely map characters to glyph 0: the lookup is needed only for segments with a glyph list. */
function segments(table: Buffer): (readonly [number, number])[] {
  const count = table.readUInt16BE(6) / 2;
  const field = (block: number, index: number): number => 14 + block * count * 2 + index * 2;
  const ranges: (readonly [number, number])[] = [];
  for (let index = 0; index < count; index += 1) {
    const last = table.readUInt16BE(field(0, index));
    const first = table.readUInt16BE(field(1, index) + 2);
    const rangeOffset = field(3, index) + 2;
    const glyphs = table.readUInt16BE(rangeOffset);
    if (first === 0xffff) continue;
    if (glyphs === 0) ranges.push([first, last]);
    else {
      for (let code = first; code <= last; code += 1) {
        if (table.readUInt16BE(rangeOffset + glyphs + (code - first) * 2) !== 0) ranges.push([code, code]);
      }
    }
  }
  return ranges;
}
