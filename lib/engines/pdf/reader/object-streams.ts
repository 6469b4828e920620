import { decodeStream, filtersOf } from '../filters/decode-stream.ts';
import { keys } from '../keys.ts';
import { PDFNumber, PDFRawStream } from '../objects.ts';
import { refOf } from '../syntax/references.ts';
import { ObjectStream } from './object-stream.ts';
import { Location } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';

/** The object streams of a file, each decoded at its first use. */
export class ObjectStreams {
  readonly #file: PdfFile;
  readonly #streams = new Map<number, ObjectStream | undefined>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /**
   * The object stream of that number; undefined if it is unreadable in a rebuilt file.
   *
   * @throws CrossReferenceError if it is not an object stream or cannot be decoded
   * @throws InputFault `file-too-large`
   */
  get(number: number): ObjectStream | undefined {
    if (!this.#streams.has(number)) {
      // Marks the stream while it is read, so that a stream which needs itself is detected.
      this.#streams.set(number, undefined);
      this.#streams.set(number, this.#read(number));
    }
    const stream = this.#streams.get(number);
    if (!stream) this.#file.fail(`object stream ${number} cannot be read`);
    return stream;
  }

  /** The number of entries that the streams list. */
  get entryCount(): number {
    return [...this.#streams.values()].reduce((sum, stream) => sum + (stream?.numbers.length ?? 0), 0);
  }

  #read(number: number): ObjectStream | undefined {
    const file = this.#file;
    if (file.table.location(number) !== Location.offset) return undefined;
    const stream = file.context.lookup(refOf(number));
    if (!(stream instanceof PDFRawStream)) return undefined;
    const first = stream.dict.lookup(keys.First);
    const count = stream.dict.lookup(keys.N);
    if (!(first instanceof PDFNumber) || !(count instanceof PDFNumber)) return undefined;
    const filters = filtersOf(stream.dict);
    const decoded = filters && decodeStream(stream.contents, filters, file.budget.structure);
    if (!decoded) return undefined;
    if (decoded.damaged) {
      file.fail(`object stream ${number} is damaged`);
      file.note('stream-damaged');
    }
    const { bytes } = decoded;
    file.size += bytes.length;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return new ObjectStream(buffer, first.asNumber(), count.asNumber(), file.budget);
  }
}
