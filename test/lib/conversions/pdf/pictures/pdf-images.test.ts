import { describe, expect, it } from 'vitest';
import type { ImagesOptions } from '#lib/api/options/pictures.ts';
import { AppError } from '#lib/base/app-error.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { pdfImages } from '#lib/conversions/pdf/pictures/pdf-images.ts';
import { bytesOf, type Chunks, type ProducedFile } from '#lib/files/produced-file.ts';
import { decodedPicture, type DecodedPicture } from '../../../../support/decoded-picture.ts';
import { directPdfWork } from '../../../../support/direct-pdf-work.ts';
import { rawPdf, rawStream } from '../../../../support/raw-pdf.ts';

interface Page {
  entries?: string;
  content?: string;
}

/** A document whose pages have these entries and contents. */
function pages(...list: Page[]): Buffer {
  const kids = list.map((_, index) => `${3 + 2 * index} 0 R`).join(' ');
  const objects: Record<number, string | Buffer> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${list.length}/Kids[${kids}]>>`,
  };
  for (const [index, { entries = '/MediaBox[0 0 200 100]', content = '' }] of list.entries()) {
    objects[3 + 2 * index] = `<</Type/Page/Parent 2 0 R${entries}/Contents ${4 + 2 * index} 0 R>>`;
    objects[4 + 2 * index] = rawStream('', content);
  }
  return rawPdf(objects);
}

/** Red in the lower left quarter of a page of 200 by 100 points. */
const redCorner = '1 0 0 rg 0 0 100 50 re f';

const draw = (
  bytes: Buffer,
  options: Partial<ImagesOptions> & { password?: string } = {},
): Promise<ProducedFile<Chunks>[]> => {
  const source = { kind: 'inline', bytes } as const;
  const file = { field: 'file', fileName: 'report.pdf', size: bytes.length, source };
  return pdfImages({ format: 'png', grayscale: false, fileName: '', ...options, file }, directPdfWork());
};

const picture = async (bytes: Buffer, options: Partial<ImagesOptions> = {}): Promise<DecodedPicture> => {
  const [first] = await draw(bytes, { dpi: 72, ...options });
  if (!first) throw new Error('There is no picture');
  return decodedPicture(bytesOf(first.content));
};

const [red, white] = [
  [255, 0, 0, 255],
  [255, 255, 255, 255],
];

describe('pictures of pages', () => {
  it('have the size of the page, and the names of the document and the page', async () => {
    const drawn = await draw(pages({}, {}, { entries: '/MediaBox[0 0 100 300]' }), {
      pages: parsePageRanges('3,1'),
    });
    expect(
      drawn.map(({ fileName, contentType, width, height }) => [fileName, contentType, width, height]),
    ).toEqual([
      ['report_3.png', 'image/png', 208, 625],
      ['report_1.png', 'image/png', 417, 208],
    ]);
    expect(await decodedPicture(bytesOf(drawn[0]?.content ?? Buffer.alloc(0)))).toMatchObject({
      width: 208,
      height: 625,
    });
  });

  it('show the page upright', async () => {
    const { at } = await picture(pages({ content: redCorner }));
    expect([at(50, 75), at(150, 75), at(50, 25)]).toEqual([red, white, white]);
  });

  it('show the crop box, rotated', async () => {
    const entries = '/MediaBox[0 0 400 400]/CropBox[0 0 200 100]/Rotate 90';
    const { width, height, at } = await picture(pages({ entries, content: redCorner }));
    expect([width, height]).toEqual([100, 200]);
    expect([at(25, 50), at(75, 50), at(25, 150)]).toEqual([red, white, white]);
  });

  it('have the width that a client asks for', async () => {
    const [drawn] = await draw(pages({}), { width: 50 });
    expect(drawn).toMatchObject({ width: 50, height: 25 });
  });

  it.each(['png', 'jpeg', 'webp'] as const)('are %s', async (format) => {
    const { width, height, at } = await picture(pages({ content: redCorner }), { format });
    expect([width, height]).toEqual([200, 100]);
    const [reds = 0, greens = 255] = at(50, 75);
    expect(reds).toBeGreaterThan(240);
    expect(greens).toBeLessThan(20);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('are gray as %s', async (format) => {
    const { at } = await picture(pages({ content: redCorner }), { format, grayscale: true });
    const [reds = 0, greens = 0, blues = 0] = at(50, 75);
    // The brightness of red.
    expect(reds).toBeGreaterThan(70);
    expect(reds).toBeLessThan(82);
    expect([greens, blues]).toEqual([reds, reds]);
  });

  it('have a background', async () => {
    const { at } = await picture(pages({ content: redCorner }), { background: '#0080ff' });
    expect([at(50, 75), at(150, 25)]).toEqual([red, [0, 128, 255, 255]]);
  });

  it('are transparent', async () => {
    const { at } = await picture(pages({ content: redCorner }), { background: 'transparent' });
    expect([at(50, 75), at(150, 25)[3]]).toEqual([red, 0]);
    const gray = await picture(pages({ content: redCorner }), { background: 'transparent', grayscale: true });
    expect([gray.at(50, 75)[3], gray.at(150, 25)[3]]).toEqual([255, 0]);
  });

  it('are in the order of their pages, though PNGs are compressed while others are drawn', async () => {
    // The second has more pixels than are compressed beside others.
    const list = ['1 0 0', '0 1 0', '0 0 1', '0 0 0'].map((colour, index) => ({
      entries: `/MediaBox[0 0 ${index === 1 ? 2100 : 20} ${index === 1 ? 2000 : 10 + index}]`,
      content: `${colour} rg 0 0 3000 3000 re f`,
    }));
    const drawn = await draw(pages(...list), { dpi: 72 });
    const decoded = await Promise.all(drawn.map(({ content }) => decodedPicture(bytesOf(content))));
    expect(decoded.map(({ height }) => height)).toEqual([10, 2000, 12, 13]);
    expect(decoded.map(({ at }) => at(5, 5))).toEqual([
      red,
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [0, 0, 0, 255],
    ]);
  });

  it('are drawn in parts if they are large, without seams', async () => {
    // 17 million pixels; a diagonal shows whether the parts fit.
    const entries = '/MediaBox[0 0 500 1000]';
    const { width, at } = await picture(pages({ entries, content: '1 0 0 rg 0 0 m 500 1000 l 500 0 l f' }), {
      width: 2900,
    });
    for (const y of [100, 5516, 5517, 5518, 5700]) {
      const edge = Math.round(((5800 - y) / 5800) * width);
      expect([at(edge - 5, y), at(edge + 5, y)]).toEqual([white, red]);
    }
  });

  it('show form fields and annotations', async () => {
    const entries = '/MediaBox[0 0 200 100]/Annots[6 0 R 7 0 R]';
    const appearance = rawStream('/Type/XObject/Subtype/Form/BBox[0 0 20 20]', '1 0 0 rg 0 0 20 20 re f');
    const bytes = rawPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: `<</Type/Page/Parent 2 0 R${entries}/Contents 4 0 R>>`,
      4: rawStream('', ''),
      5: appearance,
      6: '<</Type/Annot/Subtype/Stamp/Rect[0 0 20 20]/F 4/AP<</N 5 0 R>>>>',
      7: '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[100 0 120 20]/F 4/AP<</N 5 0 R>>>>',
    });
    const { at } = await picture(bytes);
    expect([at(10, 90), at(110, 90), at(60, 90)]).toEqual([red, red, white]);
  });
});

describe('pictures that are rejected', () => {
  const faults = (...call: Parameters<typeof draw>): Promise<unknown> =>
    draw(...call).then(
      () => 'drawn',
      (error: unknown) => (error instanceof AppError ? [error.code, ...error.errors] : error),
    );

  it('name the largest resolution', async () => {
    const entries = '/MediaBox[0 0 14400 14400]';
    expect(await faults(pages({}, { entries }))).toEqual([
      'invalid-field',
      {
        field: 'dpi',
        message:
          'must be at most 50: page 2 would have 30000 by 30000 pixels; the limit for an image is 100 million',
      },
    ]);
    expect(await draw(pages({ entries }), { dpi: 5 })).toMatchObject([{ width: 1000, height: 1000 }]);
  });

  it('name the largest width', async () => {
    const entries = '/MediaBox[0 0 100 1000]';
    expect(await faults(pages({ entries }), { width: 20_000 })).toEqual([
      'invalid-field',
      {
        field: 'width',
        message:
          'must be at most 3162: page 1 would have 20000 by 200000 pixels; the limit for an image is 100 million',
      },
    ]);
  });

  it('are too many pixels together', async () => {
    const list = Array.from({ length: 30 }, () => ({ entries: '/MediaBox[0 0 700 700]' }));
    expect(await faults(pages(...list), { dpi: 600 })).toEqual([
      'invalid-field',
      {
        field: 'dpi',
        message:
          'must be at most 593: the images would total 1021 million pixels; the limit is 1000 million. Or select fewer pages',
      },
    ]);
  });

  it('are too many pages', async () => {
    const list = Array.from({ length: 501 }, () => ({}));
    expect(await faults(pages(...list))).toEqual([
      'invalid-field',
      { field: 'pages', message: 'must select at most 500 pages, not 501' },
    ]);
  });

  it('are larger than their format allows', async () => {
    const entries = '/MediaBox[0 0 10 3000]';
    expect(await faults(pages({ entries }), { format: 'webp', dpi: 600 })).toEqual([
      'invalid-field',
      {
        field: 'format',
        message:
          'must be png or jpeg: page 1 would have 83 by 25000 pixels, and webp allows 16383 on each side',
      },
    ]);
  });

  it('are pages that the document does not have', async () => {
    expect(await faults(pages({}), { pages: parsePageRanges('2') })).toEqual([
      'invalid-range',
      { field: 'pages', message: "'2' is past the end of the document, which has 1 page" },
    ]);
  });

  it('are of files that are no PDFs', async () => {
    expect(await faults(Buffer.from('a letter'))).toEqual([
      'invalid-file-type',
      { field: 'file', message: 'is not a PDF' },
    ]);
  });
});
