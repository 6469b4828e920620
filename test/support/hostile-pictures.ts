import { jpxOf } from './jpx.ts';
import { latin1, rawPdf, rawStream, textPages } from './raw-pdf.ts';

/** A page of 100 by 100 points that shows a picture. */
const shown = (dict: string, data: Buffer): Buffer =>
  rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</P 5 0 R>>>>/Contents 4 0 R>>',
    4: rawStream('', 'q 100 0 0 100 0 0 cm /P Do Q'),
    5: rawStream(`/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8${dict}`, data),
  });

/** A segment of JBIG2 (ISO/IEC 14492, 7.2). */
function jbig2Segment(number: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt32BE(number, 0);
  head.writeUInt8(type, 4);
  head.writeUInt8(0, 5);
  head.writeUInt8(1, 6);
  head.writeUInt32BE(data.length, 7);
  return Buffer.concat([head, data]);
}

/** A page and a generic region with sides of that many pixels, of a few bytes. */
function jbig2Of(side: number): Buffer {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(side, 0);
  page.writeUInt32BE(side, 4);
  const region = Buffer.alloc(26 + 16);
  region.writeUInt32BE(side, 0);
  region.writeUInt32BE(side, 4);
  region.set([3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe], 18);
  return Buffer.concat([jbig2Segment(0, 48, page), jbig2Segment(1, 38, region)]);
}

/** A codestream whose header promises sides of that many pixels (ISO/IEC 15444-1, A.5.1). */
async function jpxPromising(side: number): Promise<Buffer> {
  const stream = await jpxOf(new Uint8Array(64 * 64), 64, 64);
  const size = stream.indexOf(Buffer.from([0xff, 0x51]));
  for (const at of [6, 10, 22, 26]) stream.writeUInt32BE(side, size + at);
  return stream;
}

const side = 60_000;
const sides = `/Width ${side}/Height ${side}`;

/** Forms each of which draws the next one twice. */
function doublingForms(depth: number): Buffer {
  const objects: Record<number, string | Buffer> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R>>',
    4: rawStream('', '/F Do'),
  };
  for (let number = 5; number < 5 + depth; number += 1) {
    const resources = `/Resources<</XObject<</F ${number + 1} 0 R>>>>`;
    objects[number] = rawStream(`/Type/XObject/Subtype/Form/BBox[0 0 100 100]${resources}`, '/F Do /F Do');
  }
  return rawPdf({
    ...objects,
    [5 + depth]: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 100 100]', '0 0 9 9 re f'),
  });
}

const pages = textPages('one');

/** PDFs made to exhaust what draws them. */
export const hostilePictures: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'a JBIG2 picture of 3,600 million pixels': () => shown(`${sides}/Filter/JBIG2Decode`, jbig2Of(side)),
  'a JPEG 2000 picture that promises 3,600 million pixels': async () =>
    shown(`${sides}/Filter/JPXDecode`, await jpxPromising(side)),
  'a raw picture that promises 3,600 million pixels': () => shown(sides, Buffer.alloc(100)),
  'forms that draw each other a million million times': () => doublingForms(40),
  'a page of 14,400 by 14,400 points': () =>
    rawPdf({ ...pages, 4: latin1(String(pages[4]).replace('0 0 200 200', '0 0 14400 14400')) }),
  'a content that opens a million states': () =>
    rawPdf({ ...pages, 5: rawStream('', 'q '.repeat(1_000_000)) }),
  'a pattern of a million million tiles': () =>
    rawPdf({
      ...pages,
      4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Pattern<</P 6 0 R>>>>/Contents 5 0 R>>',
      5: rawStream('', '/Pattern cs /P scn 0 0 200 200 re f'),
      6: rawStream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0002/YStep 0.0002/Resources<<>>',
        '0 0 1 1 re f',
      ),
    }),
};
