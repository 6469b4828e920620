import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { openJpegCodec } from '#lib/engines/pictures/jpeg/codec.ts';
import { imageObject, imagePdf, photoJpeg, photoPixels } from '../../support/image-pdf.ts';
import { report } from '../tasks/pdf-documents.ts';

/** A4 in points. */
const page: [number, number] = [595, 842];

/** Makes documents as people compress them, in `folder`. Returns their paths by what they are. */
export async function makeInputs(folder: string): Promise<Record<string, string>> {
  const save = async (name: string, bytes: Promise<Uint8Array> | Uint8Array): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, await bytes);
    return path;
  };
  return {
    'photos of 6 megapixels': await save('photos.pdf', photos()),
    'scans of 300 dpi': await save('scans.pdf', scans()),
    'a text of 600 dpi in black and white': await save('bitmap.pdf', bitmap()),
    'photos in CMYK': await save('inks.pdf', inks()),
    'screenshots, PNG': await save('screenshots.pdf', screenshots()),
    'a report of 300 pages': await save('report.pdf', (await report(300)).save()),
    'the report merged 10 times': await save('merged.pdf', await merged(10)),
  };
}

/** Photos of a camera, four on a page. */
async function photos(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let sheet = 0; sheet < 2; sheet += 1) {
    const shown = document.addPage(page);
    for (const [x, y] of [
      [40, 60],
      [310, 60],
      [40, 440],
      [310, 440],
    ] as const) {
      const image = await document.embedJpg(photoJpeg(3000 - x, 2000 - y - sheet, 92, 30));
      shown.drawImage(image, { x, y, width: 250, height: 167 });
    }
  }
  return document.save();
}

/** Pages of text with a coloured background and a picture, as a scanner stores them. */
async function scans(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [width, height] = [2480, 3508];
  for (let sheet = 0; sheet < 4; sheet += 1) {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#f4f0e6';
    context.fillRect(0, 0, width, height);
    writeLines(context, 60, { left: 200 + 9 * sheet, top: 300, step: 48, font: '36px serif' });
    const image = await document.embedJpg(canvas.toBuffer('image/jpeg', 90));
    document.addPage(page).drawImage(image, { x: 0, y: 0, width: page[0], height: page[1] });
  }
  return document.save();
}

/** A page of text in two colours, as Flate data. */
function bitmap(): Uint8Array {
  const [width, height] = [4960, 7016];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  writeLines(context, 60, { left: 400, top: 600, step: 96, font: '72px serif' });
  const { data } = context.getImageData(0, 0, width, height);
  const bits = Buffer.alloc((width / 8) * height);
  for (let at = 0; at < width * height; at += 1) {
    if ((data[4 * at] ?? 0) > 127) bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
  const entries = '/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode';
  const image = imageObject({ width, height, entries, data: deflateSync(bits) });
  return imagePdf(image, 'q 595 0 0 842 0 0 cm /Im Do Q');
}

/** A photo of four inks as JPEG. */
async function inks(): Promise<Uint8Array> {
  const [width, height] = [3000, 2000];
  const pixels = photoPixels(width, height, 30);
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const colours = [0, 1, 2].map((sample) => 255 - (pixels[3 * at + sample] ?? 0));
    const black = Math.min(...colours) >> 1;
    data.set([...colours.map((ink) => ink - black), black], 4 * at);
  }
  const jpeg = (await openJpegCodec()).encodeInks({ width, height, data }, 92);
  const entries = '/ColorSpace/DeviceCMYK/BitsPerComponent 8/Filter/DCTDecode';
  const image = imageObject({ width, height, entries, data: Buffer.from(jpeg ?? []) });
  return imagePdf(image, 'q 500 0 0 333 50 50 cm /Im Do Q');
}

async function screenshots(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let sheet = 0; sheet < 3; sheet += 1) {
    const canvas = createCanvas(2560, 1440);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 2560, 1440);
    context.fillStyle = '#2d4f8e';
    context.fillRect(0, 0, 2560, 90);
    writeLines(context, 40, { left: 120 + sheet * 20, top: 180, step: 30, font: '22px sans-serif' });
    const image = await document.embedPng(canvas.toBuffer('image/png'));
    document.addPage(page).drawImage(image, { x: 40, y: 400, width: 515, height: 290 });
  }
  return document.save();
}

interface Lines {
  left: number;
  top: number;
  step: number;
  font: string;
}

function writeLines(context: SKRSContext2D, count: number, { left, top, step, font }: Lines): void {
  context.font = font;
  context.fillStyle = '#222222';
  for (let line = 0; line < count; line += 1) {
    const words = Array.from({ length: 12 }, (_, word) => ((line * 37 + word * 91) ** 2 % 1e8).toString(36));
    context.fillText(words.join(' '), left, top + line * step);
  }
}

/** What a merge of copies of a document makes: each copy has its own fonts and images. */
async function merged(count: number): Promise<Buffer> {
  const document = await report(30);
  const bytes = Buffer.from(await document.save());
  const parts = Array.from({ length: count }, () => {
    const source = openPdf(Buffer.from(bytes));
    return { source, pages: source.pages.map((_, index) => index) };
  });
  return Buffer.concat(assemble(parts).chunks);
}
