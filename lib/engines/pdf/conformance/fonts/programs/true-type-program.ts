import { InputFault } from '../../../../../base/input-fault.ts';
import { FontData } from '../../../../fonts/font-data.ts';
import { type GlyphMap, readGlyphMaps } from '../../../../fonts/sfnt/glyph-map.ts';
import { type FontTables, readTables, writeFont } from '../../../../fonts/sfnt/tables.ts';
import { type FontProgram, unitsPerEm } from './font-program.ts';

/** Version 1.0. */
const trueType = 0x00010000;

/** Glyph ids have 16 bits, and the last one is reserved. */
const mostGlyphs = 0xfffe;

interface Metrics {
  advance: number;
  bearing: number;
}

/** A TrueType font that can be changed: widths, glyphs, and its map of codes to glyphs. */
export class TrueTypeProgram implements FontProgram {
  readonly #tables: Map<string, Buffer>;
  readonly #unitsPerEm: number;
  readonly #metrics: Metrics[];
  /** Of each glyph that was added: the one whose outline it has. */
  readonly #copies: number[] = [];
  readonly #ownGlyphs: number;
  #maps: readonly GlyphMap[] | undefined;

  private constructor(tables: FontTables) {
    this.#tables = new Map(tables);
    const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => this.#data(tag)) as [
      FontData,
      FontData,
      FontData,
      FontData,
    ];
    this.#unitsPerEm = head.u16(18);
    if (this.#unitsPerEm === 0) throw head.damage('has no units per em');
    head.require(0, 54);
    this.#ownGlyphs = maxp.u16(4);
    this.#data('loca').require(0, (this.#ownGlyphs + 1) * (head.u16(50) === 0 ? 2 : 4));
    this.#data('glyf');
    this.#metrics = readMetrics(hmtx, hhea.u16(34), this.#ownGlyphs);
  }

  /** Undefined if the font is damaged, or has no outlines of TrueType. */
  static read(bytes: Buffer): TrueTypeProgram | undefined {
    try {
      return new TrueTypeProgram(readTables(bytes));
    } catch (error) {
      if (error instanceof InputFault) return undefined;
      throw error;
    }
  }

  get glyphCount(): number {
    return this.#metrics.length;
  }

  /** The subtables of `cmap`; none if the table is damaged. */
  get maps(): readonly GlyphMap[] {
    if (this.#maps) return this.#maps;
    const table = this.#tables.get('cmap');
    try {
      this.#maps = table ? readGlyphMaps(table) : [];
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.#maps = [];
    }
    return this.#maps;
  }

  /** The glyphs of a subtable of `cmap`. */
  map(platform: number, encoding: number): ReadonlyMap<number, number> | undefined {
    return this.maps.find((map) => map.platform === platform && map.encoding === encoding)?.glyphs;
  }

  table(tag: string): Buffer | undefined {
    return this.#tables.get(tag);
  }

  /** @param map the new `cmap` table */
  setMap(map: Buffer): void {
    this.#tables.set('cmap', map);
    this.#maps = undefined;
  }

  width(glyph: number): number {
    return ((this.#metrics[glyph]?.advance ?? 0) * unitsPerEm) / this.#unitsPerEm;
  }

  setWidth(glyph: number, width: number): void {
    const metrics = this.#metrics[glyph];
    if (metrics)
      metrics.advance = Math.min(0xffff, Math.max(0, Math.round((width * this.#unitsPerEm) / unitsPerEm)));
  }

  addCopy(glyph: number): number | undefined {
    const metrics = this.#metrics[glyph];
    if (!metrics || this.glyphCount >= mostGlyphs) return undefined;
    this.#copies.push(glyph < this.#ownGlyphs ? glyph : (this.#copies[glyph - this.#ownGlyphs] ?? 0));
    return this.#metrics.push({ ...metrics }) - 1;
  }

  write(): Buffer {
    const hmtx = Buffer.alloc(this.glyphCount * 4);
    for (const [glyph, { advance, bearing }] of this.#metrics.entries()) {
      hmtx.writeUInt16BE(advance, glyph * 4);
      hmtx.writeInt16BE(bearing, glyph * 4 + 2);
    }
    const hhea = Buffer.from(this.#data('hhea').bytes);
    hhea.writeUInt16BE(this.glyphCount, 34);
    hhea.writeUInt16BE(
      this.#metrics.reduce((most, { advance }) => Math.max(most, advance), 0),
      10,
    );
    this.#tables.set('hmtx', hmtx);
    this.#tables.set('hhea', hhea);
    if (this.#copies.length > 0) this.#writeCopies();
    // These depend on the widths, and no reader of PDFs uses them.
    for (const tag of ['hdmx', 'LTSH', 'VDMX', 'DSIG']) this.#tables.delete(tag);
    return writeFont(trueType, this.#tables);
  }

  /** The outlines of copies are the same bytes: only `loca` has more entries. */
  #writeCopies(): void {
    const [head, maxp] = ['head', 'maxp'].map((tag) => Buffer.from(this.#data(tag).bytes)) as [
      Buffer,
      Buffer,
    ];
    const loca = this.#data('loca');
    const glyf = this.#data('glyf');
    const isShort = head.readUInt16BE(50) === 0;
    const offset = (index: number): number => (isShort ? loca.u16(index * 2) * 2 : loca.u32(index * 4));
    const offsets = Array.from({ length: this.#ownGlyphs + 1 }, (_, index) => offset(index));
    // What follows the last outline would belong to it.
    let end = Math.min(offset(this.#ownGlyphs), glyf.length);
    const data: Buffer[] = [glyf.bytes.subarray(0, end)];
    offsets[this.#ownGlyphs] = end;
    for (const glyph of this.#copies) {
      const start = Math.min(offset(glyph), glyf.length);
      const outline = glyf.bytes.subarray(start, Math.max(start, Math.min(offset(glyph + 1), glyf.length)));
      const padded = Buffer.alloc((outline.length + 3) & ~3);
      outline.copy(padded);
      data.push(padded);
      end += padded.length;
      offsets.push(end);
    }
    const longLoca = Buffer.alloc(offsets.length * 4);
    for (const [index, value] of offsets.entries()) longLoca.writeUInt32BE(value, index * 4);
    head.writeUInt16BE(1, 50);
    maxp.writeUInt16BE(this.glyphCount, 4);
    this.#tables.set('head', head);
    this.#tables.set('maxp', maxp);
    this.#tables.set('loca', longLoca);
    this.#tables.set('glyf', Buffer.concat(data));
    // Names of glyphs are by their number.
    this.#tables.delete('post');
  }

  #data(tag: string): FontData {
    const table = this.#tables.get(tag);
    const data = new FontData(table ?? Buffer.alloc(0), `${tag} table`);
    if (!table) throw data.damage('is missing');
    return data;
  }
}

/** The last advance is that of all glyphs that follow. Tables that end early are common in subsets. */
function readMetrics(hmtx: FontData, count: number, glyphs: number): Metrics[] {
  const metrics: Metrics[] = [];
  let advance = 0;
  for (let glyph = 0; glyph < glyphs; glyph += 1) {
    const at = glyph < count ? glyph * 4 : count * 4 + (glyph - count) * 2;
    const isFull = glyph < count;
    if (isFull && at + 2 <= hmtx.length) advance = hmtx.u16(at);
    const bearing = isFull ? at + 2 : at;
    metrics.push({ advance, bearing: bearing + 2 <= hmtx.length ? hmtx.i16(bearing) : 0 });
  }
  return metrics;
}
