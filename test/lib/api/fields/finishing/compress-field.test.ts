import { describe, expect, it } from 'vitest';
import { compressField } from '#lib/api/fields/finishing/compress-field.ts';
import { finishingOptions } from '#lib/api/options/finishing.ts';

const faults = (text: string) =>
  (compressField.safeParse(text).error?.issues ?? []).map(({ path, message }) =>
    `${path.join('.')} ${message}`.trim(),
  );

describe('compress', () => {
  it.each([
    ['lossless', {}],
    ['print', { images: { dpi: 300, quality: 85, grayscale: false } }],
    ['screen', { images: { dpi: 150, quality: 75, grayscale: false } }],
    ['{}', { images: { dpi: 150, quality: 75, grayscale: false } }],
    ['{"dpi":200}', { images: { dpi: 200, quality: 75, grayscale: false } }],
    ['{"grayscale":true,"quality":40}', { images: { dpi: 150, quality: 40, grayscale: true } }],
  ])('accepts %s', (text, options) => {
    expect(compressField.parse(text)).toEqual(options);
    expect(finishingOptions.parse({ compress: options })).toEqual({ compress: options });
  });

  const forms = 'must be lossless, print, screen, or a JSON object with dpi, quality and grayscale';
  it.each([
    ['ebook', forms],
    ['"screen"', forms],
    ['[]', forms],
    ['true', forms],
    ['toString', forms],
    ['{dpi:1}', 'must be JSON: {"dpi":200,"quality":80}'],
    ['{"dpi":35}', 'dpi must be an integer from 36 to 1200'],
    ['{"dpi":150.5}', 'dpi must be an integer from 36 to 1200'],
    ['{"quality":101}', 'quality must be an integer from 1 to 100'],
    ['{"quality":"75"}', 'quality must be an integer from 1 to 100'],
    ['{"grayscale":1}', 'grayscale must be true or false'],
    ['{"size":1}', 'has unknown properties: size; valid properties are dpi, quality, grayscale'],
  ])('rejects %s', (text, message) => {
    expect(faults(text)).toEqual([message]);
  });
});
