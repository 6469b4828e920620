import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { contracts } from '#lib/api/contracts.ts';
import { documentedSchema, type FieldSchema } from '#lib/api/fields/documented.ts';

/** Texts that stand for the values that a description allows. Undefined where a schema does not state them. */
function described(schema: FieldSchema): fc.Arbitrary<string> | undefined {
  const { type, enum: choices, pattern, minLength = 0, maxLength = Infinity } = schema;
  const { minimum = -1e6, maximum = 1e6 } = schema;
  if (choices) return fc.constantFrom(...choices);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum }).map(String);
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true }).map(String);
  if (pattern === undefined) return undefined;
  return fc
    .stringMatching(new RegExp(pattern))
    .filter((text) => text.length >= minLength && text.length <= maxLength);
}

/** Their patterns state how they are written: not the order of pages, and not the bounds of lengths in several units. */
const inexact = /^(?:pages|ranges|pageRanges|paper(?:Width|Height)|margin(?:Top|Right|Bottom|Left))$/;

const fields = new Map<z.ZodType, string>();
for (const { name, body } of contracts) {
  if (body?.kind !== 'multipart') continue;
  for (const [field, schema] of Object.entries(body.fields.shape)) {
    if (inexact.test(field) || fields.has(schema as z.ZodType)) continue;
    fields.set(schema as z.ZodType, `${field} of ${name}`);
  }
}
const cases = [...fields].flatMap(([field, name]) => {
  const values = described(documentedSchema(field) as unknown as FieldSchema);
  return values === undefined ? [] : [{ name, field, values }];
});

describe('a field accepts the values that its description states', () => {
  it.each(cases)('$name', ({ field, values }) => {
    fc.assert(
      fc.property(values, (text) => {
        expect(field.safeParse(text).error?.issues).toBeUndefined();
      }),
    );
  });
});
