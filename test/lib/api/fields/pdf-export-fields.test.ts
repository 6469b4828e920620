import { expect, it } from 'vitest';
import { documentedSchema } from '#lib/api/fields/documented.ts';
import { pdfExportFields } from '#lib/api/fields/pdf-export-fields.ts';

const { magnification } = pdfExportFields;

it('magnification accepts the percentages that its description states', () => {
  const { pattern } = documentedSchema(magnification);
  const texts = Array.from({ length: 2000 }, (_, percentage) => String(percentage));
  const accepted = texts.filter((text) => magnification.safeParse(text).success).map(Number);
  expect([accepted.at(0), accepted.at(-1), accepted.length]).toEqual([50, 1600, 1551]);
  expect(texts.filter((text) => new RegExp(pattern ?? 'none').test(text)).map(Number)).toEqual(accepted);
});
