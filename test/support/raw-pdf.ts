import { deflateSync } from 'node:zlib';

/** Objects by number; text is Latin-1. */
export type RawObjects = Readonly<Record<number, string | Buffer>>;

/** Bytes of a text whose characters are bytes. */
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A stream object. `dict` are entries besides the length, which `length` can make wrong. */
export function rawStream(dict: string, data: string | Buffer, length?: number | string): Buffer {
  const bytes = typeof data === 'string' ? latin1(data) : data;
  return Buffer.concat([
    latin1(`<<${dict}/Length ${length ?? bytes.length}>>\nstream\n`),
    bytes,
    latin1('\nendstream'),
  ]);
}

/** The objects of a document whose pages show one text each, from object 1 on: catalog, page tree, font, pages. */
export function textPages(...texts: string[]): Record<number, string | Buffer> {
  const first = 4;
  const objects: Record<number, string | Buffer> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${texts.length}/Kids[${texts.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}]>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  };
  for (const [index, text] of texts.entries()) {
    const page = first + 2 * index;
    const resources = '<</Font<</F1 3 0 R>>>>';
    objects[page] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources${resources}/Contents ${page + 1} 0 R>>`;
    objects[page + 1] = rawStream('', `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`);
  }
  return objects;
}

export interface RawPdfOptions {
  /** The number of the catalog; 1 by default. */
  root?: number;
  /** More entries of the trailer. */
  trailer?: string;
  /** What the file is appended to: an earlier revision, or junk that offsets count as part of the file. */
  previous?: Buffer;
  header?: string;
}

/** Where each object of a file starts. */
type Offsets = Map<number, number>;

/** A file with a cross-reference table. */
export function rawPdf(objects: RawObjects, options: RawPdfOptions = {}): Buffer {
  const { parts, offsets, length } = bodyOf(objects, options);
  return Buffer.concat([...parts, latin1(tableOf(offsets)), latin1(trailerOf(offsets, length, options))]);
}

export interface PackedOptions extends RawPdfOptions {
  /** The objects that go into an object stream, whose number comes after the highest. */
  packed?: readonly number[];
  /** Encodes the object stream: its filters and its data. Flate by default. */
  encode?: (data: Buffer) => { dict: string; data: Buffer };
  /** Objects that the cross-reference stream leaves out. */
  unlisted?: readonly number[];
  /** How many pairs the object stream lists before and after those of its objects. With some before, all indexes are wrong. */
  surplusPairs?: { before: number; after: number };
  /** How many entries the cross-reference stream declares at its end and does not have; 0 by default. */
  missingEntries?: number;
}

/** A file with a cross-reference stream. */
export function rawStreamPdf(objects: RawObjects, options: PackedOptions = {}): Buffer {
  const { packed = [], encode = flate, unlisted = [], missingEntries = 0 } = options;
  const { before, after } = options.surplusPairs ?? { before: 0, after: 0 };
  const plain = { ...objects };
  // The numbers of the updated file must not be used again.
  const highest = Math.max(...Object.keys(objects).map(Number), options.previous ? 1000 : 0);
  const bodies = packed.map((number) => String(objects[number]));
  let offset = 0;
  const pairs = packed.map((number, index) => {
    const pair = `${number} ${offset} `;
    offset += (bodies[index]?.length ?? 0) + 1;
    return pair;
  });
  const header = `${'0 0 '.repeat(before)}${pairs.join('')}${'0 0 '.repeat(after)}`;
  for (const number of packed) Reflect.deleteProperty(plain, number);
  const encoded = encode(latin1(header + bodies.join(' ')));
  const container = highest + 1;
  if (packed.length > 0) {
    plain[container] = rawStream(
      `/Type/ObjStm/N ${before + packed.length + after}/First ${header.length}${encoded.dict}`,
      encoded.data,
    );
  }
  const { parts, offsets, length } = bodyOf(plain, options);
  const self = highest + 2;
  offsets.set(self, length);
  const numbers = [...offsets.keys(), ...packed]
    .filter((number) => !unlisted.includes(number))
    .toSorted((a, b) => a - b);
  const rows = numbers.map((number) => {
    const index = packed.indexOf(number);
    return row(index >= 0 ? [2, container, index] : [1, offsets.get(number) ?? 0, 0]);
  });
  const index = `/Index[${numbers.map((number) => `${number} 1`).join(' ')}]`;
  const dict = `/Type/XRef/Size ${self + 1}/W[1 4 2]${index}/Root ${options.root ?? 1} 0 R${previousOf(options)}${options.trailer ?? ''}`;
  const stream = flate(Buffer.concat(rows.slice(0, rows.length - missingEntries)));
  const object = rawStream(dict + stream.dict, stream.data);
  const end = latin1(`\nendobj\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.concat([...parts, latin1(`${self} 0 obj\n`), object, end]);
}

/** Flate, as object streams usually are. */
const flate = (data: Buffer): { dict: string; data: Buffer } => ({
  dict: '/Filter/FlateDecode',
  data: deflateSync(data),
});

/** A row of a cross-reference stream with `/W[1 4 2]`. */
function row([type, position, detail]: readonly [number, number, number]): Buffer {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(type, 0);
  bytes.writeUInt32BE(position, 1);
  bytes.writeUInt16BE(detail, 5);
  return bytes;
}

/** The cross-reference table of `offsets`, one subsection for each run of numbers. */
export function tableOf(offsets: ReadonlyMap<number, number>): string {
  let table = 'xref\n0 1\n0000000000 65535 f \n';
  for (const [number, offset] of offsets)
    table += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  return table;
}

/** Where `startxref` of a file points. */
export const startOf = (pdf: Buffer): number =>
  Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1]);

function bodyOf(
  objects: RawObjects,
  { previous, header = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n' }: RawPdfOptions,
): { parts: Buffer[]; offsets: Offsets; length: number } {
  const parts = [previous ?? latin1(header)];
  let length = parts[0]?.length ?? 0;
  const offsets: Offsets = new Map();
  for (const [number, body] of Object.entries(objects)) {
    offsets.set(Number(number), length);
    const object = Buffer.concat([
      latin1(`${number} 0 obj\n`),
      typeof body === 'string' ? latin1(body) : body,
      latin1('\nendobj\n'),
    ]);
    parts.push(object);
    length += object.length;
  }
  return { parts, offsets, length };
}

const previousOf = ({ previous }: RawPdfOptions): string => (previous ? `/Prev ${startOf(previous)}` : '');

const trailerOf = (offsets: Offsets, start: number, options: RawPdfOptions): string =>
  `trailer\n<</Size ${Math.max(0, ...offsets.keys()) + 1}/Root ${options.root ?? 1} 0 R${previousOf(options)}${options.trailer ?? ''}>>\nstartxref\n${start}\n%%EOF\n`;
