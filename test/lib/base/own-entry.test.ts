import { expect, it } from 'vitest';
import { ownEntry } from '#lib/base/own-entry.ts';
import { predefinedNames } from '#lib/engines/pdf/conformance/fonts/unicode/simple-encoding.ts';
import { resolveReferences } from '#lib/engines/office/xml-tokens.ts';
import { parseDuration } from '#lib/gotenberg/form/go-values.ts';

it('only entries of the table itself are found', () => {
  expect(['a', 'constructor', 'toString', '__proto__'].map((key) => ownEntry({ a: 1 }, key))).toEqual([
    ...[1, undefined, undefined, undefined],
  ]);
});

it('names of inherited properties are unknown encodings, entities and units', () => {
  expect(predefinedNames('constructor')).toBeUndefined();
  expect(resolveReferences('&constructor;&amp;')).toBe('&constructor;&');
  expect(() => parseDuration('1constructor')).toThrow('invalid duration');
});
