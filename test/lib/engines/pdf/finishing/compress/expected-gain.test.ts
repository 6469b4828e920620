import { PDFContext } from 'pdf-lib';
import { expect, it } from 'vitest';
import { ExpectedGain } from '#lib/engines/pdf/finishing/compress/expected-gain.ts';
import { PDFDict, PDFName, PDFRawStream } from '#lib/engines/pdf/objects.ts';

/** A stream of a kilobyte. @param hint the level of zlib that its header names */
function stream({ subtype, hint = 2 }: { subtype?: string; hint?: number } = {}): PDFRawStream {
  const dict = PDFDict.withContext(PDFContext.create());
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  if (subtype !== undefined) dict.set(PDFName.of('Subtype'), PDFName.of(subtype));
  const contents = new Uint8Array(1000);
  contents[1] = hint << 6;
  return PDFRawStream.of(dict, contents);
}

/** How many of the next streams are compressed. */
const compressedOf = (gain: ExpectedGain, count: number, one: PDFRawStream): number =>
  Array.from({ length: count }).filter(() => !gain.isTooSmall(one)).length;

function afterSavings(one: PDFRawStream, ...saved: number[]): ExpectedGain {
  const gain = new ExpectedGain();
  for (const bytes of saved) gain.note(one, bytes);
  return gain;
}

it('takes every eighth stream once six have saved less than 1 %', () => {
  expect(compressedOf(afterSavings(stream(), 9, 9, 9, 9, 9), 16, stream())).toBe(16);
  expect(compressedOf(afterSavings(stream(), 9, 9, 9, 9, 9, 9), 16, stream())).toBe(2);
  expect(compressedOf(afterSavings(stream(), 0, 0, 0, 0, 0, 60), 16, stream())).toBe(16);
});

it('takes all again once the latest have saved more', () => {
  const gain = afterSavings(stream(), 0, 0, 0, 0, 0, 0);
  gain.note(stream(), 100);
  expect(compressedOf(gain, 16, stream())).toBe(16);
});

it('judges streams by those of their kind and level', () => {
  const gain = afterSavings(stream(), 0, 0, 0, 0, 0, 0);
  expect(compressedOf(gain, 16, stream({ hint: 1 }))).toBe(16);
  expect(compressedOf(gain, 16, stream({ subtype: 'Form' }))).toBe(16);
});

it('takes all images', () => {
  const image = stream({ subtype: 'Image' });
  expect(compressedOf(afterSavings(image, 0, 0, 0, 0, 0, 0), 16, image)).toBe(16);
});
