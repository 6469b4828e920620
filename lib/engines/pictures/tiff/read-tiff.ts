import { prepareOnce } from '../../../base/prepare-once.ts';
import { compressedPixels } from '../compressed-pixels.ts';
import { damaged } from '../damaged.ts';
import { profileFor } from '../icc-profile.ts';
import type { Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { samplesOf } from '../picture.ts';
import { codedData, faxCoding } from './coded-data.ts';
import { decodeFax } from '../ccitt/decoder.ts';
import { type Directory, directoriesOf } from './directories.ts';
import type { JpegCodec } from '../jpeg/codec.ts';
import { JpegPage } from './jpeg-page.ts';
import { keptRows, keptSamples } from './kept-samples.ts';
import { pageOf, type TiffPage } from './page.ts';
import { plainRows, segmentDecoder } from './plain-rows.ts';
import { Compression, Photometric, Tag } from './tags.ts';
import { TiffAccount } from './tiff-account.ts';

/** The bits for pictures that belong to another one: smaller copies, and masks. */
const belongsToAnother = 0b101;

/**
 * Reads the pages of a TIFF (TIFF 6.0), one after another. Group 4 in one strip and JPEG stay as they are; other data are
 * compressed again without loss.
 *
 * @throws InputFault `damaged-document`, also for a file that is cut off; `invalid-file-type` or `file-too-large`
 */
export async function* readTiff(file: Uint8Array, budget: PictureBudget): AsyncGenerator<Picture> {
  const account = new TiffAccount(file.length);
  const tools = { account, codec: prepareOnce(openCodec) };
  const all = [...directoriesOf(file, account)];
  const own = all.filter((each) => (each.number(Tag.subfileType, 0) & belongsToAnother) === 0);
  if (all.length === 0) throw damaged('is a TIFF without an image');
  for (const directory of own.length > 0 ? own : all) yield pictureOf(file, directory, budget, tools);
}

/** What the pages of a file share. */
interface Tools {
  account: TiffAccount;
  codec: () => Promise<JpegCodec>;
}

const openCodec = async (): Promise<JpegCodec> => (await import('../jpeg/codec.ts')).openJpegCodec();

async function pictureOf(
  file: Uint8Array,
  directory: Directory,
  budget: PictureBudget,
  tools: Tools,
): Promise<Picture> {
  const { account } = tools;
  const size = { width: directory.number(Tag.width, 0), height: directory.number(Tag.height, 0) };
  budget.take(size);
  const page = pageOf(directory);
  const { colours, bitDepth, orientation, density, profile } = page;
  account.coded(profile?.length ?? 0);
  const pixels = kept(file, page, account) ?? (await compressed(file, page, tools));
  const components = colours.model === 'palette' ? 3 : samplesOf(colours);
  return {
    ...size,
    orientation,
    density,
    colours,
    bitDepth,
    ...pixels,
    profile: profileFor(components, profile),
  };
}

type Pixels = Pick<Picture, 'data' | 'opacity'>;

/** The data of a page as they are, if a document can have them. */
function kept(file: Uint8Array, page: TiffPage, account: TiffAccount): Pixels | undefined {
  const { compression } = page;
  if (compression === Compression.jpeg) {
    const data = new JpegPage(file, page, account).whole();
    return data && { data };
  }
  // Other codes for facsimile are longer, and get shorter.
  return compression === Compression.group4 ? keptFax(file, page, account) : undefined;
}

/** Readers have no longer lines. */
const maxFaxWidth = 65_535;

function keptFax(file: Uint8Array, page: TiffPage, account: TiffAccount): Pixels | undefined {
  const { width, height, photometric, segments } = page;
  if (segments.across > 1 || segments.down > 1 || segments.width !== width || width > maxFaxWidth)
    return undefined;
  const coding = faxCoding(page);
  const bytes = codedData(file, page, 0, account);
  if (!decodeFax(bytes, { ...coding, width, height }))
    throw damaged('has CCITT fax data that cannot be read');
  const white = photometric === Photometric.whiteIsZero ? 1 : 0;
  return { data: { encoding: 'fax', ...coding, white, bytes } };
}

async function compressed(file: Uint8Array, page: TiffPage, { account, codec }: Tools): Promise<Pixels> {
  const { width, height, bitDepth, opacity, colours, segments } = page;
  const decode =
    page.compression === Compression.jpeg
      ? new JpegPage(file, page, account).decoder(await codec())
      : segmentDecoder(file, page, segments.isPlanar ? 1 : page.samples, account);
  const pixels = await compressedPixels({
    ...{ width, height, bitDepth, samples: keptSamples(page) },
    hasOpacity: opacity !== 'none',
    isIndexed: colours.model === 'palette',
    rows: keptRows(page, plainRows(page, decode)),
  });
  const plane = pixels.opacity && { ...pixels.opacity, isPremultiplied: opacity === 'premultiplied' };
  return { ...pixels, opacity: plane };
}
