import { InputFault } from '../../../base/input-fault.ts';
import { limits } from '../../../base/limits.ts';
import { damaged } from '../damaged.ts';

const MiB = 1024 * 1024;

/** The decoded bytes of one strip or tile, which is in memory as a whole. */
const maxSegmentBytes = 256 * MiB;

/** The decoded bytes of a file: 16 bits for each of five samples. */
const maxDecodedBytes = limits.picturePixels * 10;

/** The fields of all directories together. Real pages have about twenty. */
const maxFields = 2_000_000;

/** Pages do not share data, but harmless programs may repeat some. */
const maxRepetitions = 4;

/** Limits on what the pages of a file make work of: they can overlap, so that its length does not limit them. */
export class TiffAccount {
  readonly #fileBytes: number;
  #pages = 0;
  #fields = 0;
  #codedBytes = 0;
  #decodedBytes = 0;

  constructor(fileBytes: number) {
    this.#fileBytes = fileBytes;
  }

  /** @throws InputFault `file-too-large` */
  page(fields: number): void {
    this.#pages += 1;
    this.#fields += fields;
    if (this.#pages > limits.pdfPages) throw tooLarge(`has more than ${limits.pdfPages} pages`);
    if (this.#fields > maxFields) throw tooLarge(`has more than ${maxFields} TIFF fields`);
  }

  /** @throws InputFault `damaged-document` */
  coded(bytes: number): void {
    this.#codedBytes += bytes;
    if (this.#codedBytes > maxRepetitions * this.#fileBytes)
      throw damaged('has TIFF pages that share their data');
  }

  /** @throws InputFault `file-too-large` */
  decoded(bytes: number): void {
    this.#decodedBytes += bytes;
    if (bytes > maxSegmentBytes) {
      throw tooLarge(`has a TIFF strip or tile of more than ${maxSegmentBytes / MiB} MiB of pixels`);
    }
    if (this.#decodedBytes > maxDecodedBytes) {
      throw tooLarge(`has TIFF pages of more than ${maxDecodedBytes / 1_000_000} MB of pixels`);
    }
  }
}

const tooLarge = (predicate: string): InputFault => new InputFault('file-too-large', predicate);
