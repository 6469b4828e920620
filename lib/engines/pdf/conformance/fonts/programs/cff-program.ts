import { InputFault } from '../../../../../base/input-fault.ts';
import { FontData } from '../../../../fonts/font-data.ts';
import { type CffDict, integers, operators, readCffDict, writeCffDict } from './cff-dict.ts';
import { readCffIndex, writeCffIndex } from './cff-index.ts';
import { readBuiltInCodes, readCharset, readFontSelection } from './cff-glyphs.ts';
import { standardStrings } from './cff-names.ts';
import { type CharStringContext, readWidth, withWidth } from './charstring-width.ts';
import { type FontProgram, unitsPerEm } from './font-program.ts';

/** Glyphs of a font. */
const mostGlyphs = 0xfffe;

/** Bytes that programs of glyphs can grow by, because subroutines become a part of them. */
const mostAdded = 4 * 1024 * 1024;

/** The glyphs of a font have their subroutines and widths from one such part, those with character ids from several. */
interface PrivateFont {
  dict: CffDict;
  context: CharStringContext;
  /** Thousandths of an em in a unit. */
  scale: number;
}

/** A font in the Compact Font Format (Adobe Technical Note 5176) that can be changed: widths, glyphs and their names. */
export class CffProgram implements FontProgram {
  /** Whether its glyphs have character ids in place of names. */
  readonly isKeyedById: boolean;
  /** The name of each glyph; empty in a font that is keyed by character ids. */
  readonly names: string[];
  /** The character id of each glyph; empty in a font with names. */
  readonly ids: number[];
  /** Glyphs by the codes of the font's own encoding; undefined if that is a predefined one. */
  readonly builtInCodes: ReadonlyMap<number, number> | 'standard' | undefined;
  readonly #table: FontData;
  readonly #topDict: CffDict;
  readonly #parts: { names: Buffer[]; strings: Buffer[]; globalSubrs: Buffer[]; end: number };
  readonly #charStrings: Buffer[];
  #room = mostAdded;
  readonly #fonts: readonly PrivateFont[];
  /** Which of the fonts of a font that is keyed by character ids each glyph belongs to. */
  readonly #fontOf: number[];
  readonly #oldCharStrings: readonly [start: number, end: number];

  private constructor(bytes: Buffer) {
    const table = new FontData(bytes, 'CFF table');
    const names = readCffIndex(table, table.u8(2));
    const topDicts = readCffIndex(table, names.end);
    const strings = readCffIndex(table, topDicts.end);
    const globalSubrs = readCffIndex(table, strings.end);
    const [topDict] = topDicts.items;
    if (!topDict || topDicts.items.length !== 1) throw table.damage('has no single font');
    this.#table = table;
    this.#topDict = readCffDict(topDict);
    this.#parts = {
      names: names.items,
      strings: strings.items,
      globalSubrs: globalSubrs.items,
      end: globalSubrs.end,
    };
    if ((this.#number(operators.charStringType) ?? 2) !== 2) throw table.damage('has glyphs of an old kind');
    const start = this.#number(operators.charStrings) ?? 0;
    const charStrings = readCffIndex(table, start);
    if (charStrings.items.length === 0) throw table.damage('has no glyphs');
    this.#charStrings = charStrings.items;
    this.#oldCharStrings = [start, charStrings.end];
    this.isKeyedById = this.#topDict.has(operators.ros);
    const charset = readCharset(
      table,
      this.#number(operators.charset) ?? 0,
      this.glyphCount,
      this.isKeyedById,
    );
    this.ids = this.isKeyedById ? charset : [];
    this.names = this.isKeyedById ? [] : charset.map((id) => this.#string(id));
    this.builtInCodes = this.isKeyedById
      ? undefined
      : readBuiltInCodes(table, this.#number(operators.encoding) ?? 0, charset);
    const fdArray = this.#number(operators.fdArray);
    const dicts =
      this.isKeyedById && fdArray !== undefined
        ? readCffIndex(table, fdArray).items.map(readCffDict)
        : [this.#topDict];
    this.#fonts = dicts.map((dict) => this.#readFont(dict));
    const fdSelect = this.isKeyedById ? this.#number(operators.fdSelect) : undefined;
    this.#fontOf = fdSelect === undefined ? [] : readFontSelection(table, fdSelect, this.glyphCount);
  }

  /** Undefined if the font is damaged, or of a kind that nobody makes. */
  static read(bytes: Buffer): CffProgram | undefined {
    try {
      return new CffProgram(bytes);
    } catch (error) {
      if (error instanceof InputFault) return undefined;
      throw error;
    }
  }

  get glyphCount(): number {
    return this.#charStrings.length;
  }

  width(glyph: number): number {
    const program = this.#charStrings[glyph];
    const font = this.#fontFor(glyph);
    const found = program && font && readWidth(program, font.context);
    return font && found !== undefined ? found * font.scale : 0;
  }

  setWidth(glyph: number, width: number): void {
    const program = this.#charStrings[glyph];
    const font = this.#fontFor(glyph);
    const changed = program && font && withWidth(program, font.context, width / font.scale);
    if (!changed || changed.length - program.length > this.#room) return;
    this.#room -= Math.max(0, changed.length - program.length);
    this.#charStrings[glyph] = changed;
  }

  /** The copy has no name, or character id 0, until it gets one. */
  addCopy(glyph: number): number | undefined {
    const program = this.#charStrings[glyph];
    if (!program || this.glyphCount >= mostGlyphs) return undefined;
    if (this.isKeyedById) this.ids.push(0);
    else this.names.push('');
    if (this.#fontOf.length > 0) this.#fontOf.push(this.#fontOf[glyph] ?? 0);
    return this.#charStrings.push(program) - 1;
  }

  write(): Buffer {
    const { names, globalSubrs, end } = this.#parts;
    const strings = [...this.#parts.strings];
    const charset = this.isKeyedById ? this.ids : this.#nameIds(strings);
    const tail = Buffer.from(this.#table.bytes.subarray(end));
    const [oldStart, oldEnd] = this.#oldCharStrings;
    if (oldStart >= end) tail.fill(0, oldStart - end, oldEnd - end);
    const before = Buffer.concat([this.#table.bytes.subarray(0, this.#table.u8(2)), writeCffIndex(names)]);
    const after = Buffer.concat([writeCffIndex(strings), writeCffIndex(globalSubrs)]);
    const topLength = writeCffIndex([writeCffDict(this.#placed(0, charset).topDict)]).length;
    const shift = before.length + topLength + after.length - end;
    const { topDict, parts } = this.#placed(shift, charset);
    return Buffer.concat([before, writeCffIndex([writeCffDict(topDict)]), after, tail, ...parts]);
  }

  /** The parts that follow the old ones, and a Top DICT with their places. @param shift of the old ones */
  #placed(shift: number, charset: readonly number[]): { topDict: CffDict; parts: Buffer[] } {
    const topDict: CffDict = new Map(this.#topDict);
    const parts: Buffer[] = [];
    let at = this.#table.length + shift;
    const place = (operator: number, part: Buffer): void => {
      topDict.set(operator, integers(at));
      parts.push(part);
      at += part.length;
    };
    const moved = (dict: CffDict): CffDict => {
      const [size, offset] = dict.get(operators.private)?.values ?? [];
      if (size === undefined || offset === undefined) return dict;
      return new Map(dict).set(operators.private, integers(size, offset + shift));
    };
    place(operators.charStrings, writeCffIndex(this.#charStrings));
    const ids = Buffer.alloc(1 + 2 * (charset.length - 1));
    for (const [index, id] of charset.slice(1).entries()) ids.writeUInt16BE(id, 1 + index * 2);
    place(operators.charset, ids);
    if (this.isKeyedById) {
      place(operators.fdArray, writeCffIndex(this.#fonts.map(({ dict }) => writeCffDict(moved(dict)))));
      if (this.#fontOf.length > 0) place(operators.fdSelect, Buffer.from([0, ...this.#fontOf]));
      return { topDict, parts };
    }
    const encoding = this.#number(operators.encoding) ?? 0;
    if (encoding > 1) topDict.set(operators.encoding, integers(encoding + shift));
    return { topDict: moved(topDict), parts };
  }

  /** The string ids of the names; new strings are added. */
  #nameIds(strings: Buffer[]): number[] {
    const known = new Map(standardStrings.map((name, id) => [name, id]));
    for (const [index, name] of strings.entries())
      if (!known.has(name.toString('latin1')))
        known.set(name.toString('latin1'), standardStrings.length + index);
    return this.names.map((name) => {
      let id = known.get(name);
      if (id === undefined) {
        id = standardStrings.length + strings.push(Buffer.from(name, 'latin1')) - 1;
        known.set(name, id);
      }
      return id;
    });
  }

  #fontFor(glyph: number): PrivateFont | undefined {
    return this.#fonts[this.#fontOf[glyph] ?? 0];
  }

  #readFont(dict: CffDict): PrivateFont {
    const [size = 0, offset = 0] = dict.get(operators.private)?.values ?? [];
    const priv = readCffDict(this.#table.slice(offset, size));
    const first = (operator: number): number | undefined => priv.get(operator)?.values[0];
    const subrs = first(operators.subrs);
    const matrix = this.#topDict.get(operators.fontMatrix)?.values ?? dict.get(operators.fontMatrix)?.values;
    return {
      dict,
      scale: (matrix?.[0] ?? 1 / unitsPerEm) * unitsPerEm,
      context: {
        globalSubrs: this.#parts.globalSubrs,
        localSubrs: subrs ? readCffIndex(this.#table, offset + subrs).items : [],
        nominalWidth: first(operators.nominalWidth) ?? 0,
        defaultWidth: first(operators.defaultWidth) ?? 0,
      },
    };
  }

  #number(operator: number): number | undefined {
    return this.#topDict.get(operator)?.values[0];
  }

  #string(id: number): string {
    return standardStrings[id] ?? this.#parts.strings[id - standardStrings.length]?.toString('latin1') ?? '';
  }
}
