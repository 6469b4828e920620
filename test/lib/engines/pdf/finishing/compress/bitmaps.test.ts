import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeFax } from '#lib/engines/pictures/ccitt/decoder.ts';
import { encodeGroup4 } from '#lib/engines/pictures/ccitt/group4-encoder.ts';
import type { CompressionOptions } from '#lib/api/fields/finishing/compression-options.ts';
import { keys } from '#lib/engines/pdf/keys.ts';
import { nameOf } from '#lib/engines/pdf/syntax/names.ts';
import { PDFDict, PDFNumber, type PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { compressed } from '../../../../../support/compressed.ts';
import { imageObject, imagePdf, photoPixels } from '../../../../../support/image-pdf.ts';

const [width, height] = [1200, 800];
const rowLength = width / 8;

/** Words as a scanner sees them: strokes of different widths and slants. Paper has the bit 1. */
const text = Buffer.alloc(rowLength * height, 0xff);
{
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 16) % below;
  };
  for (let stroke = 0; stroke < 3000; stroke += 1) {
    const [left, top, wide, slant] = [
      100 + random(width - 300),
      40 + random(37) * 20,
      2 + random(3),
      random(3) - 1,
    ];
    for (let row = 0; row < 12; row += 1) {
      for (let x = left + ((row * slant) >> 1); x < left + ((row * slant) >> 1) + wide; x += 1) {
        const at = (top + row) * rowLength + (x >> 3);
        text[at] = (text[at] ?? 0) & ~(0x80 >> (x & 7));
      }
    }
  }
}

/** A photo as dots of two colours. */
const dots = Buffer.alloc(rowLength * height);
{
  const pixels = photoPixels(width, height);
  const grid = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isSet = (pixels[3 * at] ?? 0) > 16 * (grid[(y % 4) * 4 + (x % 4)] ?? 0);
    if (isSet) dots[at >> 3] = (dots[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
}

const gray = '/ColorSpace/DeviceGray/BitsPerComponent 1';
const screen = { images: { dpi: 150, quality: 75, grayscale: false } };

/** The image of the compressed document, painted in `inches` of width. */
async function recoded(entries: string, data: Buffer, options: CompressionOptions = {}, inches = 4) {
  const [wide, high] = [72 * inches, (72 * inches * height) / width];
  const image = imageObject({ width, height, entries, data });
  const { source, bytes, plain } = await compressed(
    [imagePdf(image, `q ${wide} 0 0 ${high} 0 0 cm /Im Do Q`)],
    options,
  );
  const resources = source.context.lookup(source.pages[0]?.attributes.Resources, PDFDict);
  const stream = resources.lookup(keys.XObject, PDFDict).lookup(nameOf('Im')) as PDFRawStream;
  const entry = (key: 'Filter' | 'Width' | 'Decode' | 'ImageMask') => String(stream.dict.lookup(keys[key]));
  return { source, stream, entry, saved: plain.length - bytes.length };
}

/** The rows of an image with the filter CCITTFaxDecode. */
function faxRows(stream: PDFRawStream): Buffer {
  const parameters = stream.dict.lookup(keys.DecodeParms, PDFDict);
  const number = (dict: PDFDict, key: 'Columns' | 'Height' | 'K') =>
    dict.lookup(keys[key], PDFNumber).asNumber();
  expect(number(parameters, 'K')).toBe(-1);
  const isBlackOne = String(parameters.lookup(keys.BlackIs1)) === 'true';
  const size = { width: number(parameters, 'Columns'), height: number(stream.dict, 'Height') };
  const coding = { ...size, dimensions: 'two', isAligned: false } as const;
  return Buffer.from(decodeFax(stream.contents, { ...coding, white: isBlackOne ? 0 : 1 }) ?? []);
}

const inverted = (data: Buffer): Buffer => Buffer.from(data.map((byte) => 255 - byte));

/** The text as codes for facsimile. */
const fax = Buffer.from(encodeGroup4({ width, height, data: text }, 1, 1e6) ?? []);

describe('an image in two colours', () => {
  it.each([
    ['gray', gray, text],
    ['gray, white on black', gray, inverted(text)],
    ['a stencil mask', '/ImageMask true/Decode[1 0]', text],
    ['of a palette', '/ColorSpace[/Indexed/DeviceRGB 1<ff000000ff00>]/BitsPerComponent 1', text],
    [
      'of an ink',
      '/ColorSpace[/Separation/Gold/DeviceGray<</FunctionType 2/Domain[0 1]/N 1>>]/BitsPerComponent 1',
      text,
    ],
  ])('%s keeps its pixels as Group 4', async (_, entries, pixels) => {
    const { stream, entry, saved } = await recoded(`${entries}/Filter/FlateDecode`, deflateSync(pixels));
    expect(entry('Filter')).toBe('/CCITTFaxDecode');
    expect(faxRows(stream).equals(pixels)).toBe(true);
    expect(saved).toBeGreaterThan(0);
    if (entries.includes('Decode')) expect(entry('Decode')).toBe('[ 1 0 ]');
  });

  it('keeps its pixels if its rows were predicted', async () => {
    const rows = Array.from({ length: height }, (_, row) =>
      Buffer.concat([Buffer.of(0), text.subarray(row * rowLength, (row + 1) * rowLength)]),
    );
    const entries = `${gray}/Filter/FlateDecode/DecodeParms<</Predictor 15/BitsPerComponent 1/Columns ${width}>>`;
    const { stream, entry } = await recoded(entries, deflateSync(Buffer.concat(rows)));
    expect(entry('Filter')).toBe('/CCITTFaxDecode');
    expect(faxRows(stream).equals(text)).toBe(true);
  });

  it('stays Flate data if it consists of dots', async () => {
    const { source, stream, entry } = await recoded(gray, dots);
    expect(entry('Filter')).toBe('/FlateDecode');
    expect(Buffer.from(source.decode(stream) ?? []).equals(dots)).toBe(true);
  });

  it('becomes Flate data if dots were coded for facsimile', async () => {
    const data = Buffer.from(encodeGroup4({ width, height, data: dots }, 1, 1e7) ?? []);
    const entries = `${gray}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${width}>>`;
    const { source, stream, entry } = await recoded(entries, data);
    expect(entry('Filter')).toBe('/FlateDecode');
    expect(Buffer.from(source.decode(stream) ?? []).equals(dots)).toBe(true);
  });

  it.each([
    ['Group 4', `${gray}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${width}>>`, fax],
    ['damaged', `${gray}/Filter/CCITTFaxDecode/DecodeParms<</K 0/Columns ${width}>>`, fax],
    ['of another width', `${gray}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 90>>`, fax],
    ['JBIG2', `${gray}/Filter/JBIG2Decode`, fax],
    ['cut off', gray, text.subarray(0, 9000)],
  ])('stays as it is if it is %s', async (_, entries, data) => {
    const { stream, entry } = await recoded(entries, data, screen);
    expect(entry('Width')).toBe(String(width));
    if (entries.includes('Filter')) expect(Buffer.compare(stream.contents, data)).toBe(0);
  });
});

describe('the resolution of an image in two colours', () => {
  it.each([
    ['has twice the pixels of other images', 2, '600'],
    ['stays at 1.5 times of that', 2.7, '1200'],
  ])('%s', async (_, inches, expected) => {
    const entries = `${gray}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${width}>>`;
    const { stream, entry } = await recoded(entries, fax, screen, inches);
    expect([entry('Filter'), entry('Width')]).toEqual(['/CCITTFaxDecode', expected]);
    expect(faxRows(stream).length).toBe((Number(expected) / 8) * ((height * Number(expected)) / width));
  });

  it('stays if the result would look different', async () => {
    const entries = `${gray}/Filter/FlateDecode`;
    const { entry } = await recoded(entries, deflateSync(dots), screen, 2);
    expect(entry('Width')).toBe(String(width));
  });
});
