import { endOfRegular, skipSpace } from '../../../syntax/lexer.ts';
import { type FontProgram, unitsPerEm } from './font-program.ts';
import { readSideBearing, withAdvance } from './type1-charstring.ts';
import { cipherKeys, decipher, encipher } from './type1-cipher.ts';

interface Glyph {
  name: string;
  /** Not encrypted. */
  program: Buffer;
}

/** A Type 1 font (Adobe Type 1 Font Format) that can be changed: widths and glyphs. */
export class Type1Program implements FontProgram {
  readonly names: string[];
  /** The names of the codes of the font's own encoding; undefined if that is the standard one. */
  readonly builtInNames: readonly (string | undefined)[] | undefined;
  readonly #clear: Buffer;
  readonly #private: Buffer;
  readonly #trailer: Buffer;
  readonly #lists: GlyphList;
  readonly #programs: Buffer[];
  readonly #scale: number;

  private constructor(clear: Buffer, priv: Buffer, trailer: Buffer, list: GlyphList) {
    this.#clear = clear;
    this.#private = priv;
    this.#trailer = trailer;
    this.#lists = list;
    this.names = list.glyphs.map(({ name }) => name);
    this.#programs = list.glyphs.map(({ program }) => program);
    const text = clear.toString('latin1');
    const matrix = /\/FontMatrix\s{0,9}\[\s{0,9}([-+.\dEe]{1,30})/.exec(text)?.[1];
    this.#scale = (Number(matrix ?? 0.001) || 0.001) * unitsPerEm;
    this.builtInNames = readEncoding(text);
  }

  /** Undefined if the font is damaged. */
  static read(bytes: Buffer): Type1Program | undefined {
    const font = withoutSegments(bytes);
    const word = font.indexOf('eexec');
    if (word < 0) return undefined;
    const start = skipSpace(font, word + 'eexec'.length, font.length);
    const { encrypted, trailer } = dividedAt(font, start);
    const priv = decipher(encrypted, cipherKeys.eexec, 4);
    const list = readGlyphs(priv);
    return list && new Type1Program(font.subarray(0, word + 'eexec'.length), priv, trailer, list);
  }

  get glyphCount(): number {
    return this.names.length;
  }

  width(glyph: number): number {
    const program = this.#programs[glyph];
    return ((program && readSideBearing(program)?.advance) ?? 0) * this.#scale;
  }

  setWidth(glyph: number, width: number): void {
    const program = this.#programs[glyph];
    const changed = program && withAdvance(program, Math.round(width / this.#scale));
    if (changed) this.#programs[glyph] = changed;
  }

  /** The copy has no name until it gets one. */
  addCopy(glyph: number): number | undefined {
    const program = this.#programs[glyph];
    if (!program) return undefined;
    this.#programs.push(program);
    return this.names.push('') - 1;
  }

  write(): Buffer {
    return Buffer.concat(Object.values(this.writeParts()));
  }

  /** The three parts of the font, whose lengths its stream states (PDF 32000-1, table 127). */
  writeParts(): { clear: Buffer; encrypted: Buffer; trailer: Buffer } {
    const { start, end, lenIV, count, read, define } = this.#lists;
    const head = this.#private.subarray(0, start).toString('latin1');
    const entries = this.names.flatMap((name, index) => {
      const program = encipher(this.#programs[index] ?? Buffer.alloc(0), cipherKeys.charString, lenIV);
      return [
        Buffer.from(`/${name} ${program.length} ${read} `, 'latin1'),
        program,
        Buffer.from(` ${define}\n`),
      ];
    });
    const changed = head.slice(0, count.start) + String(this.names.length) + head.slice(count.end);
    const priv = Buffer.concat([Buffer.from(changed, 'latin1'), ...entries, this.#private.subarray(end)]);
    return {
      clear: Buffer.concat([this.#clear, Buffer.from('\n')]),
      encrypted: encipher(priv, cipherKeys.eexec, 4),
      trailer: this.#trailer,
    };
  }
}

/** Fonts for Windows have segments with headers of six bytes. */
function withoutSegments(font: Buffer): Buffer {
  if (font[0] !== 0x80) return font;
  const parts: Buffer[] = [];
  for (let at = 0; at + 6 <= font.length && font[at] === 0x80 && font[at + 1] !== 3;) {
    const length = font.readUInt32LE(at + 2);
    parts.push(font.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}

const hexDigits = /^[\s0-9A-Fa-f]{8}/;

/** The encrypted part, and the 512 zeros and `cleartomark` after it. */
function dividedAt(font: Buffer, start: number): { encrypted: Buffer; trailer: Buffer } {
  const mark = font.lastIndexOf('cleartomark');
  let end = mark < start ? font.length : mark;
  for (let zeros = 0; mark >= start && end > start && zeros < 512; end -= 1) {
    const byte = font[end - 1] as number;
    if (byte === 0x30) zeros += 1;
    else if (byte > 0x20) break;
  }
  const part = font.subarray(start, end);
  const isHex = hexDigits.test(part.toString('latin1', 0, 8));
  const encrypted = isHex ? Buffer.from(part.toString('latin1').replaceAll(/\s/g, ''), 'hex') : part;
  const trailer = mark < start ? Buffer.alloc(0) : Buffer.concat([Buffer.from('\n'), font.subarray(end)]);
  return { encrypted, trailer };
}

/** The glyphs of the private part, and where they are. */
interface GlyphList {
  glyphs: Glyph[];
  /** From the first glyph to the end of the last. */
  start: number;
  end: number;
  /** Where the number of glyphs is. */
  count: { start: number; end: number };
  lenIV: number;
  /** The words before and after each program: `RD` and `ND`. */
  read: string;
  define: string;
}

const mostGlyphs = 0xfffe;

function readGlyphs(priv: Buffer): GlyphList | undefined {
  const word = priv.indexOf('/CharStrings');
  if (word < 0) return undefined;
  const lenIV = Number(/\/lenIV\s{1,9}(\d)/.exec(priv.toString('latin1', 0, word))?.[1] ?? 4);
  const countStart = skipSpace(priv, word + '/CharStrings'.length, priv.length);
  const countEnd = endOfRegular(priv, countStart, priv.length);
  const glyphs: Glyph[] = [];
  let [read, define] = ['RD', 'ND'];
  const start = priv.indexOf('/', countEnd);
  let end = start;
  for (let at = start; at >= 0 && priv[at] === 0x2f && glyphs.length < mostGlyphs;) {
    const nameEnd = endOfRegular(priv, at + 1, priv.length);
    const lengthStart = skipSpace(priv, nameEnd, priv.length);
    const lengthEnd = endOfRegular(priv, lengthStart, priv.length);
    const length = Number(priv.toString('latin1', lengthStart, lengthEnd));
    const readStart = skipSpace(priv, lengthEnd, priv.length);
    const readEnd = endOfRegular(priv, readStart, priv.length);
    const data = readEnd + 1;
    if (!Number.isInteger(length) || length < lenIV || data + length > priv.length) return undefined;
    glyphs.push({
      name: priv.toString('latin1', at + 1, nameEnd),
      program: decipher(priv.subarray(data, data + length), cipherKeys.charString, lenIV),
    });
    const defineStart = skipSpace(priv, data + length, priv.length);
    end = endOfRegular(priv, defineStart, priv.length);
    read = priv.toString('latin1', readStart, readEnd);
    define = priv.toString('latin1', defineStart, end);
    at = skipSpace(priv, end, priv.length);
    // `noaccess def` is two words.
    if (define === 'noaccess') {
      end = endOfRegular(priv, at, priv.length);
      define = 'noaccess def';
      at = skipSpace(priv, end, priv.length);
    }
  }
  if (start < 0 || glyphs.length === 0) return undefined;
  return { glyphs, start, end, count: { start: countStart, end: countEnd }, lenIV, read, define };
}

function readEncoding(clear: string): (string | undefined)[] | undefined {
  const at = clear.indexOf('/Encoding');
  if (at < 0 || /^\/Encoding\s{1,9}StandardEncoding/.test(clear.slice(at, at + 40))) return undefined;
  const names = new Array<string | undefined>(256).fill(undefined);
  for (const [, code, name] of clear
    .slice(at)
    .matchAll(/\bdup\s{1,9}(\d{1,3})\s{0,9}\/([^\s/[\](){}<>%]{1,200})\s{1,9}put\b/g)) {
    const index = Number(code);
    if (index < 256 && name !== '.notdef') names[index] = name;
  }
  return names;
}
