import { expect, it } from 'vitest';
import { ReferenceScan } from '#lib/engines/pdf/syntax/reference-scan.ts';

function referencesIn(text: string): [number, string][] {
  const bytes = Buffer.from(text, 'latin1');
  const scan = new ReferenceScan();
  const found: [number, string][] = [];
  for (let at = 0; scan.next(bytes, at, bytes.length); at = scan.end) {
    found.push([scan.number, text.slice(scan.start, scan.end)]);
  }
  return found;
}

it.each([
  ['an array', '[1 0 R 22 0 R]', [1, 22]],
  ['a dictionary', '<</A 3 0 R/B[4 0 R]/C<</D 5 0 R>>>>', [3, 4, 5]],
  ['the value itself', '12 0 R', [12]],
  ['references without space between them', '[1 0 R2 0 R]', [1, 2]],
  ['numbers before references', '[0 0 612 792 7 0 R -1 8 0 R 1.5 9 0 R]', [7, 8, 9]],
  [
    'strings and names that look like references',
    '[(1 0 R (2 0 R) \\) 3 0 R)/4 0 R<05200020>/A6#200#20R 7 0 R]',
    [7],
  ],
  ['words', '[true 1 0 R false null 2 0 R]', [1, 2]],
  ['numbers that are no references', '[1 0 1 0 R]', [1]],
  ['strings that do not close', '[(1 0 R', []],
  ['nothing', '', []],
])('finds references in %s', (_, text, expected) => {
  const found = referencesIn(text);
  expect(found.map(([number]) => number)).toEqual(expected);
  for (const [number, reference] of found) expect(reference).toBe(`${number} 0 R`);
});
