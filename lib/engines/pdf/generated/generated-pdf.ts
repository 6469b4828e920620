import type { RandomAccess } from '../../../base/random-access.ts';
import { keys } from '../keys.ts';
import { PDFContext, PDFDict, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import { ObjectParser } from '../syntax/object-parser.ts';

/** The length of a row of a cross-reference table (PDF 32000-1, 7.5.4), in bytes. */
export const rowLength = 20;

/** `startxref` is read from this many bytes at the end of the file. */
const tailLength = 1024;

/** Most objects are shorter. */
const firstRead = 4096;

const maxDepth = 100;

/**
 * The longest read: the table of three million objects. A hostile document can take over the process that writes the
 * PDF, so nothing in the PDF is trusted.
 */
const maxRead = 64 * 1024 * 1024;

/**
 * A PDF that Chromium or LibreOffice wrote. Such a file has one cross-reference table and no compressed objects, so a
 * few small reads find an object in a file of any size. Open other PDFs with `openPdf`.
 */
export class GeneratedPdf {
  readonly context = PDFContext.create();
  readonly trailer: PDFDict;
  /** The offset of the cross-reference table. */
  protected readonly tableStart: number;
  /** The rows of the cross-reference table, from object 0. */
  protected rows: Buffer;
  readonly #file: RandomAccess;

  protected constructor(file: RandomAccess, tableStart: number, table: Buffer) {
    this.#file = file;
    this.tableStart = tableStart;
    const [header = '', count = '0'] = /^xref\s+0\s+(\d+)\s*\n/.exec(table.toString('latin1', 0, 64)) ?? [];
    const rowsEnd = header.length + Number(count) * rowLength;
    const trailer = table.indexOf('trailer', rowsEnd, 'latin1');
    if (header === '' || trailer < 0) throw unexpected();
    this.rows = Buffer.from(table.subarray(header.length, rowsEnd));
    const parsed = this.#parser(table, trailer + 'trailer'.length).parse();
    if (!(parsed instanceof PDFDict)) throw unexpected();
    this.trailer = parsed;
  }

  /** @throws Error for a PDF that another program wrote */
  static async open(file: RandomAccess): Promise<GeneratedPdf> {
    const { start, table } = await readTable(file);
    return new GeneratedPdf(file, start, table);
  }

  /** The object that `object` refers to, or `object` itself; undefined if there is none. Streams include their data. */
  async resolve(object: PDFObject | undefined): Promise<PDFObject | undefined> {
    return object instanceof PDFRef ? await this.object(object.objectNumber) : object;
  }

  /** The dictionary that `object` is or refers to. */
  async dict(object: PDFObject | undefined): Promise<PDFDict | undefined> {
    const found = await this.resolve(object);
    return found instanceof PDFDict ? found : undefined;
  }

  protected async object(number: number): Promise<PDFObject | undefined> {
    const value = await this.#value(number);
    if (value?.data === undefined || !(value.object instanceof PDFDict)) return value?.object;
    return await this.#stream(value.object, value.data);
  }

  /** The value of an object, and the offset of its data where it is the dictionary of a stream. */
  async #value(number: number): Promise<{ object: PDFObject | undefined; data?: number } | undefined> {
    const row = this.rows.toString('latin1', number * rowLength, (number + 1) * rowLength);
    const [, offset] = /^(\d{10}) \d{5} n/.exec(row) ?? [];
    if (offset === undefined) return undefined;
    const start = Number(offset);
    const { size } = this.#file;
    for (let length = firstRead; ; length *= 4) {
      const bytes = await readAt(this.#file, start, Math.min(length, size - start));
      const [head = ''] = /^\s*\d+\s+\d+\s+obj/.exec(bytes.toString('latin1', 0, 64)) ?? [];
      const parser = this.#parser(bytes, head.length);
      const object = parser.parse();
      const next = bytes.toString('latin1', parser.position, parser.position + 32);
      const [, ending] = /^\s*(endobj|stream\r?\n)/.exec(next) ?? [];
      if (head !== '' && ending === 'endobj') return { object };
      if (head !== '' && ending !== undefined) {
        return { object, data: start + bytes.indexOf(ending, parser.position, 'latin1') + ending.length };
      }
      if (head === '' || start + length >= size) throw unexpected();
    }
  }

  async #stream(dict: PDFDict, data: number): Promise<PDFRawStream> {
    const entry = dict.get(keys.Length);
    // A length that is a stream itself would need its own length first.
    const length = entry instanceof PDFRef ? (await this.#value(entry.objectNumber))?.object : entry;
    if (!(length instanceof PDFNumber)) throw unexpected();
    return PDFRawStream.of(dict, await readAt(this.#file, data, length.asNumber()));
  }

  #parser(bytes: Buffer, at: number): ObjectParser {
    return new ObjectParser(this.context, bytes, at, bytes.length, { maxDepth });
  }
}

/** The offset of the cross-reference table, and the file from there on. */
export async function readTable(file: RandomAccess): Promise<{ start: number; table: Buffer }> {
  const tail = await readAt(file, Math.max(0, file.size - tailLength), tailLength);
  const [, offset] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.toString('latin1')) ?? [];
  const start = Number(offset);
  if (offset === undefined || start > file.size) throw unexpected();
  return { start, table: await readAt(file, start, file.size - start) };
}

function readAt(file: RandomAccess, offset: number, length: number): Promise<Buffer> {
  if (!(length >= 0 && length <= maxRead)) throw unexpected();
  return file.read(offset, length);
}

const unexpected = (): Error =>
  new Error('The PDF does not have the structure that Chromium and LibreOffice write.');
