import { inflateSync } from 'node:zlib';
import { undoPredictor } from '#lib/engines/pdf/filters/predictor.ts';

/** A page according to the page offset hint table (PDF 32000-1, F.4). */
export interface HintedPage {
  offset: number;
  length: number;
  objects: number;
  /** Indices in the shared object hint table. */
  shared: number[];
}

/** A linearized file as a reader finds it from its beginning, without encryption. */
export interface LinearizedPdf {
  /** The linearization dictionary. */
  dictionary: { L: number; H: number[]; O: number; E: number; N: number; T: number };
  /** The object numbers of the first cross-reference, which is the first page's, and of the main one. */
  sections: { first: number[]; main: number[] };
  /** Offsets of objects outside object streams. */
  offsets: ReadonlyMap<number, number>;
  /** The object stream of packed objects. */
  containers: ReadonlyMap<number, number>;
  pages: HintedPage[];
  /** The shared object hint table: offsets and lengths. */
  shared: { offset: number; length: number }[];
  sharedOfFirstPage: number;
  outlines: { number: number; offset: number; objects: number; length: number } | undefined;
}

/** Reads the numbers of a hint table. */
class BitReader {
  readonly #bytes: Buffer;
  #at: number;

  /** @param start the offset of the first byte */
  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#at = 8 * start;
  }

  number(bits: number): number {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1, this.#at += 1) {
      value = 2 * value + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  /** A column of a table, which ends with a byte. */
  column(count: number, bits: number): number[] {
    const values = Array.from({ length: count }, () => this.number(bits));
    this.#at = Math.ceil(this.#at / 8) * 8;
    return values;
  }
}

/** @throws Error if the file is not linearized */
export function readLinearized(pdf: Buffer): LinearizedPdf {
  const head = /^%PDF-1\.\d\n%.{4}\n(\d+) 0 obj\n<<\/Linearized 1(.*?)>>/s.exec(
    pdf.toString('latin1', 0, 1024),
  );
  const text = head?.[2];
  if (text === undefined) throw new Error('The file does not begin with a linearization dictionary');
  const value = (key: string): number => Number(new RegExp(`/${key} (\\d+)`).exec(text)?.[1]);
  const H = (/\/H\[(\d+) (\d+)\]/.exec(text) ?? []).slice(1).map(Number);
  const dictionary = { L: value('L'), H, O: value('O'), E: value('E'), N: value('N'), T: value('T') };

  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1', pdf.length - 64)) ?? [];
  const offsets = new Map<number, number>();
  const containers = new Map<number, number>();
  const first = readSection(pdf, Number(start), offsets, containers);
  const main = readSection(pdf, dictionary.T, offsets, containers);

  const { dict, data } = streamAt(pdf, H[0] ?? 0);
  const hint = (key: string): number | undefined => {
    const [, offset] = new RegExp(`/${key} (\\d+)`).exec(dict) ?? [];
    return offset === undefined ? undefined : Number(offset);
  };
  /** Hints count as if there were no hint stream. */
  const actual = (offset: number): number => (offset >= (H[0] ?? 0) ? offset + (H[1] ?? 0) : offset);
  const outlines = hint('O');
  return {
    dictionary,
    sections: { first, main },
    offsets,
    containers,
    ...readPages(data, dictionary, offsets, actual),
    ...readShared(data, hint('S') ?? 0, offsets.get(dictionary.O) ?? 0, actual),
    outlines: outlines === undefined ? undefined : readOutlines(data, outlines, actual),
  };
}

function readPages(
  data: Buffer,
  { N, O }: LinearizedPdf['dictionary'],
  offsets: ReadonlyMap<number, number>,
  actual: (offset: number) => number,
): { pages: HintedPage[] } {
  const bits = new BitReader(data, 0);
  const least = { objects: bits.number(32), offset: bits.number(32) };
  const objectBits = bits.number(16);
  const leastLength = bits.number(32);
  const lengthBits = bits.number(16);
  bits.number(32 + 16 + 32 + 16);
  const [countBits, indexBits] = [bits.number(16), bits.number(16)];
  bits.number(16 + 16);
  const objects = bits.column(N, objectBits);
  const lengths = bits.column(N, lengthBits);
  const counts = bits.column(N, countBits);
  const total = counts.reduce((a, b) => a + b, 0);
  const shared = bits.column(total, indexBits);
  let number = 1;
  const pages = objects.map((difference, index): HintedPage => {
    const page = {
      // The pages after the first begin with object 1.
      offset: index === 0 ? actual(least.offset) : (offsets.get(number) ?? NaN),
      length: leastLength + (lengths[index] ?? 0),
      objects: least.objects + difference,
      shared: shared.splice(0, counts[index]),
    };
    if (index > 0) number += page.objects;
    return page;
  });
  if (pages[0]?.offset !== offsets.get(O)) throw new Error('The first page is not where the hints say');
  return { pages };
}

function readShared(
  data: Buffer,
  start: number,
  firstPage: number,
  actual: (offset: number) => number,
): Pick<LinearizedPdf, 'shared' | 'sharedOfFirstPage'> {
  const bits = new BitReader(data, start);
  bits.number(32);
  const ofOthers = actual(bits.number(32));
  const [sharedOfFirstPage, total] = [bits.number(32), bits.number(32)];
  bits.number(16);
  const least = bits.number(32);
  const lengths = bits.column(total, bits.number(16)).map((difference) => least + difference);
  let offset = firstPage;
  const shared = lengths.map((length, index) => {
    if (index === sharedOfFirstPage) offset = ofOthers;
    offset += length;
    return { offset: offset - length, length };
  });
  return { shared, sharedOfFirstPage };
}

function readOutlines(
  data: Buffer,
  start: number,
  actual: (offset: number) => number,
): LinearizedPdf['outlines'] {
  const bits = new BitReader(data, start);
  const [number, offset, objects, length] = Array.from({ length: 4 }, () => bits.number(32));
  if (offset === undefined || number === undefined || objects === undefined || length === undefined)
    throw new Error('The outline hint table is too short');
  return { number, offset: actual(offset), objects, length };
}

/** Reads a cross-reference stream. Returns its object numbers. */
function readSection(
  pdf: Buffer,
  offset: number,
  offsets: Map<number, number>,
  containers: Map<number, number>,
): number[] {
  const { dict, data } = streamAt(pdf, offset);
  const columns = Number(/\/Columns (\d+)/.exec(dict)?.[1]);
  const size = Number(/\/Size (\d+)/.exec(dict)?.[1]);
  const [, first = '0', count = String(size)] = /\/Index\[(\d+) (\d+)\]/.exec(dict) ?? [];
  const rows = undoPredictor(data, { predictor: 12, columns, colors: 1, bitsPerComponent: 8 });
  if (rows?.length !== columns * Number(count)) throw new Error('The cross-reference has another length');
  return Array.from({ length: Number(count) }, (_, index) => {
    const number = Number(first) + index;
    const row = rows.subarray(index * columns, (index + 1) * columns);
    const position = row.subarray(1, -1).reduce((sum, byte) => sum * 256 + byte, 0);
    if (row[0] === 1) offsets.set(number, position);
    if (row[0] === 2) containers.set(number, position);
    return number;
  });
}

/** The stream at an offset: the text of its dictionary, and its inflated data. */
function streamAt(pdf: Buffer, offset: number): { dict: string; data: Buffer } {
  const start = pdf.indexOf('stream\n', offset) + 'stream\n'.length;
  const dict = pdf.toString('latin1', offset, start);
  const length = Number(/\/Length (\d+)/.exec(dict)?.[1]);
  return { dict, data: inflateSync(pdf.subarray(start, start + length)) };
}

/**
 * The texts of all objects, of streams those of the dictionaries, and the offset of each object or of its object stream.
 */
export function objectsIn(
  pdf: Buffer,
  { offsets, containers }: LinearizedPdf,
): Map<number, { text: string; offset: number }> {
  const objects = new Map<number, { text: string; offset: number }>();
  for (const [number, offset] of offsets) {
    const ends = ['\nstream\n', '\nendobj\n']
      .map((word) => pdf.indexOf(word, offset))
      .filter((at) => at >= 0);
    const text = pdf.toString('latin1', offset, Math.min(...ends));
    if (!text.startsWith(`${number} 0 obj\n`)) throw new Error(`Object ${number} is not at its offset`);
    objects.set(number, { text, offset });
  }
  for (const container of new Set(containers.values())) {
    const offset = offsets.get(container) ?? 0;
    const { dict, data } = streamAt(pdf, offset);
    const first = Number(/\/First (\d+)/.exec(dict)?.[1]);
    const header = data.toString('latin1', 0, first).trim().split(' ').map(Number);
    for (let at = 0; at < header.length; at += 2) {
      const [number = 0, start = 0] = header.slice(at);
      const text = data.toString('latin1', first + start, first + (header[at + 3] ?? data.length));
      objects.set(number, { text, offset });
    }
  }
  return objects;
}

/** The numbers of objects that a text refers to. */
const referencesIn = (text: string): number[] =>
  [...text.replaceAll(/\((?:\\.|[^\\()])*\)/gs, '').matchAll(/(\d+) 0 R/g)].map(([, number]) =>
    Number(number),
  );

/**
 * Returns what is wrong in a linearized file: offsets that are not those of objects, objects of a page that are neither
 * in its range nor among its shared objects nor where those of the whole document are, and hints that lead elsewhere.
 */
export function linearizedFaults(pdf: Buffer): string[] {
  const read = readLinearized(pdf);
  const { dictionary, offsets, pages, shared, sections } = read;
  const objects = objectsIn(pdf, read);
  const faults: string[] = [];
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  check(dictionary.L === pdf.length, 'the length of the file is wrong');
  check(dictionary.N === pages.length, 'the number of pages is wrong');
  check(
    dictionary.T === offsets.get((sections.main.at(-1) ?? 0) - packedAtEnd(read)),
    'the main cross-reference is elsewhere',
  );
  const first = pages[0] ?? { offset: 0, length: 0 };
  check(dictionary.E === first.offset + first.length, 'the first page ends elsewhere');
  const sorted = [...new Map([...offsets].map(([number, offset]) => [offset, number]))].sort(
    ([a], [b]) => a - b,
  );
  const endOf = new Map(sorted.map(([offset], index) => [offset, sorted[index + 1]?.[0] ?? pdf.length]));
  const starts = new Set(offsets.values());
  for (const { offset, length } of shared) {
    check(starts.has(offset), `a shared object is not at ${offset}`);
    check(endOf.get(offset) === offset + length, `the shared object at ${offset} has another length`);
  }
  const pageNumbers = pages.map(({ offset }) => sorted.find(([at]) => at === offset)?.[1] ?? 0);
  for (const [index, page] of pages.entries()) {
    const inRange = (offset: number): boolean => offset >= page.offset && offset < page.offset + page.length;
    const number = pageNumbers[index] ?? 0;
    check(
      /\/Type ?\/Page\b/.test(objects.get(number)?.text ?? ''),
      `page ${index} does not begin with its object`,
    );
    for (let next = 0; next < page.objects; next += 1) {
      check(inRange(offsets.get(number + next) ?? -1), `object ${number + next} is not in page ${index}`);
    }
    check(!inRange(offsets.get(number + page.objects) ?? -1), `page ${index} has more objects`);
    const used = reachedFrom(objects, number, new Set(pageNumbers));
    const hinted = page.shared.map((at) => shared[at]?.offset ?? -1);
    for (const offset of hinted)
      check(used.has(offset), `page ${index} does not use the object at ${offset}`);
    const after = Math.max(...[...shared, ...pages].map(({ offset: at, length }) => at + length));
    for (const offset of used) {
      const ofDocument = offset < first.offset || offset >= after;
      check(
        inRange(offset) || hinted.includes(offset) || ofDocument,
        `page ${index} has no hint for ${offset}`,
      );
    }
    for (const [at, object] of objects) {
      if (inRange(object.offset) && index > 0 && read.containers.has(at)) {
        check(used.has(object.offset), `page ${index} has an object stream that it does not use`);
      }
    }
  }
  return faults;
}

/** How many numbers of packed objects follow that of the main cross-reference. */
const packedAtEnd = ({ sections, containers }: LinearizedPdf): number =>
  sections.main.filter((number) => containers.has(number)).length;

/** The offsets of the objects that a page refers to, to any depth, but not by other pages and the page tree. */
function reachedFrom(
  objects: ReadonlyMap<number, { text: string; offset: number }>,
  page: number,
  pages: ReadonlySet<number>,
): Set<number> {
  const reached = new Set<number>();
  const queue = referencesIn(
    (objects.get(page)?.text ?? '').replace(/\/Parent \d+ 0 R/, '').replace(/\/Thumb \d+ 0 R/, ''),
  );
  for (const number of queue) {
    if (reached.has(number) || pages.has(number)) continue;
    reached.add(number);
    queue.push(...referencesIn(objects.get(number)?.text ?? ''));
  }
  return new Set([...reached].map((number) => objects.get(number)?.offset ?? -1));
}
