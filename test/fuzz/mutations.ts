/** A small generator of pseudo-random numbers (mulberry32): the same seed gives the same files everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }
}

/** The inputs of mutations: another file, and tokens of the format. */
interface Material {
  other: Buffer;
  tokens: readonly string[];
}

type Mutation = (bytes: Buffer, random: Random, material: Material) => Buffer;

const splice = (bytes: Buffer, start: number, removed: number, inserted: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)]);

/** Units whose repetition slows readers: white space, escapes, nesting and separators. */
const repeatedUnits: readonly string[] = [
  '0',
  ' ',
  '\t',
  '\r\n ',
  ',',
  ';',
  ';a=',
  '=',
  '-',
  '.',
  '/',
  '%',
  '&',
  "'",
  '"',
  '\\',
  '\\"',
  '<',
  '<a ',
  '<!--',
  '<!---->',
  '[',
  '{',
  '{"a":',
  '${',
];

/** Few are enough where the time doubles with each, many are needed where it grows with the square. */
const repetitionCounts: readonly number[] = [10, 30, 60, 300, 3_000, 60_000, 120_000];

/** Larger than the longest text field that the service accepts. In bytes. */
const maxRepetition = 300_000;

/**
 * A unit many times over: a byte, a token, a common unit, or a piece of `bytes`. Half of the time it ends in something
 * else, because expressions that go back over what they matched do so when the rest does not match.
 */
function repetition(bytes: Buffer, tokens: readonly string[], random: Random, most: number): Buffer {
  const start = random.below(bytes.length + 1);
  const units = [
    () => Buffer.from(random.pick(repeatedUnits), 'latin1'),
    () => Buffer.from(random.pick(repeatedUnits), 'latin1'),
    () => Buffer.from(random.pick(tokens), 'latin1'),
    () => Buffer.from([random.below(256)]),
    () => bytes.subarray(start, start + 1 + random.below(16)),
  ];
  const unit = random.pick(units)();
  const size = Math.min(most, unit.length * random.pick(repetitionCounts));
  const endings = ['', '', 'x', random.pick(tokens)];
  return Buffer.concat([Buffer.alloc(size, unit), Buffer.from(random.pick(endings), 'latin1')]);
}

/**
 * `bytes` with a repetition at the beginning, or in place of up to three bytes anywhere: of a closing quote, for
 * instance.
 *
 * @param most bytes of the repetition, at most
 */
export const withRepetition = (
  bytes: Buffer,
  tokens: readonly string[],
  random: Random,
  most = maxRepetition,
): Buffer =>
  splice(
    bytes,
    random.below(4) === 0 ? 0 : random.below(bytes.length + 1),
    random.below(4),
    repetition(bytes, tokens, random, most),
  );

const mutations: readonly Mutation[] = [
  function insertRepetition(bytes, random, { tokens }) {
    return withRepetition(bytes, tokens, random);
  },
  function changeByte(bytes, random) {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy.writeUInt8(random.below(256), random.below(copy.length));
    return copy;
  },
  function insertToken(bytes, random, { tokens }) {
    return splice(
      bytes,
      random.below(bytes.length + 1),
      0,
      Buffer.from(` ${random.pick(tokens)} `, 'latin1'),
    );
  },
  function overwriteWithToken(bytes, random, { tokens }) {
    const token = Buffer.from(random.pick(tokens), 'latin1');
    return splice(bytes, random.below(bytes.length + 1), token.length, token);
  },
  function removePiece(bytes, random) {
    return splice(bytes, random.below(bytes.length + 1), random.below(200), Buffer.alloc(0));
  },
  function repeatPiece(bytes, random) {
    const start = random.below(bytes.length + 1);
    const piece = bytes.subarray(start, start + random.below(300));
    return splice(bytes, start, 0, Buffer.concat(Array<Buffer>(1 + random.below(20)).fill(piece)));
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  function splicePieceOfOther(bytes, random, { other }) {
    const start = random.below(other.length + 1);
    return splice(
      bytes,
      random.below(bytes.length + 1),
      random.below(100),
      other.subarray(start, start + random.below(2000)),
    );
  },
  function changeNumber(bytes, random) {
    const text = bytes.toString('latin1');
    const numbers = [...text.matchAll(/\d+/g)];
    if (numbers.length === 0) return bytes;
    const number = random.pick(numbers);
    const value = random.pick([
      '0',
      '1',
      '2',
      '3',
      '7',
      '255',
      '100000',
      '4294967296',
      String(random.below(bytes.length + 1)),
    ]);
    return splice(bytes, number.index, number[0].length, Buffer.from(value, 'latin1'));
  },
  function changeReference(bytes, random) {
    const references = [...bytes.toString('latin1').matchAll(/\d{1,10} 0 R/g)];
    if (references.length === 0) return bytes;
    const from = random.pick(references);
    return splice(bytes, from.index, from[0].length, Buffer.from(random.pick(references)[0], 'latin1'));
  },
];

/** `bytes` with one to six changes of the kinds that break files. */
export function mutated(
  bytes: Buffer,
  others: readonly Buffer[],
  tokens: readonly string[],
  random: Random,
): Buffer {
  let result = bytes;
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    result = random.pick(mutations)(result, random, { other: random.pick(others), tokens });
  }
  return result;
}
