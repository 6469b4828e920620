import { damaged } from '../damaged.ts';
import type { TiffAccount } from './tiff-account.ts';

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.length);

/** The first four bytes: the order of bytes, and 42; or 43, if offsets have 64 bits. */
const signatures = new Map([
  ['49492a00', { isLittle: true, isBig: false }],
  ['4d4d002a', { isLittle: false, isBig: false }],
  ['49492b00', { isLittle: true, isBig: true }],
  ['4d4d002b', { isLittle: false, isBig: true }],
]);

const formOf = (bytes: Buffer): { isLittle: boolean; isBig: boolean } | undefined =>
  signatures.get(bytes.toString('hex', 0, 4));

export const isTiff = (file: Uint8Array): boolean => formOf(bufferOf(file)) !== undefined;

/** The bytes of a value, by its type. */
const lengths = new Map([
  ...[1, 2, 6, 7].map((type) => [type, 1] as const),
  ...[3, 8].map((type) => [type, 2] as const),
  ...[4, 9, 11, 13].map((type) => [type, 4] as const),
  ...[5, 10, 12, 16, 17, 18].map((type) => [type, 8] as const),
]);

const rational = 5;

interface Field {
  type: number;
  count: number;
  /** The position of the first value. */
  start: number;
}

/** Reads numbers of a TIFF. */
class TiffReader {
  readonly bytes: Buffer;
  readonly isLittle: boolean;
  readonly isBig: boolean;

  constructor(file: Uint8Array) {
    this.bytes = bufferOf(file);
    const form = formOf(this.bytes) ?? { isLittle: false, isBig: false };
    this.isLittle = form.isLittle;
    this.isBig = form.isBig;
  }

  unsigned(at: number, length: number): number {
    if (at + length > this.bytes.length) throw damaged('is cut off: a part of the TIFF is missing');
    if (length === 8) {
      return Number(this.isLittle ? this.bytes.readBigUInt64LE(at) : this.bytes.readBigUInt64BE(at));
    }
    return this.isLittle ? this.bytes.readUIntLE(at, length) : this.bytes.readUIntBE(at, length);
  }
}

/** A directory: what a file says of one picture. */
export class Directory {
  readonly isLittle: boolean;
  readonly #reader: TiffReader;
  readonly #fields: ReadonlyMap<number, Field>;

  constructor(reader: TiffReader, fields: ReadonlyMap<number, Field>) {
    this.isLittle = reader.isLittle;
    this.#reader = reader;
    this.#fields = fields;
  }

  has(tag: number): boolean {
    return this.#fields.has(tag);
  }

  /** The first values of a field, at most so many; none if it is absent. */
  numbers(tag: number, most: number): number[] {
    const field = this.#fields.get(tag);
    const length = (field && lengths.get(field.type)) ?? 0;
    if (!field || length === 0) return [];
    const count = Math.min(field.count, most);
    if (field.start + count * length > this.#reader.bytes.length) {
      throw damaged('is cut off: a part of the TIFF is missing');
    }
    return Array.from({ length: count }, (_, index) =>
      this.#value(field, field.start + index * length, length),
    );
  }

  /** The first value of a field. */
  number<Default extends number | undefined>(tag: number, byDefault: Default): number | Default {
    return this.numbers(tag, 1)[0] ?? byDefault;
  }

  /** The bytes of a field; undefined if it is absent or not whole. */
  bytes(tag: number): Uint8Array | undefined {
    const field = this.#fields.get(tag);
    const { bytes } = this.#reader;
    if (!field || lengths.get(field.type) !== 1 || field.start + field.count > bytes.length) return undefined;
    return bytes.subarray(field.start, field.start + field.count);
  }

  #value({ type }: Field, at: number, length: number): number {
    if (type !== rational) return this.#reader.unsigned(at, length);
    return this.#reader.unsigned(at, 4) / this.#reader.unsigned(at + 4, 4);
  }
}

/**
 * The directories of a TIFF (TIFF 6.0, section 2), or of one whose offsets have 64 bits.
 *
 * @throws InputFault `damaged-document`, also for directories in a circle; `file-too-large`
 */
export function* directoriesOf(file: Uint8Array, account: TiffAccount): Generator<Directory> {
  const reader = new TiffReader(file);
  const { isBig } = reader;
  const [offsetBytes, countBytes, headBytes] = isBig ? [8, 8, 20] : [4, 2, 12];
  const seen = new Set<number>();
  let at = reader.unsigned(isBig ? 8 : 4, offsetBytes);
  while (at !== 0) {
    if (seen.has(at)) throw damaged('has a cyclic list of TIFF pages');
    seen.add(at);
    const count = reader.unsigned(at, countBytes);
    const first = at + countBytes;
    if (first + count * headBytes > file.length) throw damaged('is cut off: a part of the TIFF is missing');
    account.page(count);
    const fields = new Map<number, Field>();
    for (let index = 0; index < count; index += 1) {
      const { tag, field } = fieldAt(reader, first + index * headBytes);
      if (!fields.has(tag)) fields.set(tag, field);
    }
    yield new Directory(reader, fields);
    const next = first + count * headBytes;
    // Some programs leave out the end of the list.
    at = next + offsetBytes > file.length ? 0 : reader.unsigned(next, offsetBytes);
  }
}

/** Values that are short enough are in place of their position. */
function fieldAt(reader: TiffReader, at: number): { tag: number; field: Field } {
  const type = reader.unsigned(at + 2, 2);
  const offsetBytes = reader.isBig ? 8 : 4;
  const count = reader.unsigned(at + 4, offsetBytes);
  const place = at + 4 + offsetBytes;
  const isInside = count * (lengths.get(type) ?? 1) <= offsetBytes;
  const start = isInside ? place : reader.unsigned(place, offsetBytes);
  return { tag: reader.unsigned(at, 2), field: { type, count, start } };
}
