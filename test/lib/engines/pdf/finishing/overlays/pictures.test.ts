import { describe, expect, it } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { Orientation, Picture } from '#lib/engines/pictures/picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { iccProfile } from '../../../../../support/icc-profile.ts';
import { exifOf, jpegSegment, twoColourJpeg, withSegments } from '../../../../../support/jpeg.ts';
import { stamped, stampOf } from '../../../../../support/overlays.ts';
import { pngChunk } from '../../../../../support/png.ts';
import { encodePng, type Sample } from '../../../../../support/png-encoder.ts';
import { rawPdf, textPages } from '../../../../../support/raw-pdf.ts';
import { renderPage } from '../../../../../support/rendered-page.ts';

/** An empty page of 200 x 200. */
const empty = rawPdf(textPages(''));

const read = (file: Buffer): Promise<Picture> => readPicture(file, new PictureBudget());

/** The page with the picture in its center, as wide as half of it. */
const shown = (picture: Picture) => {
  const content = { kind: 'picture', picture, scale: 0.5 } as const;
  const { bytes } = stamped(empty, [stampOf({ content })]);
  expect(openPdf(bytes).findings.size).toBe(0);
  return renderPage(bytes);
};

const [red, green, blue, white] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;

/** Red above green on the left, blue above white on the right. */
const quadrants = [
  [red, blue],
  [green, white],
] as const;
const colourAt = (x: number, y: number): readonly number[] => quadrants[y < 5 ? 0 : 1][x < 5 ? 0 : 1];

/** What the upper left, upper right, lower left and lower right quadrants show by orientation. */
const turned: Readonly<Record<Orientation, readonly (readonly number[])[]>> = {
  1: [red, blue, green, white],
  2: [blue, red, white, green],
  3: [white, green, blue, red],
  4: [green, white, red, blue],
  5: [red, green, blue, white],
  6: [green, red, white, blue],
  7: [white, blue, green, red],
  8: [blue, white, red, green],
};

describe('a picture', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)('with orientation %s is turned', async (orientation) => {
    const sample: Sample = (x, y, index) => colourAt(x, y)[index] ?? 0;
    const exif = pngChunk('eXIf', exifOf(orientation));
    const picture = await read(
      encodePng({ width: 10, height: 10, bitDepth: 8, colourType: 2 }, sample, exif),
    );
    const page = await shown(picture);
    const corners = [
      [75, 75],
      [125, 75],
      [75, 125],
      [125, 125],
    ] as const;
    expect(corners.map(([x, y]) => page.at(x, y))).toEqual(turned[orientation]);
  });

  it('that is turned by a quarter swaps its sides', async () => {
    const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(6)]));
    const page = await shown(await read(withSegments(twoColourJpeg(40, 20), exif)));
    // 100 wide and 200 high: the red upper half is on the right.
    expect(page.at(140, 5)[0]).toBeGreaterThan(240);
    expect(page.at(60, 195)[2]).toBeGreaterThan(240);
  });

  it('of palette colours shows them', async () => {
    const palette = pngChunk('PLTE', Buffer.from([red, green, blue].flat()));
    const sample: Sample = (x) => (x < 4 ? 0 : 2);
    const page = await shown(
      await read(encodePng({ width: 8, height: 4, bitDepth: 2, colourType: 3 }, sample, palette)),
    );
    expect([page.at(60, 100), page.at(140, 100)]).toEqual([red, blue]);
  });

  it.each([8, 16])('with opacity of %s bits shows what is behind it', async (bitDepth) => {
    const full = 2 ** bitDepth - 1;
    const sample: Sample = (x, _, index) =>
      index === 0 ? full : index === 3 ? Math.floor((full * x) / 9) : 0;
    const page = await shown(
      await read(encodePng({ width: 10, height: 4, bitDepth, colourType: 6 }, sample)),
    );
    expect(page.at(52, 100)).toEqual(white);
    expect(page.at(148, 100)).toEqual(red);
    expect(Math.abs(page.at(95, 100)[1] - 142)).toBeLessThan(4);
  });

  it('in gray of 16 bits is as dark as it should be', async () => {
    const page = await shown(
      await read(encodePng({ width: 8, height: 8, bitDepth: 16, colourType: 0 }, () => 0x8000)),
    );
    expect(Math.abs(page.at(100, 100)[0] - 128)).toBeLessThanOrEqual(1);
  });

  it('keeps its profile as a colour space', async () => {
    const profile = jpegSegment(
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), iccProfile('RGB ')]),
    );
    const picture = await read(withSegments(twoColourJpeg(20, 20), profile));
    const content = { kind: 'picture', picture, scale: 0.5 } as const;
    const text = stamped(empty, [stampOf({ content })]).bytes.toString('latin1');
    expect(text).toMatch(/\/ColorSpace\[\/ICCBased \d+ 0 R\]/);
    expect(text).toMatch(/\/N 3\/Alternate\/DeviceRGB/);
  });

  it('in inverted inks says so', () => {
    const bytes = twoColourJpeg(8, 8);
    const picture: Picture = {
      width: 8,
      height: 8,
      orientation: 1,
      bitDepth: 8,
      colours: { model: 'cmyk', inverted: true },
      data: { encoding: 'jpeg', bytes, isPlainRgb: false },
    };
    const content = { kind: 'picture', picture, scale: 0.5 } as const;
    const text = stamped(empty, [stampOf({ content })]).bytes.toString('latin1');
    expect(text).toMatch(/\/DeviceCMYK.*\/Decode\[1 0 1 0 1 0 1 0\]/);
  });

  it('is embedded once, however many pages and overlays show it', async () => {
    const picture = await read(twoColourJpeg(20, 20));
    const content = { kind: 'picture', picture, scale: 0.5 } as const;
    const pdf = rawPdf(textPages('1', '2', '3'));
    const { bytes } = stamped(pdf, [stampOf({ content }), stampOf({ content, opacity: 0.5, rotation: 5 })]);
    expect(bytes.toString('latin1').match(/\/DCTDecode/g)).toHaveLength(1);
  });
});
