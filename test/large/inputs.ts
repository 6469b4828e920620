import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import officeCrypto from 'officecrypto-tool';
import { PDFDocument } from 'pdf-lib';
import { makePptx } from '../support/office.ts';
import { relationships } from '../support/office-package.ts';
import { cameraPhoto, makePhoto, pagePhoto, type PhotoSize } from './photos.ts';

const mebibyte = 1024 * 1024;

/** So many different photos that they have `megabytes` together, and no more. */
function photosOf(size: PhotoSize, megabytes: number): Buffer[] {
  const photos: Buffer[] = [];
  let room = megabytes * mebibyte;
  for (let hue = 0; ; hue += 47) {
    const photo = makePhoto(size, hue % 360);
    room -= photo.length;
    if (room < 0) return photos;
    photos.push(photo);
  }
}

/** A PDF like a scanned book: a photo on each page. Gives its path. */
export async function makeScannedPdf(folder: string, name: string, megabytes: number): Promise<string> {
  const document = await PDFDocument.create();
  for (const photo of photosOf(pagePhoto, megabytes - 1)) {
    const image = await document.embedJpg(photo);
    document.addPage([595, 842]).drawImage(image, { x: 40, y: 220, width: 515, height: 386 });
  }
  const path = join(folder, name);
  await writeFile(path, await document.save({ objectsPerTick: Infinity }));
  return path;
}

/** A presentation with a photo on each slide. Gives its path and how many photos it has. */
export async function makePhotoDeck(
  folder: string,
  name: string,
  megabytes: number,
): Promise<{ path: string; photos: number }> {
  const photos = photosOf(cameraPhoto, megabytes - 1);
  const parts = unzipSync(makePptx({ slides: photos.map((_, index) => `Photo ${index + 1}`) }));
  const deck: Zippable = {};
  for (const [part, content] of Object.entries(parts)) deck[part] = withPhoto(part, content);
  for (const [index, photo] of photos.entries()) {
    // As presentation programs do: what is compressed is stored as it is.
    deck[`ppt/media/photo${index + 1}.jpeg`] = [photo, { level: 0 }];
  }
  const path = join(folder, name);
  await writeFile(path, zipSync(deck));
  return { path, photos: photos.length };
}

/** Encrypts an office document in its place, as Office does. */
export async function encrypt(path: string, password: string): Promise<void> {
  await writeFile(path, officeCrypto.encrypt(await readFile(path), { password }));
}

/** What a part becomes in a deck with photos. */
function withPhoto(part: string, content: Uint8Array): Uint8Array {
  const text = Buffer.from(content).toString('utf8');
  if (part === '[Content_Types].xml') {
    return strToU8(
      text.replace('<Default ', '<Default Extension="jpeg" ContentType="image/jpeg"/><Default '),
    );
  }
  const [, slide] = /^ppt\/slides\/(?:_rels\/)?slide(\d+)\.xml/.exec(part) ?? [];
  if (slide === undefined) return content;
  if (part.endsWith('.rels')) {
    return strToU8(
      relationships([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['image', `../media/photo${slide}.jpeg`],
      ]),
    );
  }
  return strToU8(text.replace('</p:spTree>', `${picture}</p:spTree>`));
}

const picture =
  '<p:pic><p:nvPicPr><p:cNvPr id="3" name="Photo"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>' +
  '<p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>' +
  '<p:spPr><a:xfrm><a:off x="914400" y="1828800"/><a:ext cx="6096000" cy="4572000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>';

/** A page and the photos that it shows. Gives their paths, the page's first. */
export async function makeAlbum(folder: string, megabytes: number): Promise<string[]> {
  const photos = photosOf(cameraPhoto, megabytes);
  const files = photos.map((photo, index) => ({ name: `photo-${index + 1}.jpeg`, content: photo }));
  const figures = files.map(
    ({ name }, index) => `<figure><img src="${name}"><figcaption>Photo ${index + 1}</figcaption></figure>`,
  );
  const page = `<!doctype html><meta charset="utf-8"><title>Album</title><style>img { width: 100% }</style>${figures.join('')}`;
  const all = [{ name: 'album.html', content: Buffer.from(page) }, ...files];
  return Promise.all(
    all.map(async ({ name, content }) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    }),
  );
}
