import { keys } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFHexString, PDFNumber, type PDFObject } from '../../objects.ts';
import { arrayOf, dictOf } from '../object-builders.ts';
import { fannedOut } from './fan-out.ts';
import { arrayAt, asDict, bytesOf, resolved } from '../lookup.ts';

/**
 * The entries of a name tree (PDF 32000-1, 7.9.6) in file order. Keys are byte strings, one character per byte. Values
 * are not resolved; most are references.
 */
export const readNameTree = (root: PDFDict | undefined): [key: string, value: PDFObject][] =>
  readTree(root, 'Names', bytesOf);

/** The entries of a number tree (PDF 32000-1, 7.9.7) in file order. */
export const readNumberTree = (root: PDFDict | undefined): [key: number, value: PDFObject][] =>
  readTree(root, 'Nums', (key) =>
    key instanceof PDFNumber && Number.isInteger(key.asNumber()) ? key.asNumber() : undefined,
  );

/** Ignores `Limits`, and reads each node once. */
function readTree<K>(
  root: PDFDict | undefined,
  leafKey: 'Names' | 'Nums',
  keyOf: (key: PDFObject | undefined) => K | undefined,
): [K, PDFObject][] {
  const entries: [K, PDFObject][] = [];
  const seen = new Set<PDFDict>();
  const open = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const { context } = node;
    const pairs = arrayAt(node, keys[leafKey])?.asArray() ?? [];
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      const key = keyOf(resolved(context, pairs[index]));
      const value = pairs[index + 1];
      if (key !== undefined && value && resolved(context, value)) entries.push([key, value]);
    }
    const kids = arrayAt(node, keys.Kids)?.asArray() ?? [];
    for (const kid of kids.toReversed()) {
      const dict = asDict(resolved(context, kid));
      if (dict) open.push(dict);
    }
  }
  return entries;
}

/** A name tree of `entries`; undefined if there are none. */
export function buildNameTree(
  context: PDFContext,
  entries: Iterable<readonly [key: string, value: PDFObject]>,
): PDFDict | undefined {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return buildTree(context, sorted, 'Names', (key) =>
    PDFHexString.of(Buffer.from(key, 'latin1').toString('hex')),
  );
}

/** A number tree of `entries`; undefined if there are none. */
export function buildNumberTree(
  context: PDFContext,
  entries: Iterable<readonly [key: number, value: PDFObject]>,
): PDFDict | undefined {
  const sorted = [...entries].sort(([a], [b]) => a - b);
  return buildTree(context, sorted, 'Nums', (key) => PDFNumber.of(key));
}

function buildTree<K>(
  context: PDFContext,
  entries: readonly (readonly [K, PDFObject])[],
  leafKey: 'Names' | 'Nums',
  keyObject: (key: K) => PDFObject,
): PDFDict | undefined {
  let level = fannedOut(entries).map((group) => ({
    ...keysOf(group.map(([key]) => [key, key])),
    dict: dictOf(context, {
      [leafKey]: arrayOf(
        context,
        group.flatMap(([key, value]) => [keyObject(key), value]),
      ),
    }),
  }));
  while (level.length > 1) {
    for (const { dict, first, last } of level) {
      dict.set(keys.Limits, arrayOf(context, [keyObject(first), keyObject(last)]));
    }
    level = fannedOut(level).map((group) => ({
      ...keysOf(group.map(({ first, last }) => [first, last])),
      dict: dictOf(context, {
        Kids: arrayOf(
          context,
          group.map(({ dict }) => context.register(dict)),
        ),
      }),
    }));
  }
  return level[0]?.dict;
}

/** The least and the greatest key below a node. */
function keysOf<K>(kids: readonly [first: K, last: K][]): { first: K; last: K } {
  const [first, last] = [kids.at(0), kids.at(-1)];
  if (!first || !last) throw new RangeError('a node needs a kid');
  return { first: first[0], last: last[1] };
}
