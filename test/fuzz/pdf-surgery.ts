import { type Anatomy, dissect, type Objects, written } from './pdf-anatomy.ts';
import type { Random } from './mutations.ts';

/** Operates on files, each taken apart once. */
export class PdfSurgeon {
  readonly #anatomies = new WeakMap<Buffer, Promise<Anatomy | undefined>>();

  /** `patient` after one to six operations, some with objects of `donor`; unchanged when it has no objects. */
  async operate(patient: Buffer, donor: Buffer, random: Random): Promise<Buffer> {
    const [one, other] = await Promise.all([this.#anatomy(patient), this.#anatomy(donor)]);
    return one && other ? operatedOn(one, other, random) : patient;
  }

  #anatomy(pdf: Buffer): Promise<Anatomy | undefined> {
    const known = this.#anatomies.get(pdf) ?? dissect(pdf);
    this.#anatomies.set(pdf, known);
    return known;
  }
}

interface Operation {
  objects: Objects;
  random: Random;
  other: Objects;
}

/** Where a value follows a key, and the value: a number, name, text, reference, or the start of something longer. */
const entry =
  /\/([A-Za-z]\w*)\s*(-?\d+ \d+ R|-?[\d.]+|\/[\w.#+-]*|\((?:[^()\\]|\\.)*\)|<[\dA-Fa-f\s]*>|\[[^[\]]*\]|<<[^<>]*>>|true|false|null)/g;

const oddValues = [
  '0',
  '-1',
  '3.7',
  '2147483648',
  '1e9',
  'true',
  'null',
  '/Name',
  '/FlateDecode',
  '(text)',
  '<feff>',
  '[]',
  '[0 0 0 0]',
  '[null [null] <<>>]',
  '<<>>',
  '<</Type/Page>>',
  '[/FlateDecode /FlateDecode /FlateDecode]',
  '99999 0 R',
  `${'['.repeat(600)}${']'.repeat(600)}`,
];

/** Entries by which streams are read. */
const streamEntries: readonly string[] = [
  '/Length 0',
  '/Length -5',
  '/Length 99999999',
  '/Length 1 0 R',
  '/Filter/FlateDecode',
  '/Filter[/ASCIIHexDecode/FlateDecode]',
  '/Filter[/ASCII85Decode/LZWDecode/RunLengthDecode]',
  '/Filter/Crypt',
  '/Filter/DCTDecode',
  '/DecodeParms<</Predictor 15/Columns 4>>',
  '/DecodeParms<</Predictor 2/Columns 2147483647/Colors 32/BitsPerComponent 16>>',
  '/DecodeParms[null <</Predictor 12/Columns 0>>]',
  '/W[1 2 1]',
  '/W[8 8 8]',
  '/W[0 0 0]',
  '/Index[0 2147483647]',
  '/Index[5 -3]',
  '/N 100000',
  '/First 9999',
  '/Extends 1 0 R',
  '/Type/ObjStm/N 3/First 10',
  '/Type/XRef/Size 9',
  '/F(file.bin)',
];

const numberOf = (objects: Objects, random: Random): number => random.pick([...objects.keys()]);

/** An object that a pattern is found in, if there is one. */
function having(objects: Objects, random: Random, pattern: RegExp): [number, string] | undefined {
  const found = [...objects].filter(([, body]) => pattern.test(body));
  return found.length > 0 ? random.pick(found) : undefined;
}

/** `body` with one of the places where `pattern` (global) is found replaced. */
function replaceOne(
  body: string,
  random: Random,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string,
): string {
  // Only in the dictionary. Other mutations change the data of streams.
  const head = body.slice(0, dataStart(body));
  const matches = [...head.matchAll(pattern)];
  if (matches.length === 0) return body;
  const match = random.pick(matches);
  return body.slice(0, match.index) + replacement(match) + body.slice(match.index + match[0].length);
}

/** The offset of a stream's data, or the end of an object that is not a stream. */
function dataStart(body: string): number {
  const match = /stream\r?\n/.exec(body);
  return match ? match.index : body.length;
}

const operations: readonly ((operation: Operation) => void)[] = [
  function swapObjects({ objects, random }) {
    const [one, two] = [numberOf(objects, random), numberOf(objects, random)];
    const [first = '', second = ''] = [objects.get(one), objects.get(two)];
    objects.set(one, second).set(two, first);
  },
  function graftObject({ objects, random, other }) {
    objects.set(numberOf(objects, random), random.pick([...other.values()]));
  },
  function graftTree({ objects, random, other }) {
    // With new numbers, together with the objects that it refers to.
    const shift = Math.max(...objects.keys()) + 1;
    for (const [number, body] of [...other].slice(0, 200)) {
      const moved = body
        .slice(0, dataStart(body))
        .replaceAll(/(\d+) 0 R/g, (_, n) => `${Number(n) + shift} 0 R`);
      objects.set(number + shift, moved + body.slice(dataStart(body)));
    }
    retarget(objects, random, shift + numberOf(other, random));
  },
  function retargetReference({ objects, random }) {
    retarget(objects, random, numberOf(objects, random));
  },
  function changeValue({ objects, random }) {
    const number = numberOf(objects, random);
    const change = ([, key = '']: RegExpExecArray): string => `/${key} ${random.pick(oddValues)}`;
    objects.set(number, replaceOne(objects.get(number) ?? '', random, entry, change));
  },
  function moveValue({ objects, random }) {
    // A value that is right somewhere else.
    const values = [...(objects.get(numberOf(objects, random)) ?? '').slice(0, 20_000).matchAll(entry)];
    const number = numberOf(objects, random);
    if (values.length === 0) return;
    const change = ([, key = '']: RegExpExecArray): string => `/${key} ${random.pick(values)[2] ?? ''}`;
    objects.set(number, replaceOne(objects.get(number) ?? '', random, entry, change));
  },
  function tieKids({ objects, random }) {
    const found = having(objects, random, /\/(?:Kids|Fields|Annots|K|Nums|Names|Order|OCGs)\s*\[/);
    if (!found) return;
    const [number, body] = found;
    const kid = random.pick([number, numberOf(objects, random), ...referencesIn(body)]);
    const kids = `${kid} 0 R `.repeat(random.pick([1, 2, 50]));
    const into = /\/(?:Kids|Fields|Annots|K|Nums|Names|Order|OCGs)\s*\[/g;
    objects.set(
      number,
      replaceOne(body, random, into, ([start]) => start + kids),
    );
  },
  function tieChain({ objects, random }) {
    const found = having(
      objects,
      random,
      /\/(?:Parent|First|Last|Next|Prev|Pg|P|A|Dest|Popup|IRT)\s+\d+ \d+ R/,
    );
    if (!found) return;
    const [number, body] = found;
    const to = random.pick([number, numberOf(objects, random), ...referencesIn(body)]);
    const link = /\/(Parent|First|Last|Next|Prev|Pg|P|A|Dest|Popup|IRT)\s+\d+ \d+ R/g;
    objects.set(
      number,
      replaceOne(body, random, link, ([, key = '']) => `/${key} ${to} 0 R`),
    );
  },
  function exchangeStreams({ objects, random, other }) {
    const to = having(objects, random, /stream\r?\n/);
    const from = having(random.below(2) === 0 ? objects : other, random, /stream\r?\n/);
    if (!to || !from) return;
    const [number, body] = to;
    objects.set(number, body.slice(0, dataStart(body)) + from[1].slice(dataStart(from[1])));
  },
  function cutStream({ objects, random }) {
    const found = having(objects, random, /stream\r?\n/);
    if (!found) return;
    const [number, body] = found;
    const at = dataStart(body) + random.below(body.length - dataStart(body) + 1);
    objects.set(number, body.slice(0, at) + body.slice(at + random.below(500)));
  },
  function rewriteStreamEntry({ objects, random }) {
    const found = having(objects, random, /<<[^]*stream\r?\n/);
    if (!found) return;
    const [number, body] = found;
    // In place of the one that it has, or before it: readers differ about which of two counts.
    const added = random.pick(streamEntries);
    const key = /^\/\w+/.exec(added)?.[0] ?? '';
    const renamed = random.below(2) === 0 ? body : body.replace(key, '/Was');
    objects.set(number, renamed.replace('<<', `<<${added.replaceAll('$', '$$$$')} `));
  },
  function removeObject({ objects, random }) {
    if (objects.size > 2) objects.delete(numberOf(objects, random));
  },
  function copyObject({ objects, random }) {
    const number = Math.max(...objects.keys()) + 1;
    objects.set(number, objects.get(numberOf(objects, random)) ?? 'null');
    retarget(objects, random, number);
  },
];

const referencesIn = (body: string): number[] =>
  [...body.slice(0, 50_000).matchAll(/(\d{1,7}) 0 R/g)].slice(0, 50).map(([, number]) => Number(number));

function retarget(objects: Objects, random: Random, to: number): void {
  const found = having(objects, random, /\d 0 R/);
  if (!found) return;
  objects.set(
    found[0],
    replaceOne(found[1], random, /\d+ 0 R/g, () => `${to} 0 R`),
  );
}

/** A file of the objects of `patient` after one to six operations, with material of `donor`. */
function operatedOn(patient: Anatomy, donor: Anatomy, random: Random): Buffer {
  const objects: Objects = new Map(patient.objects);
  const before = { ...patient, objects: new Map(objects) };
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    random.pick(operations)({ objects, random, other: donor.objects });
  }
  return written(before, { ...patient, objects }, donor, random);
}
