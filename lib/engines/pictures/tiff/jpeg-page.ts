import { damaged } from '../damaged.ts';
import type { JpegCodec } from '../jpeg/codec.ts';
import { frameOf, isFrame } from '../jpeg/frame.ts';
import { Marker, segmentsOf } from '../jpeg/segments.ts';
import type { PictureData } from '../picture.ts';
import { codedData } from './coded-data.ts';
import { bytesOf, joinedStrips, ownSegments } from './jpeg-strips.ts';
import type { TiffPage } from './page.ts';
import type { SegmentDecoder } from './plain-rows.ts';
import { Photometric } from './tags.ts';
import type { TiffAccount } from './tiff-account.ts';

const [start, end] = [Buffer.of(0xff, 0xd8), Buffer.of(0xff, Marker.endOfImage)];

/** Adobe's marker: the samples are the colours. */
const plainColours = Buffer.from([0xff, Marker.app14, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]);

/** The JPEGs of a page (TIFF technical note 2). */
export class JpegPage {
  readonly #file: Uint8Array;
  readonly #page: TiffPage;
  readonly #account: TiffAccount;
  /** The tables that all JPEGs of the page have in common. */
  readonly #tables: Uint8Array;

  constructor(file: Uint8Array, page: TiffPage, account: TiffAccount) {
    this.#file = file;
    this.#page = page;
    this.#account = account;
    const { jpegTables } = page;
    account.coded(jpegTables?.length ?? 0);
    this.#tables = jpegTables
      ? Buffer.concat(ownSegments(jpegTables).map((segment) => bytesOf(jpegTables, segment)))
      : Buffer.alloc(0);
  }

  /** The whole page as one JPEG, without decoding it; undefined if that is impossible. */
  whole(): PictureData | undefined {
    const { width, height, segments, photometric, samples, colourSamples } = this.#page;
    if (segments.across > 1 || segments.width !== width || samples !== colourSamples) return undefined;
    if (photometric === Photometric.whiteIsZero) return undefined;
    const strips = Array.from({ length: segments.down }, (_, index) => this.#data(index));
    const [first] = strips;
    if (!first) return undefined;
    const isOne = strips.length === 1 && this.#hasSize(first, width, height);
    const body = isOne
      ? Buffer.concat([this.#tables, ...ownSegments(first).map((segment) => bytesOf(first, segment))])
      : joinedStrips(strips, this.#tables, { width, height, rows: segments.height });
    const isPlainRgb = photometric === Photometric.rgb;
    return body && { encoding: 'jpeg', bytes: this.#jpegOf(body), isPlainRgb };
  }

  decoder(codec: JpegCodec): SegmentDecoder {
    const { segments, colourSamples, samples } = this.#page;
    return (index, rows) => {
      this.#account.decoded(segments.width * segments.height * 4);
      const data = this.#data(index);
      if (samples !== colourSamples || !this.#hasSize(data, segments.width, rows)) throw unreadable();
      const body = Buffer.concat([
        this.#tables,
        ...ownSegments(data).map((segment) => bytesOf(data, segment)),
      ]);
      const file = this.#jpegOf(body);
      const decoded = colourSamples === 4 ? codec.decodeInks(file, 0) : codec.decode(file);
      if (!decoded || decoded.width !== segments.width || decoded.height < rows) throw unreadable();
      const pixels = decoded.data.subarray(0, segments.width * rows * 4);
      return colourSamples === 4 ? pixels : firstSamples(pixels, colourSamples);
    };
  }

  #data(index: number): Uint8Array {
    return codedData(this.#file, this.#page, index, this.#account);
  }

  /** Whether a JPEG has these sides, and the samples of the page. It may be higher. */
  #hasSize(data: Uint8Array, width: number, rows: number): boolean {
    const found = [...segmentsOf(data)].find(({ marker }) => isFrame(marker));
    const frame = found && frameOf(found.marker, found.data);
    const { segments, colourSamples } = this.#page;
    return (
      frame?.width === width &&
      frame.height >= rows &&
      frame.height <= segments.height &&
      frame.components.length === colourSamples
    );
  }

  #jpegOf(body: Uint8Array): Buffer {
    const marker = this.#page.photometric === Photometric.rgb ? [plainColours] : [];
    return Buffer.concat([start, ...marker, body, end]);
  }
}

const unreadable = (): Error => damaged('has JPEG data in a TIFF that cannot be read');

/** Of pixels with four samples the first. */
function firstSamples(pixels: Uint8Array, samples: 1 | 3): Uint8Array {
  const out = new Uint8Array((pixels.length / 4) * samples);
  for (let at = 0, to = 0; at < pixels.length; at += 4) {
    for (let sample = 0; sample < samples; sample += 1, to += 1) out[to] = pixels[at + sample] as number;
  }
  return out;
}
