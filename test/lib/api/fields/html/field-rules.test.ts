import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '#lib/api/contracts/html-url.ts';
import { renderRules } from '#lib/api/fields/html/field-rules.ts';
import { imageFields, pdfFields, renderFields } from '#lib/api/fields/html/fields.ts';
import { renderOptions } from '#lib/conversions/html/options.ts';
import { follows } from '../../../../support/form-rules.ts';

const values: Record<string, string[]> = {
  pageSize: ['A5'],
  paperWidth: ['100mm'],
  paperHeight: ['100mm'],
  landscape: ['true'],
  fullPage: ['false'],
  quality: ['80'],
  omitBackground: ['true', 'false'],
  selector: ['#chart'],
  clip: ['{"x":0,"y":0,"width":10,"height":10}'],
  tagged: ['true', 'false'],
  outline: ['true', 'false'],
  waitDelay: ['10'],
};

describe('the rules between the fields of a rendering', () => {
  it('match their description', () => {
    const fields = fc.record(
      Object.fromEntries(Object.entries(values).map(([name, each]) => [name, fc.constantFrom(...each)])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, fc.constantFrom('pdf', 'png', 'jpeg', 'webp'), (given, format) => {
        const texts = { url: 'https://example.com/', format, ...(given as Record<string, string>) };
        expect(contract.body.fields.safeParse(texts).success).toBe(follows(texts, renderRules));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['pdf', pdfFields],
    ['jpeg', imageFields],
  ])('accept the documented defaults of %s without effect', (format, fields) => {
    const optionsOf = (texts: Record<string, string>) =>
      renderOptions(contract.body.fields.parse({ url: 'https://example.com/', format, ...texts }));
    const reported = Object.entries({ ...fields, javascript: renderFields.javascript }).flatMap(
      ([name, field]) => {
        const [, value] = / Default: (?!none)(\S+)\.$/.exec(field.description ?? '') ?? [];
        return value === undefined ? [] : [[name, value] as const];
      },
    );
    expect(reported.length).toBeGreaterThan(5);
    for (const [name, value] of reported) {
      expect([name, optionsOf({ [name]: value })]).toEqual([name, optionsOf({})]);
    }
  });
});
