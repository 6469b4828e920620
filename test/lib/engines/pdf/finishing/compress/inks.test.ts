import { describe, expect, it } from 'vitest';
import { resample } from '#lib/engines/pdf/finishing/compress/images/resample.ts';
import { keys } from '#lib/engines/pdf/keys.ts';
import { PDFDict, type PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { nameOf } from '#lib/engines/pdf/syntax/names.ts';
import { openJpegCodec } from '#lib/engines/pictures/jpeg/codec.ts';
import { frameOf, isFrame } from '#lib/engines/pictures/jpeg/frame.ts';
import { segmentsOf } from '#lib/engines/pictures/jpeg/segments.ts';
import { compressed } from '../../../../../support/compressed.ts';
import { imageObject, imagePdf, photoPixels } from '../../../../../support/image-pdf.ts';

const [width, height] = [600, 400];
const small = 'q 144 0 0 96 10 10 cm /Im Do Q';
const cmyk = '/ColorSpace/DeviceCMYK/BitsPerComponent 8';

/** The inks of a photo, with a part of them as black. */
const inks = Buffer.alloc(width * height * 4);
{
  const pixels = photoPixels(width, height);
  for (let at = 0; at < width * height; at += 1) {
    const colours = [0, 1, 2].map((sample) => 255 - (pixels[3 * at + sample] ?? 0));
    const black = Math.floor(Math.min(...colours) * 0.6);
    inks.set([...colours.map((ink) => ink - black), black], 4 * at);
  }
}
const inverted = Buffer.from(inks.map((ink) => 255 - ink));

const codec = await openJpegCodec();
const jpegOf = (data: Buffer): Buffer => Buffer.from(codec.encodeInks({ width, height, data }, 92) ?? []);

async function reduced(entries: string, data: Buffer, grayscale = false) {
  const image = imageObject({ width, height, entries: `${cmyk}${entries}`, data });
  const { source } = await compressed([imagePdf(image, small)], {
    images: { dpi: 150, quality: 75, grayscale },
  });
  const resources = source.context.lookup(source.pages[0]?.attributes.Resources, PDFDict);
  const { dict, contents } = resources.lookup(keys.XObject, PDFDict).lookup(nameOf('Im')) as PDFRawStream;
  const entry = (key: 'ColorSpace' | 'Decode' | 'DecodeParms' | 'Filter' | 'Width') =>
    dict.get(keys[key])?.toString();
  return { entry, contents };
}

/** The mean difference of samples. */
const difference = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, sample, at) => sum + Math.abs(sample - (other[at] ?? 999)), 0) / one.length;

const half = (data: Uint8Array, components: 1 | 4): Uint8Array =>
  resample({ width, height, components, stride: components, data }, width / 2, height / 2).data;

describe('an image of four inks', () => {
  it('is coded as brightness, differences and black, which have all pixels', () => {
    const segments = [...segmentsOf(jpegOf(inks))];
    const frames = segments.filter(({ marker }) => isFrame(marker));
    expect(frames).toHaveLength(1);
    const { components, samplings } = frameOf(frames[0]?.marker ?? 0, frames[0]?.data ?? Buffer.of());
    expect(components).toEqual([1, 2, 3, 4]);
    expect(samplings[3]).toBe(samplings[0]);
    const adobe = segments.find(({ data }) => data.toString('latin1', 0, 5) === 'Adobe');
    expect(adobe?.data.at(-1)).toBe(2);
  });

  it.each([
    ['without loss', '', inks],
    ['as JPEG', '/Filter/DCTDecode', jpegOf(inks)],
    ['as JPEG of inverted inks', '/Filter/DCTDecode/Decode[1 0 1 0 1 0 1 0]', jpegOf(inverted)],
    ['as JPEG with a transform', '/Filter/DCTDecode/DecodeParms<</ColorTransform 1>>', jpegOf(inks)],
  ])('%s becomes a smaller JPEG of the same inks', async (_, entries, data) => {
    const { entry, contents } = await reduced(entries, data);
    expect([entry('Filter'), entry('Width'), entry('ColorSpace')]).toEqual([
      '/DCTDecode',
      '300',
      '/DeviceCMYK',
    ]);
    expect(entry('Decode') !== undefined).toBe(entries.includes('/Decode['));
    expect(entry('DecodeParms')).toBeUndefined();
    const decoded = codec.decodeInks(contents, undefined);
    const expected = half(entries.includes('/Decode[') ? inverted : inks, 4);
    expect(difference(expected, decoded?.data ?? Buffer.of())).toBeLessThan(4);
  });

  it.each([
    ['inks', '/Filter/DCTDecode', jpegOf(inks)],
    ['inverted inks', '/Filter/DCTDecode/Decode[1 0 1 0 1 0 1 0]', jpegOf(inverted)],
  ])('becomes gray: %s', async (_, entries, data) => {
    const { entry, contents } = await reduced(entries, data, true);
    expect([entry('ColorSpace'), entry('Decode')]).toEqual(['/DeviceGray', undefined]);
    const gray = Buffer.alloc(width * height);
    for (let at = 0; at < gray.length; at += 1) {
      const [cyan = 0, magenta = 0, yellow = 0, black = 0] = inks.subarray(4 * at, 4 * at + 4);
      gray[at] = 255 - Math.min(255, 0.299 * cyan + 0.587 * magenta + 0.114 * yellow + black);
    }
    const shown = codec.decode(contents)?.data.filter((_, at) => at % 4 === 0);
    expect(difference(half(gray, 1), shown ?? Buffer.of())).toBeLessThan(4);
  });

  it.each([
    ['its samples have an impossible size', (jpeg: Buffer) => changeFrame(jpeg, 7, 0x01)],
    ['it is cut off', (jpeg: Buffer) => jpeg.subarray(0, jpeg.length / 2)],
    ['its frame says another width', (jpeg: Buffer) => changeFrame(jpeg, 4, 0)],
  ])('stays as it is if %s', async (_, damage) => {
    const data = damage(jpegOf(inks));
    const { entry, contents } = await reduced('/Filter/DCTDecode', data);
    expect(entry('Width')).toBe(String(width));
    expect(Buffer.compare(contents, data)).toBe(0);
  });
});

/** A JPEG with another byte in its frame, counted after the length. */
function changeFrame(jpeg: Buffer, at: number, value: number): Buffer {
  const frame = [...segmentsOf(jpeg)].find(({ marker }) => isFrame(marker));
  const copy = Buffer.from(jpeg);
  copy[(frame?.start ?? 0) + 4 + at] = value;
  return copy;
}
