import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { keys } from '#lib/engines/pdf/keys.ts';
import type { PDFRef } from '#lib/engines/pdf/objects.ts';
import { PDFDict, PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { PdfSource } from '#lib/engines/pdf/reader/pdf-source.ts';
import { compressed } from '../../../../../support/compressed.ts';
import { everythingPdf } from '../../../../../support/everything-pdf.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';
import { rawPdf, rawStream, textPages } from '../../../../../support/raw-pdf.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

/** Bytes that hardly shrink, and differ by `seed`. */
const noise = (length: number, seed = 1): Buffer => {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) >> 16),
  );
};

const kilobytes = noise(3000);

/** The entry of a category in the resources of a page. */
const resource = (
  { pages, context }: PdfSource,
  page: number,
  category: 'XObject' | 'Font',
  name: string,
) => {
  const resources = context.lookup(pages[page]?.attributes.Resources, PDFDict);
  return resources
    .lookup(keys[category], PDFDict)
    .entries()
    .find(([key]) => key.decodeText() === name)?.[1];
};

/** A document of pages that show the images of those objects, all named `Im`. */
function imagePages(images: readonly Buffer[], entries = ''): Buffer {
  const objects: Record<number, string | Buffer> = textPages(...images.map(() => 'page'));
  for (const [index, image] of images.entries()) {
    const number = 100 + index;
    objects[number] = image;
    objects[4 + 2 * index] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</XObject<</Im ${number} 0 R>>${entries}>>/Contents ${5 + 2 * index} 0 R>>`;
    objects[5 + 2 * index] = rawStream('', 'q 100 0 0 100 0 0 cm /Im Do Q');
  }
  return rawPdf(objects);
}

const gray = '/Type/XObject/Subtype/Image/Width 60/Height 50/ColorSpace/DeviceGray/BitsPerComponent 8';
const streamAt = (source: PdfSource, entry: unknown): PDFRawStream =>
  source.context.lookup(entry as PDFRef, PDFRawStream as never) as unknown as PDFRawStream;

describe('equal objects', () => {
  it('become one, in whatever order their entries are written', async () => {
    const swapped =
      '/Subtype /Image/Type/XObject /Height 50/Width 60/BitsPerComponent 8/ColorSpace/DeviceGray';
    const file = imagePages([rawStream(gray, kilobytes), rawStream(swapped, kilobytes)]);
    const { source, document, bytes, plain } = await compressed([file]);
    const [first, second] = [0, 1].map((page) => resource(source, page, 'XObject', 'Im'));
    expect(first).toBe(second);
    expect(bytes.length).toBeLessThan(plain.length - 2900);
    const [warning] = document.finishingWarnings;
    expect(warning).toMatchObject({
      code: 'compressed',
      saved: { duplicates: expect.any(Number) as number },
    });
  });

  it('stay apart if anything differs', async () => {
    const other = gray.replace('DeviceGray', 'CalGray');
    const file = imagePages([
      rawStream(gray, kilobytes),
      rawStream(other, kilobytes),
      rawStream(gray, noise(3000, 2)),
      rawStream(`${gray}/Decode[1 0]`, kilobytes),
    ]);
    const { source } = await compressed([file]);
    const images = new Set([0, 1, 2, 3].map((page) => String(resource(source, page, 'XObject', 'Im'))));
    expect(images.size).toBe(4);
  });

  it('are not shared if the structure tree names them', async () => {
    const images = [0, 1].map((index) => rawStream(`${gray}/StructParent ${index}`, kilobytes));
    const { source } = await compressed([imagePages(images)]);
    const [first, second] = [0, 1].map((page) => resource(source, page, 'XObject', 'Im'));
    expect(first).not.toBe(second);
  });

  it('are fonts whose programs are equal, through descriptors and descendants', async () => {
    const fontPages = (program: Buffer): Buffer => {
      const objects: Record<number, string | Buffer> = textPages('one');
      objects[3] = '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[20 0 R]>>';
      objects[20] =
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 21 0 R>>';
      objects[21] = '<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 22 0 R>>';
      objects[22] = rawStream('/Length1 3000', program);
      return rawPdf(objects);
    };
    const { source } = await compressed([
      fontPages(kilobytes),
      fontPages(kilobytes),
      fontPages(noise(3000, 3)),
    ]);
    const fonts = [0, 1, 2].map((page) => String(resource(source, page, 'Font', 'F1')));
    expect(fonts[0]).toBe(fonts[1]);
    expect(fonts[0]).not.toBe(fonts[2]);
  });

  it('are pages only in their content', async () => {
    const file = rawPdf(textPages('same', 'same', 'same'));
    const { source } = await compressed([file]);
    expect(new Set(source.pages.map(({ ref }) => ref.objectNumber)).size).toBe(3);
  });
});

describe('streams that hardly shrink', () => {
  /** Words of a text that no level of zlib compresses much better than another. */
  const textOf = (page: number): string =>
    Array.from(noise(1500, page), (byte) => (byte % 36).toString(36)).join(' ');
  const pages = 60;
  const levels = (levelOf: (page: number) => number): Buffer => {
    const objects = textPages(...Array.from({ length: pages }, () => 'page'));
    for (let page = 0; page < pages; page += 1) {
      const data = deflateSync(textOf(page), { level: levelOf(page) });
      // Many programs claim the default level, whatever they do.
      data[1] = 0x9c;
      objects[5 + 2 * page] = rawStream('/Filter/FlateDecode', data);
    }
    return rawPdf(objects);
  };
  /** Pages whose content is not the data of the source. */
  const changed = async (file: Buffer): Promise<number> => {
    const { source } = await compressed([file]);
    const before = openPdf(file).pages.map(({ dict }) => contentsOf(dict));
    return source.pages.filter(({ dict }, page) => !contentsOf(dict).equals(before[page] ?? Buffer.of()))
      .length;
  };
  const contentsOf = (dict: PDFDict): Buffer =>
    Buffer.from((dict.lookup(keys.Contents) as unknown as PDFRawStream).contents);

  it('are mostly left as they are when the first ones show it', async () => {
    expect(await changed(levels(() => 6))).toBeLessThan(pages / 3);
  });

  it('are all compressed when they gain', async () => {
    expect(await changed(levels(() => 0))).toBe(pages);
  });

  it('do not keep longer ones of another program from being compressed', async () => {
    expect(await changed(levels((page) => (page % 2 === 0 ? 0 : 6)))).toBeGreaterThanOrEqual(pages / 2);
  });
});

describe('streams', () => {
  const text = 'q 1 0 0 1 0 0 cm Q\n'.repeat(500);
  const hex = Buffer.from(`${Buffer.from(text).toString('hex')}>`);
  const contentOf = (source: PdfSource): string => {
    const { dict, ref } = source.pages[0] ?? {};
    const stream = dict?.lookup(keys.Contents);
    if (!(stream instanceof PDFRawStream)) throw new Error(`page ${String(ref)} has no content`);
    return Buffer.from(source.decode(stream) ?? []).toString();
  };

  it.each([
    ['ASCIIHexDecode', hex],
    ['[/ASCIIHexDecode]', hex],
    ['[/ASCIIHexDecode/FlateDecode]', Buffer.from(`${deflateSync(text, { level: 1 }).toString('hex')}>`)],
    ['FlateDecode', deflateSync(text, { level: 0 })],
  ])('that %s encodes are compressed better', async (filter, data) => {
    const objects = textPages('one');
    objects[5] = rawStream(`/Filter ${filter.startsWith('[') ? filter : `/${filter}`}`, data);
    const { source, plain, bytes } = await compressed([rawPdf(objects)]);
    expect(contentOf(source)).toBe(text);
    expect(bytes.length).toBeLessThan(plain.length);
    const stream = source.pages[0]?.dict.lookup(keys.Contents) as PDFRawStream;
    expect(stream.dict.get(keys.Filter)?.toString()).toBe('/FlateDecode');
    expect(stream.dict.has(keys.DecodeParms)).toBe(false);
  });

  it('lose an encoding as text above the filter of a picture', async () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), kilobytes]);
    const image = rawStream(
      '/Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/BitsPerComponent 8/Filter[/ASCIIHexDecode/DCTDecode]/DecodeParms[null<</ColorTransform 0>>]',
      Buffer.from(`${jpeg.toString('hex')}>`),
    );
    const { source } = await compressed([imagePages([image])]);
    const { dict, contents } = streamAt(source, resource(source, 0, 'XObject', 'Im'));
    expect(dict.get(keys.Filter)?.toString()).toBe('/DCTDecode');
    expect(dict.get(keys.DecodeParms)?.toString()).toContain('/ColorTransform 0');
    expect(Buffer.compare(contents, jpeg)).toBe(0);
  });

  it('of images are predicted if that pays', async () => {
    const ramp = Buffer.from(
      Array.from(
        { length: 120 * 100 * 3 },
        (_, at) => (Math.floor(at / 3) ** 2 / 5000 + (at % 3) * 40) & 0xff,
      ),
    );
    const rgb = '/Type/XObject/Subtype/Image/Width 120/Height 100/ColorSpace/DeviceRGB/BitsPerComponent 8';
    const { source } = await compressed([imagePages([rawStream(rgb, ramp)])]);
    const image = streamAt(source, resource(source, 0, 'XObject', 'Im'));
    expect(image.dict.get(keys.DecodeParms)?.toString()).toContain('/Predictor 15');
    expect(Buffer.compare(source.decode(image) ?? Buffer.alloc(0), ramp)).toBe(0);
  });

  it('of XMP stay readable without decoding', async () => {
    const objects = textPages('one');
    objects[1] = '<</Type/Catalog/Pages 2 0 R/Metadata 9 0 R>>';
    objects[9] = rawStream('/Type/Metadata/Subtype/XML', `<x:xmpmeta>${'metadata '.repeat(200)}</x:xmpmeta>`);
    const { bytes } = await compressed([rawPdf(objects)]);
    expect(bytes.includes('metadata metadata')).toBe(true);
  });

  it('that are damaged stay as they are', async () => {
    const objects = textPages('one');
    const damaged = deflateSync(text, { level: 0 });
    damaged.writeUInt32BE(0, damaged.length - 4);
    objects[5] = rawStream('/Filter/FlateDecode', damaged);
    const { source } = await compressed([rawPdf(objects)]);
    const stream = source.pages[0]?.dict.lookup(keys.Contents) as PDFRawStream;
    expect(Buffer.compare(stream.contents, damaged)).toBe(0);
  });
});

describe('a compressed document', () => {
  it('has and shows all that it had', async () => {
    const everything = await everythingPdf(3);
    const { bytes, plain, document } = await compressed([everything]);
    expect(bytes.length).toBeLessThan(plain.length);
    expect(await readPdf(bytes)).toEqual(await readPdf(plain));
    expect(await pagePixels(bytes)).toEqual(await pagePixels(plain));
    const [warning] = document.finishingWarnings;
    if (warning?.code !== 'compressed') throw new Error('there is no warning');
    const saved = Object.values(warning.saved).reduce((sum, count) => sum + count, 0);
    expect(saved).toBe(plain.length - bytes.length);
  });

  it('is never larger: one that cannot shrink is written as without compression', async () => {
    const { bytes, plain, document } = await compressed([rawPdf(textPages('a'))]);
    expect(bytes.length).toBeLessThanOrEqual(plain.length);
    if (bytes.length === plain.length) expect(document.finishingWarnings).toEqual([]);
  });

  it('is the same for the same request', async () => {
    const everything = await everythingPdf(2);
    expect((await compressed([everything])).bytes.equals((await compressed([everything])).bytes)).toBe(true);
  });

  it('leaves out resources that its pages do not use', async () => {
    const objects = textPages('one');
    objects[4] =
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>/XObject<</Im 9 0 R>>>>/Contents 5 0 R>>';
    objects[9] = rawStream(gray, kilobytes);
    const { bytes, plain, document } = await compressed([rawPdf(objects)]);
    expect(plain.length - bytes.length).toBeGreaterThan(2900);
    expect(document.finishingWarnings).toMatchObject([{ saved: { unused: 3000 } }]);
  });
});
