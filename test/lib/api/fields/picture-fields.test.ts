import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contract as images } from '#lib/api/contracts/pdf-images.ts';
import { contract as thumbnail } from '#lib/api/contracts/thumbnail.ts';
import { imagesRules, thumbnailRules } from '#lib/api/fields/picture-fields.ts';
import { follows } from '../../../support/form-rules.ts';

const shared = {
  format: fc.constantFrom('png', 'jpeg', 'webp'),
  width: fc.constant('100'),
  quality: fc.constant('80'),
};

it.each([
  [images, imagesRules, { dpi: fc.constant('72'), background: fc.constantFrom('transparent', '#ffffff') }],
  [thumbnail, thumbnailRules, {}],
])('the rules of $name are those that its requests are checked by', ({ body }, rules, own) => {
  fc.assert(
    fc.property(fc.record({ ...shared, ...own }, { requiredKeys: [] }), (texts) => {
      const valid = rules.every((rule) => follows(texts, rule));
      expect(body.fields.safeParse(texts).success).toBe(valid);
    }),
  );
});
