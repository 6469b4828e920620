import { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';
import { type Exif, exifOf } from '../exif.ts';
import { profileFor } from '../icc-profile.ts';
import { type Colours, type Density, densityOf, perInchOf, type Picture, type Rows } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { inflatedRows, RowDeflater } from '../row-stream.ts';
import { separatedRows } from '../separated-rows.ts';
import { type Chunk, chunksOf, profileIn } from './chunks.ts';
import { ColourType, type Header, headerOf, rowBytes, samplesIn } from './header.ts';
import { interlacedRows } from './interlaced-rows.ts';
import { RowFilter } from './row-filters.ts';
import { Transparency } from './transparency.ts';

/** The chunks that matter. */
interface Parts {
  header: Header;
  palette?: Uint8Array;
  transparency?: Uint8Array;
  profile?: Uint8Array | undefined;
  exif: Exif;
  density?: Density | undefined;
  isAnimated: boolean;
  data: Uint8Array[];
}

/**
 * Reads a PNG (ISO/IEC 15948). Its data stay compressed as they are, unless it is interlaced or has a channel for opacity.
 * Of an animation it is the still picture. Gamma and chromaticities are ignored where there is no profile, as by most
 * readers of documents.
 *
 * @throws InputFault `damaged-document` also for a wrong checksum and for data that are cut off, or `file-too-large`
 */
export async function readPng(file: Uint8Array, budget: PictureBudget): Promise<Picture> {
  const parts = partsOf(file, budget);
  const { header, data, isAnimated } = parts;
  const { width, height, bitDepth } = header;
  const colours = coloursOf(parts);
  const layout = { bytes: 1 + rowBytes(header, width), rows: height };
  const blocks = checked(
    header.isInterlaced ? interlacedRows(header, data) : inflatedRows(data, layout),
    layout.bytes,
  );
  const profile = profileFor(colours.model === 'gray' ? 1 : 3, parts.profile);
  const { orientation } = parts.exif;
  const density = parts.density ?? parts.exif.density;
  const picture = { width, height, orientation, colours, bitDepth, profile, density, isAnimated };
  const samples = samplesIn(header);
  if ((samples === 2 || samples === 4) && (bitDepth === 8 || bitDepth === 16)) {
    return { ...picture, ...(await separatedRows(blocks, { width, samples, bitDepth })) };
  }
  const opacity = parts.transparency && new Transparency(header, parts.transparency);
  const deflater = header.isInterlaced ? new RowDeflater() : undefined;
  for await (const block of blocks) {
    await opacity?.add(block);
    await deflater?.add(block);
  }
  const bytes = deflater ? await deflater.finish() : Buffer.concat(data);
  const rows: Rows = { encoding: 'rows', bytes };
  return { ...picture, data: rows, opacity: await opacity?.finish() };
}

/** Encoders write pieces of 8 KiB and more. */
const maxChunks = 100_000;

function partsOf(file: Uint8Array, budget: PictureBudget): Parts {
  let parts: Parts | undefined;
  let count = 0;
  for (const chunk of chunksOf(file)) {
    if (!parts) {
      parts = { header: firstHeader(chunk), exif: { orientation: 1 }, isAnimated: false, data: [] };
      budget.take(parts.header);
    } else readChunk(parts, chunk);
    count += 1;
    if (count > maxChunks) throw new InputFault('file-too-large', `has more than ${maxChunks} PNG chunks`);
  }
  if (!parts) throw damaged('is an empty PNG');
  return parts;
}

function firstHeader({ type, data }: Chunk): Header {
  if (type !== 'IHDR') throw damaged('has no PNG header');
  return headerOf(data);
}

function readChunk(parts: Parts, { type, data }: Chunk): void {
  switch (type) {
    case 'IDAT':
      parts.data.push(data);
      return;
    case 'PLTE':
      parts.palette = data;
      return;
    case 'tRNS':
      parts.transparency = data;
      return;
    case 'iCCP':
      parts.profile = profileIn(data);
      return;
    case 'eXIf':
      parts.exif = exifOf(data);
      return;
    case 'pHYs':
      parts.density = densityIn(data);
      return;
    case 'acTL':
      parts.isAnimated = true;
      return;
    case 'IHDR':
      throw damaged('has two PNG headers');
  }
}

/** The density in a `pHYs` chunk (11.3.4.3), in pixels for each metre. Other units say the shape of pixels alone. */
function densityIn(data: Uint8Array): Density | undefined {
  if (data.length < 9 || data[8] !== 1) return undefined;
  const view = new DataView(data.buffer, data.byteOffset);
  return densityOf(perInchOf(view.getUint32(0)), perInchOf(view.getUint32(4)));
}

function coloursOf({ header: { colourType, bitDepth }, palette }: Parts): Colours {
  if (colourType !== ColourType.palette) {
    const isGray = colourType === ColourType.gray || colourType === ColourType.grayAlpha;
    return { model: isGray ? 'gray' : 'rgb' };
  }
  if (!palette || palette.length < 3) throw damaged('has no palette');
  const colours = Math.min(Math.floor(palette.length / 3), 2 ** bitDepth);
  return { model: 'palette', palette: palette.subarray(0, 3 * colours) };
}

/** Blocks of rows whose filters are known. */
async function* checked(blocks: AsyncIterable<Buffer>, stride: number): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    for (let at = 0; at < block.length; at += stride) {
      if ((block[at] as number) > RowFilter.paeth) throw damaged('has a row with an unknown filter');
    }
    yield block;
  }
}
