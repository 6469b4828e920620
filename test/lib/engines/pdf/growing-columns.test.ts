import { expect, it } from 'vitest';
import { Location, ObjectTable } from '#lib/engines/pdf/reader/object-table.ts';
import { ownGroup, RawObjects } from '#lib/engines/pdf/output/raw-objects.ts';
import { defaultPdfLimits, WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { ObjectPlaces } from '#lib/engines/pdf/writer/object-places.ts';

/** Columns have room for a power of two. */
const count = 2 ** 18;

/** The bytes that each object takes, and how one is entered. */
const columns: [string, number, () => (number: number) => void][] = [
  [
    'a cross-reference',
    9,
    () => {
      const table = new ObjectTable(new WorkBudget(defaultPdfLimits));
      return (number) => table.add(number, Location.offset, number, 0);
    },
  ],
  [
    'copied objects',
    28,
    () => {
      const raw = new RawObjects();
      return (number) => {
        raw.begin();
        raw.finish(number, ownGroup);
      };
    },
  ],
  [
    'places in a file',
    10,
    () => {
      const places = new ObjectPlaces(1);
      return (number) => places.place(number, number);
    },
  ],
];

it.each(columns)('growing columns free their previous memory at once: %s', (_, bytes, make) => {
  const enter = make();
  const before = process.memoryUsage().arrayBuffers;
  for (let number = 1; number < count; number += 1) enter(number);
  const taken = process.memoryUsage().arrayBuffers - before;
  expect(taken).toBeLessThan(1.1 * bytes * count);
});
