import { type FileHandle, open } from 'node:fs/promises';
import { fromFile, type RandomAccess } from '../../../base/random-access.ts';
import { keys } from '../keys.ts';
import { PDFNumber, type PDFObject, type PDFRef, PDFStream } from '../objects.ts';
import { writeObject } from '../syntax/write-object.ts';
import { ChunkWriter } from '../writer/chunk-writer.ts';
import { GeneratedPdf, readTable, rowLength } from './generated-pdf.ts';

/**
 * A generated PDF whose objects can be changed in place. However large the file, `save` writes only the changed objects
 * and the cross-reference table, at the end of the file.
 */
export class EditablePdf extends GeneratedPdf {
  readonly #path: string;
  readonly #file: AsyncDisposable;
  readonly #changed = new Map<number, PDFObject>();

  private constructor(path: string, file: RandomAccess & AsyncDisposable, start: number, table: Buffer) {
    super(file, start, table);
    this.#path = path;
    this.#file = file;
  }

  /**
   * Opens a file: `await using pdf = await EditablePdf.openFile(path)`.
   *
   * @throws Error for a PDF that another program wrote
   */
  static async openFile(path: string): Promise<EditablePdf> {
    const file = await fromFile(path);
    try {
      const { start, table } = await readTable(file);
      return new EditablePdf(path, file, start, table);
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  /** Replaces the object that `ref` refers to. */
  set(ref: PDFRef, object: PDFObject): void {
    this.#changed.set(ref.objectNumber, object);
  }

  /** Writes the changes over the old cross-reference table and beyond. */
  async save(): Promise<void> {
    if (this.#changed.size === 0) return;
    const out = new ChunkWriter();
    for (const [number, object] of this.#changed) this.#writeObject(out, number, object);
    this.#writeTable(out);
    const { length } = out;
    await using file = await open(this.#path, 'r+');
    let at = this.tableStart;
    for (const chunk of out.finish()) {
      await writeAt(file, chunk, at);
      at += chunk.length;
    }
    await file.truncate(this.tableStart + length);
  }

  protected override async object(number: number): Promise<PDFObject | undefined> {
    return this.#changed.get(number) ?? (await super.object(number));
  }

  #writeObject(out: ChunkWriter, number: number, object: PDFObject): void {
    const row = `${String(this.tableStart + out.length).padStart(10, '0')} 00000 n \n`;
    this.rows.write(row, number * rowLength, 'latin1');
    out.text(`${number} 0 obj\n`);
    writeObject(out, object);
    if (object instanceof PDFStream) {
      out.text('\nstream\n');
      out.data(Buffer.from(object.getContents()));
      out.text('\nendstream');
    }
    out.text('\nendobj\n');
  }

  #writeTable(out: ChunkWriter): void {
    const start = this.tableStart + out.length;
    const count = this.rows.length / rowLength;
    this.trailer.set(keys.Size, PDFNumber.of(count));
    // LibreOffice's checksum of the file before the changes.
    this.trailer.delete(keys.DocChecksum);
    out.text(`xref\n0 ${count}\n`);
    out.data(this.rows);
    out.text('trailer\n');
    writeObject(out, this.trailer);
    out.text(`\nstartxref\n${start}\n%%EOF\n`);
  }
}

async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written);
    written += bytesWritten;
  }
}
