import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { pageFor } from '#lib/engines/pdf/pictures/page-layout.ts';
import { type PictureLayout, picturePdf } from '#lib/engines/pdf/pictures/picture-pdf.ts';
import { bytesOfChunks } from '#lib/engines/pdf/writer/bytes-of-chunks.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { exifOf, jpegSegment, twoColourJpeg, withSegments } from '../../../../support/jpeg.ts';
import { plainPng, png, pngChunk, pngHeader } from '../../../../support/png.ts';
import { isRed, renderPage, type RenderedPage } from '../../../../support/rendered-page.ts';
import { layoutFor } from '../../../../support/shown-picture.ts';
import { tiff, TiffTag } from '../../../../support/tiff.ts';

const A4 = { width: 595, height: 842 };

const pageOf = async (file: Uint8Array, layout: PictureLayout, number = 1): Promise<RenderedPage> =>
  renderPage(bytesOfChunks(await picturePdf(file, layout)), number);

/** A red PNG of so many pixels for each metre. */
function redPng(width: number, height: number, perMetre?: number): Buffer {
  const file = plainPng(width, height, [255, 0, 0]);
  if (perMetre === undefined) return file;
  const density = Buffer.alloc(9, 1);
  density.writeUInt32BE(perMetre, 0);
  density.writeUInt32BE(perMetre, 4);
  const header = pngHeader({ width, height, bitDepth: 8, colourType: 2 });
  const rest = file.subarray(8 + header.length, -12);
  return png(header, pngChunk('pHYs', density), rest);
}

const jfif = (jpeg: Buffer, unit: number, density: number): Buffer => {
  const copy = Buffer.from(jpeg);
  const at = copy.indexOf('JFIF') + 7;
  copy[at] = unit;
  copy.writeUInt16BE(density, at + 1);
  copy.writeUInt16BE(density, at + 3);
  return copy;
};

describe('a page that fits its picture', () => {
  it.each([
    ['a PNG of 300 dpi', redPng(600, 300, 11_811), 144, 72],
    ['a PNG without a density, as with 96 dpi', redPng(96, 48), 72, 36],
    ['a JPEG of 144 dpi', jfif(twoColourJpeg(288, 144), 1, 144), 144, 72],
    ['a JPEG of 72 pixels for each centimetre', jfif(twoColourJpeg(288, 144), 2, 72), 114, 57],
    ['a JPEG whose density is a ratio', jfif(twoColourJpeg(288, 144), 0, 1), 216, 108],
  ])('has the size of %s', async (_, file, width, height) => {
    expect(await pageOf(file, layoutFor('fit'))).toMatchObject({ width, height });
  });

  it('is turned as the picture is', async () => {
    const file = withSegments(
      jfif(twoColourJpeg(144, 72), 1, 72),
      jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(6)])),
    );
    const page = await pageOf(file, layoutFor('fit'));
    expect(page).toMatchObject({ width: 72, height: 144 });
    // What was on top is at the right.
    expect([isRed(page.at(60, 100)), isRed(page.at(10, 100))]).toEqual([true, false]);
  });

  it('has pixels that are not squares', async () => {
    const fields = {
      [TiffTag.bitsPerSample]: [8],
      [TiffTag.photometric]: [1],
      [TiffTag.densityAcross]: [200],
      [TiffTag.densityAlong]: [100],
    };
    const file = tiff([{ width: 200, height: 100, data: [Buffer.alloc(20_000)], fields }]);
    expect(await pageOf(file, layoutFor('fit'))).toMatchObject({ width: 72, height: 72 });
  });

  it('has its margins around it', async () => {
    const page = await pageOf(redPng(96, 48), {
      paper: 'fit',
      margins: { top: 10, right: 20, bottom: 30, left: 40 },
    });
    expect(page).toMatchObject({ width: 132, height: 76 });
    expect(page.boxOf(isRed)).toEqual([40, 10, 112, 46]);
  });

  it.each([
    ['is at least 3 points wide and high', [1, 1, 96], [3, 3]],
    ['is at most 14,400 points wide', [28_800, 20, 1], [14_400, 10]],
    ['can be as narrow as both allow', [20_000, 1, 1], [14_400, 3]],
  ])('%s', (_, [width = 0, height = 0, dots = 0], sides) => {
    const density = { across: dots, along: dots };
    const page = pageFor({ width, height, orientation: 1, density }, layoutFor('fit'));
    expect([page.width, page.height]).toEqual(sides);
    const { left, bottom } = page.picture;
    expect(left + page.picture.width).toBeLessThanOrEqual(page.width + 1e-6);
    expect(bottom + page.picture.height).toBeLessThanOrEqual(page.height + 1e-6);
  });
});

describe('a page of paper', () => {
  it('has the picture in the middle, as large as it can be', async () => {
    const page = await pageOf(redPng(100, 100), layoutFor(A4));
    expect(page).toMatchObject({ width: 595, height: 842 });
    const [left, top, right, bottom] = page.boxOf(isRed) ?? [];
    expect([left, right]).toEqual([0, 595]);
    expect(Math.abs((top ?? 0) - 123.5)).toBeLessThan(1);
    expect(Math.abs((bottom ?? 0) - 718.5)).toBeLessThan(1);
  });

  it.each([
    ['portrait', A4],
    ['landscape', { width: A4.height, height: A4.width }],
  ])('named in %s is turned as the picture is', async (_, paper) => {
    expect(await pageOf(redPng(200, 100), layoutFor(paper))).toMatchObject({ width: 842, height: 595 });
    expect(await pageOf(redPng(100, 200), layoutFor(paper))).toMatchObject({ width: 595, height: 842 });
  });

  it('leaves its margins free', async () => {
    const margins = { top: 42, right: 20, bottom: 100, left: 75 };
    const page = await pageOf(redPng(100, 140), { paper: A4, margins });
    const [left = 0, top = 0, right = 0, bottom = 0] = page.boxOf(isRed) ?? [];
    expect([top, bottom].map((y) => Math.abs(y - 392) - 350 < 1)).toEqual([true, true]);
    expect([left, right]).toEqual([75, 575]);
  });
});

describe('the PDF of a file', () => {
  it('has a page for each picture of a TIFF', async () => {
    const page = (shade: number, width: number) => ({
      width,
      height: 50,
      data: [Buffer.alloc(width * 50, shade)],
      fields: {
        [TiffTag.bitsPerSample]: [8],
        [TiffTag.photometric]: [1],
        [TiffTag.densityAcross]: [72],
        [TiffTag.densityAlong]: [72],
      },
    });
    const file = tiff(Array.from({ length: 40 }, (_, index) => page(index * 5, 20 + index)));
    const document = await picturePdf(file, layoutFor('fit'));
    expect(document.pages).toBe(40);
    const bytes = bytesOfChunks(document);
    for (const number of [1, 17, 40]) {
      const shown = await renderPage(bytes, number);
      expect(shown).toMatchObject({ width: 19 + number, height: 50 });
      const shade = (number - 1) * 5;
      expect(shown.at(10, 10)).toEqual([shade, shade, shade]);
    }
  });

  it('is the same for the same file', async () => {
    const file = createCanvas(50, 40).toBuffer('image/webp', 80);
    const [first, second] = await Promise.all([0, 1].map(() => picturePdf(file, layoutFor(A4))));
    expect(first && bytesOfChunks(first)).toEqual(second && bytesOfChunks(second));
  });

  it('says whether the file is an animation', async () => {
    expect((await picturePdf(redPng(9, 9), layoutFor(A4))).isAnimated).toBe(false);
    const animated = png(
      pngHeader({ width: 9, height: 9, bitDepth: 8, colourType: 2 }),
      pngChunk('acTL', Buffer.alloc(8)),
      redPng(9, 9).subarray(33, -12),
    );
    expect((await picturePdf(animated, layoutFor(A4))).isAnimated).toBe(true);
  });

  it('has the pixels that the budget of the request allows', async () => {
    const budget = new PictureBudget(150);
    await picturePdf(redPng(10, 10), layoutFor(A4), budget);
    await expect(picturePdf(redPng(10, 10), layoutFor(A4), budget)).rejects.toMatchObject({
      code: 'file-too-large',
    });
  });
});
