import { inflateSync } from 'node:zlib';
import type { RandomAccess } from '../../../base/random-access.ts';

/** The most that a stream may have unpacked, in bytes. */
const longestStream = 1024 * 1024;

/**
 * A PDF that Chromium or LibreOffice wrote. Both write one cross-reference table and no compressed objects, so that a
 * few small reads find an object in a file of any size. Of a PDF of another make it finds nothing.
 */
export class PlainPdf {
  readonly #pdf: RandomAccess;
  /** The cross-reference table, of one section, in lines of 20 bytes (ISO 32000-1, 7.5.4), and the trailer. */
  readonly #table: string;
  /** Bytes before the table's first line. */
  readonly #header: number;

  private constructor(pdf: RandomAccess, table: string) {
    this.#pdf = pdf;
    this.#table = table;
    this.#header = (/^xref\s+0\s+\d+\s*\n/.exec(table) ?? [''])[0].length;
  }

  static async open(pdf: RandomAccess): Promise<PlainPdf> {
    const tail = await textAt(pdf, Math.max(0, pdf.size - 1024), 1024);
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? pdf.size);
    return new PlainPdf(pdf, await textAt(pdf, start, pdf.size - start));
  }

  /** The text of the document's catalog. */
  catalog(): Promise<string> {
    return this.#object(/\/Root\s+(\d+)\s+0\s+R/.exec(this.#table)?.[1]);
  }

  /** The text of the object that `text` refers to as its entry `key`, or the entry itself if it is a dictionary. */
  async entry(text: string, key: string): Promise<string> {
    const value = text.split(new RegExp(`/${key}(?![A-Za-z0-9])\\s*`))[1] ?? '';
    return value.startsWith('<<') ? value : this.#object(/^\[?\s*(\d+)\s+0\s+R/.exec(value)?.[1]);
  }

  /** The bytes of a stream object, or nothing where they cannot be unpacked. */
  unpacked(object: string): Buffer {
    const start = /stream\r?\n/.exec(object);
    const end = object.lastIndexOf('endstream');
    if (!start || end < 0) return Buffer.alloc(0);
    const bytes = Buffer.from(object.slice(start.index + start[0].length, end), 'latin1');
    try {
      return inflateSync(bytes, { maxOutputLength: longestStream });
    } catch {
      return Buffer.alloc(0);
    }
  }

  /** The text of an object, empty where there is none. */
  async object(number: number): Promise<string> {
    const entry = this.#header + number * 20;
    const offset = Number(this.#table.slice(entry, entry + 10));
    if (this.#header === 0 || Number.isNaN(offset)) return '';
    // The root lists all pages, and most objects are short.
    for (let length = 4096; ; length *= 4) {
      const text = await textAt(this.#pdf, offset, length);
      const end = text.indexOf('endobj');
      if (end >= 0) return text.slice(0, end);
      if (offset + length >= this.#pdf.size) return '';
    }
  }

  async #object(number: string | undefined): Promise<string> {
    return number === undefined ? '' : await this.object(Number(number));
  }
}

const textAt = async (pdf: RandomAccess, offset: number, length: number): Promise<string> =>
  (await pdf.read(offset, length)).toString('latin1');
