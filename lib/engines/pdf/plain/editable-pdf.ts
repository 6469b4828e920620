import { open, type FileHandle } from 'node:fs/promises';
import { keys } from '../keys.ts';
import {
  PDFContext,
  PDFDict,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '../objects.ts';
import { ObjectParser } from '../syntax/object-parser.ts';
import { writeObject } from '../syntax/write-object.ts';
import { ChunkWriter } from '../writer/chunk-writer.ts';

/** One line of a cross-reference table (ISO 32000-1, 7.5.4), in bytes. */
const rowLength = 20;
const tailLength = 1024;
const firstRead = 4096;
const maxDepth = 100;
/** What is held at once: the table of three million objects. A process that a document took over can write anything. */
const maxRead = 64 * 1024 * 1024;

/**
 * A PDF that LibreOffice wrote, to change a few of its objects in place. Such a file has one cross-reference table and
 * no compressed objects, so that changing it takes a few small reads and one write at its end, also for a large file.
 */
export class EditablePdf {
  readonly context = PDFContext.create();
  readonly #file: FileHandle;
  readonly #size: number;
  /** Where the cross-reference table begins. */
  readonly #tableStart: number;
  #rows: Buffer;
  readonly #trailer: PDFDict;
  readonly #changed = new Map<number, PDFObject>();

  private constructor(file: FileHandle, size: number, tableStart: number, table: Buffer) {
    this.#file = file;
    this.#size = size;
    this.#tableStart = tableStart;
    const [header = '', count = '0'] = /^xref\s+0\s+(\d+)\s*\n/.exec(table.toString('latin1', 0, 64)) ?? [];
    const rowsEnd = header.length + Number(count) * rowLength;
    const trailer = table.indexOf('trailer', rowsEnd, 'latin1');
    if (header === '' || trailer < 0) throw unexpected();
    this.#rows = Buffer.from(table.subarray(header.length, rowsEnd));
    const parsed = this.#parser(table, trailer + 'trailer'.length).parse();
    if (!(parsed instanceof PDFDict)) throw unexpected();
    this.#trailer = parsed;
  }

  /**
   * Opens a file for reading and writing: `await using pdf = await EditablePdf.open(path)`.
   *
   * @throws Error for a PDF of another make
   */
  static async open(path: string): Promise<EditablePdf> {
    const file = await open(path, 'r+');
    try {
      const { size } = await file.stat();
      const tail = await readAt(file, Math.max(0, size - tailLength), tailLength);
      const [, offset] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.toString('latin1')) ?? [];
      if (offset === undefined || Number(offset) > size) throw unexpected();
      const start = Number(offset);
      return new EditablePdf(file, size, start, await readAt(file, start, size - start));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }

  /** A reference of the trailer. */
  root(key: 'Root' | 'Info'): PDFRef | undefined {
    const value = this.#trailer.get(keys[key]);
    return value instanceof PDFRef ? value : undefined;
  }

  /** The object that `object` refers to, or itself. The data of streams are read with them. */
  async resolve(object: PDFObject | undefined): Promise<PDFObject | undefined> {
    if (!(object instanceof PDFRef)) return object;
    const number = object.objectNumber;
    return this.#changed.get(number) ?? (await this.#read(number));
  }

  /** The dictionary that `object` is or refers to. */
  async dict(object: PDFObject | undefined): Promise<PDFDict | undefined> {
    const found = await this.resolve(object);
    return found instanceof PDFDict ? found : undefined;
  }

  /** Puts `object` in the place of another one. */
  set(ref: PDFRef, object: PDFObject): void {
    this.#changed.set(ref.objectNumber, object);
  }

  add(object: PDFObject): PDFRef {
    const number = this.#rows.length / rowLength;
    this.#rows = Buffer.concat([this.#rows, Buffer.alloc(rowLength, ' ')]);
    this.#changed.set(number, object);
    return PDFRef.of(number);
  }

  /** Writes what was changed, in place of the old cross-reference table and behind it. */
  async save(): Promise<void> {
    if (this.#changed.size === 0) return;
    const out = new ChunkWriter();
    for (const [number, object] of this.#changed) {
      const row = `${String(this.#tableStart + out.length).padStart(10, '0')} 00000 n \n`;
      this.#rows.write(row, number * rowLength, 'latin1');
      out.text(`${number} 0 obj\n`);
      writeObject(out, object);
      if (object instanceof PDFStream) {
        out.text('\nstream\n');
        out.data(Buffer.from(object.getContents()));
        out.text('\nendstream');
      }
      out.text('\nendobj\n');
    }
    const table = this.#tableStart + out.length;
    const count = this.#rows.length / rowLength;
    this.#trailer.set(keys.Size, PDFNumber.of(count));
    // LibreOffice's own checksum of the file as it was.
    this.#trailer.delete(keys.DocChecksum);
    out.text(`xref\n0 ${count}\n`);
    out.data(this.#rows);
    out.text('trailer\n');
    writeObject(out, this.#trailer);
    out.text(`\nstartxref\n${table}\n%%EOF\n`);
    const { length } = out;
    let at = this.#tableStart;
    for (const chunk of out.finish()) {
      await writeAt(this.#file, chunk, at);
      at += chunk.length;
    }
    await this.#file.truncate(this.#tableStart + length);
    this.#changed.clear();
  }

  async #read(number: number): Promise<PDFObject | undefined> {
    const row = this.#rows.toString('latin1', number * rowLength, (number + 1) * rowLength);
    const [, offset] = /^(\d{10}) \d{5} n/.exec(row) ?? [];
    if (offset === undefined) return undefined;
    const start = Number(offset);
    for (let length = firstRead; ; length *= 4) {
      const bytes = await readAt(this.#file, start, Math.min(length, this.#size - start));
      const [head = ''] = /^\s*\d+\s+\d+\s+obj/.exec(bytes.toString('latin1', 0, 64)) ?? [];
      const parser = this.#parser(bytes, head.length);
      const object = parser.parse();
      const [, ending] =
        /^\s*(endobj|stream\r?\n)/.exec(bytes.toString('latin1', parser.position, parser.position + 32)) ??
        [];
      if (head !== '' && ending !== undefined) {
        if (ending === 'endobj' || !(object instanceof PDFDict)) return object;
        const data = start + bytes.indexOf(ending, parser.position, 'latin1') + ending.length;
        return await this.#stream(object, data);
      }
      if (head === '' || start + length >= this.#size) throw unexpected();
    }
  }

  async #stream(dict: PDFDict, start: number): Promise<PDFRawStream> {
    const length = await this.resolve(dict.get(keys.Length));
    if (!(length instanceof PDFNumber)) throw unexpected();
    return PDFRawStream.of(dict, await readAt(this.#file, start, length.asNumber()));
  }

  #parser(bytes: Buffer, at: number): ObjectParser {
    return new ObjectParser(this.context, bytes, at, bytes.length, { maxDepth });
  }
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  if (length > maxRead) throw unexpected();
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written);
    written += bytesWritten;
  }
}

const unexpected = (): Error => new Error('The PDF does not have the structure that LibreOffice writes.');
