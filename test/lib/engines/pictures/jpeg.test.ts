import { describe, expect, it } from 'vitest';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { exifOf, jpegSegment, twoColourJpeg, withSegments } from '../../../support/jpeg.ts';
import { decodePicture } from '../../../support/picture.ts';

const read = (file: Buffer) => readPicture(file, new PictureBudget());
const jpeg = twoColourJpeg(40, 30);

const exifSegment = (exif: Buffer): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]));

const profileSegment = (number: number, count: number, data: Buffer): Buffer =>
  jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, count]), data]));

/** The frame header, with other values. Its components are used as they are. */
function withFrame(change: (frame: Buffer) => void): Buffer {
  const copy = Buffer.from(jpeg);
  change(copy.subarray(copy.indexOf(Buffer.from([0xff, 0xc0]))));
  return copy;
}

/** A JPEG that only says what it is: four components, and a scan without data. */
const fourComponents = (...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    jpegSegment(0xc0, Buffer.from('08000100010401110002110003110004110 0'.replace(' ', ''), 'hex')),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0xff, 0xd9]),
  ]);

describe('a JPEG', () => {
  it('keeps its coded data', async () => {
    const { data, ...picture } = await read(jpeg);
    expect(picture).toMatchObject({
      width: 40,
      height: 30,
      bitDepth: 8,
      orientation: 1,
      colours: { model: 'rgb' },
    });
    expect(Buffer.from(data.bytes)).toEqual(jpeg);
  });

  it('loses its metadata and what follows its end', async () => {
    const secret = jpegSegment(0xfe, Buffer.from('taken at home'));
    const preview = Buffer.concat([withSegments(jpeg, exifSegment(exifOf(3)), secret), jpeg]);
    const { data, orientation } = await read(preview);
    expect(Buffer.from(data.bytes)).toEqual(jpeg);
    expect(orientation).toBe(3);
    expect((await decodePicture(data.bytes)).at(20, 5)[0]).toBeGreaterThan(240);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has the orientation %s in either byte order', async (orientation) => {
    for (const isLittle of [true, false]) {
      const file = withSegments(jpeg, exifSegment(exifOf(orientation, isLittle)));
      expect((await read(file)).orientation).toBe(orientation);
    }
  });

  it.each([
    ['an unknown value', exifOf(9)],
    ['no data', Buffer.alloc(0)],
    ['a directory past the end', Buffer.from('49492a00ffffffff0100', 'hex')],
    ['no byte order', Buffer.from('00002a00080000000100', 'hex')],
  ])('is upright if EXIF has %s', async (_, exif) => {
    expect((await read(withSegments(jpeg, exifSegment(exif)))).orientation).toBe(1);
  });

  it('has a profile that is in several segments', async () => {
    const profile = iccProfile('RGB ', 300);
    const [first, second] = [profile.subarray(0, 100), profile.subarray(100)];
    const file = withSegments(jpeg, profileSegment(2, 2, second), profileSegment(1, 2, first));
    const picture = await read(file);
    expect(Buffer.from(picture.profile ?? [])).toEqual(profile);
    expect(Buffer.from(picture.data.bytes)).toEqual(jpeg);
  });

  it.each([
    ['a piece is missing', [profileSegment(1, 2, iccProfile('RGB '))]],
    ['it is for other colours', [profileSegment(1, 1, iccProfile('CMYK'))]],
    ['it is cut off', [profileSegment(1, 1, iccProfile('RGB ').subarray(0, 150))]],
  ])('has no profile if %s', async (_, segments) => {
    expect((await read(withSegments(jpeg, ...segments))).profile).toBeUndefined();
  });

  it('of Adobe with four components has inverted inks', async () => {
    const adobe = jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x02'));
    expect((await read(fourComponents(adobe))).colours).toEqual({ model: 'cmyk', inverted: true });
    expect((await read(fourComponents())).colours).toEqual({ model: 'cmyk', inverted: false });
  });

  it('says that it is RGB by the identifiers of its components, if by nothing else', async () => {
    const named = withFrame((frame) => {
      for (const [index, id] of [...Buffer.from('RGB')].entries()) frame[10 + 3 * index] = id;
    });
    expect((await read(named)).data).toMatchObject({ isPlainRgb: false });
    const withoutJfif = Buffer.concat([named.subarray(0, 2), named.subarray(20)]);
    expect((await read(withoutJfif)).data).toMatchObject({ isPlainRgb: true });
  });

  it.each([
    ['lossless', (frame: Buffer) => frame.writeUInt8(0xc3, 1)],
    ['arithmetic', (frame: Buffer) => frame.writeUInt8(0xc9, 1)],
    ['of 12 bits', (frame: Buffer) => frame.writeUInt8(12, 4)],
  ])('is rejected if it is %s', async (_, change) => {
    await expect(read(withFrame(change))).rejects.toMatchObject({ code: 'invalid-file-type' });
  });

  it.each([
    ['cut off', jpeg.subarray(0, -40)],
    ['only a start', jpeg.subarray(0, 3)],
    ['without a picture', Buffer.from('ffd8ffd9', 'hex')],
    [
      'without a scan',
      Buffer.concat([jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda]))), Buffer.from('ffd9', 'hex')]),
    ],
    ['without rows', withFrame((frame) => frame.writeUInt16BE(0, 5))],
    ['of two frames', withSegments(jpeg, jpegSegment(0xc0, Buffer.from('080001000101011100', 'hex')))],
    ['of two components', withFrame((frame) => frame.writeUInt8(2, 9))],
  ])('is damaged if it is %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
  });
});
