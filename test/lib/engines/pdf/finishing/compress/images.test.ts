import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { keys } from '#lib/engines/pdf/keys.ts';
import { PDFDict, PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { frameOf, isFrame } from '#lib/engines/pictures/jpeg/frame.ts';
import { segmentsOf } from '#lib/engines/pictures/jpeg/segments.ts';
import { compressed } from '../../../../../support/compressed.ts';
import { imageObject, imagePdf, photoJpeg, photoPixels } from '../../../../../support/image-pdf.ts';
import { jpxOf } from '../../../../../support/jpx.ts';
import { rawStream } from '../../../../../support/raw-pdf.ts';

/** The first sample of each pixel. */
const redOf = (pixels: Buffer): Buffer => Buffer.from(pixels.filter((_, at) => at % 3 === 0));

const screen = { images: { dpi: 150, quality: 75, grayscale: false } };
const [width, height] = [600, 400];
const jpeg = photoJpeg(width, height);
const photo = imageObject({
  width,
  height,
  entries: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
  data: jpeg,
});

/** The image of the result. */
async function reduced(file: Buffer, options = screen) {
  const { source, document } = await compressed([file], options);
  const resources = source.context.lookup(source.pages[0]?.attributes.Resources, PDFDict);
  const xObjects = resources.lookup(keys.XObject, PDFDict).entries();
  const image = xObjects
    .map(([, entry]) => source.context.lookup(entry))
    .find(
      (object): object is PDFRawStream =>
        object instanceof PDFRawStream && object.dict.get(keys.Subtype)?.toString() === '/Image',
    );
  const inForm = xObjects.flatMap(([, entry]) => {
    const form = source.context.lookup(entry);
    const own = form instanceof PDFRawStream ? form.dict.lookup(keys.Resources) : undefined;
    const found = own instanceof PDFDict ? own.lookup(keys.XObject, PDFDict).values() : [];
    return found.map((object) => source.context.lookup(object) as PDFRawStream);
  });
  const isImage = ({ dict }: PDFRawStream) => dict.get(keys.Subtype)?.toString() === '/Image';
  const found = image ?? inForm.find(isImage);
  if (!found) throw new Error('there is no image');
  const entry = (key: keyof typeof keys) => found.dict.lookup(keys[key])?.toString();
  return { source, document, stream: found, entry, size: [Number(entry('Width')), Number(entry('Height'))] };
}

const sizeOf = async (content: string) => (await reduced(imagePdf(photo, content))).size;

describe('the resolution of an image', () => {
  it.each([
    ['painted in 2 by 1.33 inches', 'q 144 0 0 96 10 10 cm /Im Do Q', [300, 200]],
    [
      'painted twice, by the larger one',
      'q 72 0 0 48 0 0 cm /Im Do Q q 144 0 0 96 10 10 cm /Im Do Q',
      [300, 200],
    ],
    ['rotated', 'q 0 144 -96 0 300 10 cm /Im Do Q', [300, 200]],
    ['in nested states', 'q 2 0 0 2 0 0 cm q 72 0 0 48 0 0 cm /Im Do Q Q', [300, 200]],
    ['distorted, by the side that needs more', 'q 144 0 0 10 0 0 cm /Im Do Q', [300, 200]],
    ['in a form that is scaled', 'q 2 0 0 2 0 0 cm /Fm Do Q', [450, 300]],
    ['at 180 dpi, hardly more than wanted', 'q 240 0 0 160 0 0 cm /Im Do Q', [600, 400]],
    ['in 10 inches', 'q 720 0 0 480 0 0 cm /Im Do Q', [600, 400]],
    ['with unmatched operators', 'Q Q q q 144 0 0 96 10 10 cm /Im Do', [300, 200]],
    ['after an inline image', 'BI /W 1/H 1/CS/G/BPC 8 ID q EI q 144 0 0 96 0 0 cm /Im Do Q', [300, 200]],
  ])('%s', async (_, content, size) => {
    expect(await sizeOf(content)).toEqual(size);
  });

  it('counts units of the page', async () => {
    const page =
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 720]/UserUnit 2/Resources<</XObject<</Im 6 0 R>>>>/Contents 4 0 R>>';
    const { size } = await reduced(imagePdf(photo, 'q 72 0 0 48 0 0 cm /Im Do Q', { 3: page }));
    expect(size).toEqual([300, 200]);
  });

  it('stays if a pattern paints the image too, or content cannot be read', async () => {
    const pattern = rawStream(
      '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</XObject<</Im 6 0 R>>>>',
      '/Im Do',
    );
    const page =
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 720]/Resources<</XObject<</Im 6 0 R>>/Pattern<</P 9 0 R>>>>/Contents 4 0 R>>';
    const content = '/Pattern cs /P scn 0 0 9 9 re f q 72 0 0 48 0 0 cm /Im Do Q';
    expect((await reduced(imagePdf(photo, content, { 3: page, 9: pattern }))).size).toEqual([600, 400]);
    const unreadable = rawStream('/Filter/JPXDecode', 'q 72 0 0 48 0 0 cm /Im Do Q');
    expect((await reduced(imagePdf(photo, '', { 4: unreadable }))).size).toEqual([600, 400]);
  });

  it('is found in bounded time, however forms are nested', async () => {
    const forms = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        20 + index,
        rawStream(
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${21 + index} 0 R/Im 6 0 R>>>>`,
          'q .9 .1 0 .8 0 0 cm /A Do Q q .8 0 .2 1.1 0 0 cm /A Do Q /Im Do',
        ),
      ]),
    );
    const page =
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 720]/Resources<</XObject<</Im 6 0 R/A 20 0 R>>>>/Contents 4 0 R>>';
    const { size } = await reduced(imagePdf(photo, '/A Do', { ...forms, 3: page }));
    expect(size).toEqual([600, 400]);
  });
});

const small = 'q 144 0 0 96 10 10 cm /Im Do Q';

describe('the data of an image', () => {
  it('are JPEG for a photo, in the same colour space', async () => {
    const { entry, stream, document } = await reduced(imagePdf(photo, small));
    expect([entry('Filter'), entry('ColorSpace'), entry('BitsPerComponent')]).toEqual([
      '/DCTDecode',
      '/DeviceRGB',
      '8',
    ]);
    const [frame] = [...segmentsOf(stream.contents)].filter(({ marker }) => isFrame(marker));
    expect(frameOf(frame?.marker ?? 0, frame?.data ?? Buffer.alloc(0))).toMatchObject({
      width: 300,
      height: 200,
    });
    const { images = 0 } = document.finishingWarnings.find((warning) => 'saved' in warning)?.saved ?? {};
    expect(images).toBeGreaterThan(jpeg.length / 2);
  });

  it('are gray if that is wanted', async () => {
    const { entry, stream } = await reduced(imagePdf(photo, small), {
      images: { ...screen.images, grayscale: true },
    });
    expect(entry('ColorSpace')).toBe('/DeviceGray');
    const [frame] = [...segmentsOf(stream.contents)].filter(({ marker }) => isFrame(marker));
    expect(frameOf(frame?.marker ?? 0, frame?.data ?? Buffer.alloc(0)).components).toHaveLength(1);
  });

  it('of a photo without loss become JPEG, whatever predictor they have', async () => {
    const pixels = photoPixels(width, height);
    const filtered = Buffer.concat(
      Array.from({ length: height }, (_, row) =>
        Buffer.concat([Buffer.of(0), pixels.subarray(row * width * 3, (row + 1) * width * 3)]),
      ),
    );
    const image = imageObject({
      width,
      height,
      entries: `/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns ${width}>>`,
      data: deflateSync(filtered),
    });
    const { entry, size } = await reduced(imagePdf(image, small));
    expect([entry('Filter'), entry('DecodeParms'), size]).toEqual(['/DCTDecode', undefined, [300, 200]]);
  });

  it('of JPEG 2000 become JPEG', async () => {
    const data = await jpxOf(photoPixels(width, height), width, height);
    const image = imageObject({ width, height, entries: '/ColorSpace/DeviceRGB/Filter/JPXDecode', data });
    const { entry, size } = await reduced(imagePdf(image, small));
    expect([entry('Filter'), entry('BitsPerComponent'), size]).toEqual(['/DCTDecode', '8', [300, 200]]);
  });

  it('of drawings stay without loss', async () => {
    const lines = Buffer.from(
      Array.from({ length: width * height }, (_, at) => (Math.floor((at % width) / 50) % 2) * 255),
    );
    const image = imageObject({
      width,
      height,
      entries: '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
      data: deflateSync(lines, { level: 0 }),
    });
    const { entry, source, stream, size } = await reduced(imagePdf(image, 'q 600 0 0 400 0 0 cm /Im Do Q'));
    expect([entry('Filter'), size]).toEqual(['/FlateDecode', [600, 400]]);
    expect(Buffer.from(source.decode(stream) ?? []).equals(lines)).toBe(true);
  });

  it('of a palette get its colours', async () => {
    const palette = Buffer.from(Array.from({ length: 256 }, (_, index) => [index, 255 - index, 90]).flat());
    const indices = redOf(photoPixels(width, height));
    const image = imageObject({
      width,
      height,
      entries: `/ColorSpace[/Indexed/DeviceRGB 255<${palette.toString('hex')}>]/BitsPerComponent 8`,
      data: indices,
    });
    const { entry, size } = await reduced(imagePdf(image, small));
    expect([entry('ColorSpace'), entry('Filter'), size]).toEqual(['/DeviceRGB', '/DCTDecode', [300, 200]]);
  });

  it('of a soft mask shrink with the image, without loss', async () => {
    const mask = redOf(photoPixels(width, height));
    const masked = imageObject({
      width,
      height,
      entries: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/SMask 9 0 R',
      data: jpeg,
    });
    const opacity = imageObject({
      width,
      height,
      entries: '/ColorSpace/DeviceGray/BitsPerComponent 8',
      data: mask,
    });
    const { stream } = await reduced(imagePdf(masked, small, { 9: opacity }));
    const { dict } = stream.dict.lookup(keys.SMask) as PDFRawStream;
    expect([dict.get(keys.Width), dict.get(keys.Filter)].map(String)).toEqual(['300', '/FlateDecode']);
  });
});

describe('images that stay as they are', () => {
  const pixels = photoPixels(width, height);
  const rgb = '/ColorSpace/DeviceRGB/BitsPerComponent 8';
  const dct = `${rgb}/Filter/DCTDecode`;
  it.each([
    ['inks', '/ColorSpace[/DeviceN[/A/B/C]/DeviceRGB<</FunctionType 2>>]/BitsPerComponent 8', pixels],
    ['colour keys', `${rgb}/Mask[0 10 0 10 0 10]`, pixels],
    ['alternatives', `${rgb}/Alternates[<</Image 6 0 R>>]`, pixels],
    ['too few data', rgb, pixels.subarray(0, 3000)],
    ['stencils', '/ImageMask true/BitsPerComponent 1', pixels.subarray(0, 30_000)],
    ['black and white', '/ColorSpace/DeviceGray/BitsPerComponent 1', pixels.subarray(0, 30_000)],
    ['a JPEG of another size', dct, photoJpeg(width, 100)],
    ['a JPEG with other colours', '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode', jpeg],
    ['a JPEG that is cut off', dct, jpeg.subarray(0, jpeg.length / 2)],
    ['what is no JPEG', dct, pixels.subarray(0, 5000)],
    ['a JPEG that says how its colours are coded', `${dct}/DecodeParms<</ColorTransform 0>>`, jpeg],
    ['other filters', `${rgb}/Filter/JPXDecode`, pixels.subarray(0, 5000)],
    ['sizes that are no integers', rgb.replace('8', '8/Width 599.5'), pixels],
  ])('%s', async (_, entries, data) => {
    const image = imageObject({ width, height, entries, data });
    const { stream, entry } = await reduced(imagePdf(image, small));
    expect(entry('Height')).toBe('400');
    if (entries.includes('Filter')) expect(Buffer.compare(stream.contents, data)).toBe(0);
  });

  it('have premultiplied colours', async () => {
    const entries = `${dct}/SMask 9 0 R`;
    const mask = imageObject({
      width,
      height,
      entries: '/ColorSpace/DeviceGray/BitsPerComponent 8/Matte[0 0 0]',
      data: pixels.subarray(0, width * height),
    });
    const { size } = await reduced(
      imagePdf(imageObject({ width, height, entries, data: jpeg }), small, { 9: mask }),
    );
    expect(size).toEqual([width, height]);
  });

  it('are not painted', async () => {
    const { bytes } = await compressed([imagePdf(photo, '/Fm BMC EMC /Im pop')], screen);
    expect(bytes.includes(jpeg)).toBe(true);
  });
});
