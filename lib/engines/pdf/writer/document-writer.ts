import { PDFNull, type PDFObject, PDFStream } from '../objects.ts';
import { refOf } from '../syntax/references.ts';
import { writeObject } from '../syntax/write-object.ts';
import type { Protection } from '../encryption/protection.ts';
import { ownGroup } from '../output/raw-objects.ts';
import type { OutputDocument } from '../output/output-document.ts';
import { streamRows, tableRows } from './cross-reference-rows.ts';
import { documentEntries, type FileVersion, headerOf, ObjectChunks } from './object-chunks.ts';
import { ObjectPacker } from './object-packer.ts';
import { ObjectPlaces } from './object-places.ts';
import { protectedStream } from './object-protection.ts';

/** A finished file. The chunks are views of the inputs and of the writer's buffers; do not modify them. */
export interface WrittenDocument {
  chunks: readonly Uint8Array[];
  byteLength: number;
}

/** How what is written is encoded. */
export interface Encoding {
  /** Encrypts the document, whose objects must be packed. */
  protection?: Protection | undefined;
  /** The zlib level of object streams and of cross-reference streams. By default the fastest. */
  level?: number | undefined;
  /** By default 1.7. */
  version?: FileVersion | undefined;
}

export interface DocumentWriterOptions extends Encoding {
  /** Whether objects that are not streams go into object streams. */
  packed: boolean;
}

/** Writes one document. */
export class DocumentWriter {
  readonly #document: OutputDocument;
  readonly #out = new ObjectChunks();
  readonly #places: ObjectPlaces;
  readonly #packer: ObjectPacker | undefined;
  /** The objects that go into object streams: by group the first and the last, and after each the next. */
  readonly #toBePacked = new Map<number, { first: number; last: number }>();
  readonly #next: Uint32Array;
  readonly #protection: Protection | undefined;
  readonly #level: number | undefined;
  readonly #version: FileVersion | undefined;
  #size: number;

  constructor(document: OutputDocument, { packed, protection, level, version }: DocumentWriterOptions) {
    this.#document = document;
    this.#protection = protection;
    this.#level = level;
    this.#version = version;
    this.#size = document.context.largestObjectNumber + 1;
    this.#places = new ObjectPlaces(this.#size);
    this.#next = new Uint32Array(packed ? this.#size : 0);
    if (packed)
      this.#packer = new ObjectPacker(
        this.#places,
        {
          nextNumber: () => this.#nextNumber(),
          stream: (number, dict, data) => this.#stream(number, dict, protection?.encrypt(data) ?? data),
          plain: (number, object) => {
            this.#begin(number);
            this.#out.copy(object, 0, object.length);
            this.#out.end();
          },
        },
        // Only strings in object streams are encrypted with their stream.
        { minPacked: protection ? 1 : undefined, level },
      );
  }

  write(): WrittenDocument {
    this.#out.text(headerOf(this.#version));
    const { largestObjectNumber } = this.#document.context;
    for (let number = 1; number <= largestObjectNumber; number += 1) this.#object(number);
    if (this.#packer) this.#pack(this.#packer);
    const encryption = this.#protection && this.#encryptionDictionary(this.#protection);
    const crossReference = this.#packer
      ? this.#crossReferenceStream(encryption)
      : this.#crossReferenceTable();
    this.#out.text(`startxref\n${crossReference}\n%%EOF\n`);
    const chunks = this.#out.finish();
    return { chunks, byteLength: this.#out.length };
  }

  #object(number: number): void {
    const { objects } = this.#document;
    if (objects.raw.has(number)) {
      this.#rawObject(number);
      return;
    }
    const parsed = objects.parsed(number);
    // A reference to an absent object is null as well.
    if (parsed && parsed !== PDFNull) this.#parsedObject(number, parsed);
  }

  #rawObject(number: number): void {
    const { raw } = this.#document.objects;
    const data = raw.data(number);
    if (data && this.#protection) {
      const stream = this.#document.objects.get(refOf(number));
      if (stream) this.#parsedObject(number, stream);
    } else if (data) {
      this.#begin(number);
      raw.moveHead(number, this.#out);
      this.#out.endWith(data);
    } else if (this.#packer) {
      this.#toPack(number, raw.group(number));
    } else {
      this.#begin(number);
      raw.moveHead(number, this.#out);
      this.#out.end();
    }
  }

  #parsedObject(number: number, object: PDFObject): void {
    if (object instanceof PDFStream) {
      const stream = this.#protection ? protectedStream(object, this.#protection) : object;
      this.#begin(number);
      writeObject(this.#out, stream);
      const contents = stream.getContents();
      this.#out.endWith(Buffer.from(contents.buffer, contents.byteOffset, contents.length));
    } else if (this.#packer) {
      this.#toPack(number, ownGroup);
    } else {
      this.#begin(number);
      writeObject(this.#out, object);
      this.#out.end();
    }
  }

  #toPack(number: number, group: number): void {
    const queue = this.#toBePacked.get(group);
    if (queue) {
      this.#next[queue.last] = number;
      queue.last = number;
    } else this.#toBePacked.set(group, { first: number, last: number });
  }

  /** Packs the objects that are not streams, group by group. */
  #pack(packer: ObjectPacker): void {
    const { objects } = this.#document;
    for (const { first } of this.#toBePacked.values()) {
      for (let number = first; number > 0; number = this.#next[number] ?? 0) {
        const out = packer.begin(number);
        const parsed = objects.parsed(number);
        if (parsed) writeObject(out, parsed);
        else objects.raw.moveHead(number, out);
        packer.end();
      }
      packer.flush();
    }
  }

  #stream(number: number, dict: string, data: Buffer): void {
    this.#places.place(number, this.#out.stream(number, dict, data));
  }

  #begin(number: number): void {
    this.#places.place(number, this.#out.begin(number));
  }

  #crossReferenceTable(): number {
    const start = this.#out.length;
    this.#out.text(`xref\n0 ${this.#size}\n`);
    this.#out.data(tableRows(this.#places, this.#size));
    this.#out.text(`trailer\n<<${this.#trailerEntries()}>>\n`);
    return start;
  }

  /** Writes the encryption dictionary, which no object stream may hold. Returns its number. */
  #encryptionDictionary(protection: Protection): number {
    const number = this.#nextNumber();
    this.#begin(number);
    writeObject(this.#out, protection.dictionary(this.#document.context));
    this.#out.end();
    return number;
  }

  #crossReferenceStream(encryption: number | undefined): number {
    const start = this.#out.length;
    const number = this.#nextNumber();
    this.#places.place(number, start);
    const { format, data } = streamRows(this.#places, {
      size: this.#size,
      length: start,
      level: this.#level,
    });
    const encrypt = encryption === undefined ? '' : `/Encrypt ${encryption} 0 R`;
    this.#stream(number, `/Type/XRef${format}${this.#trailerEntries()}${encrypt}`, data);
    return start;
  }

  #trailerEntries(): string {
    return `/Size ${this.#size}${documentEntries(this.#document.context, this.#out.digest())}`;
  }

  #nextNumber(): number {
    const number = this.#size;
    this.#size += 1;
    return number;
  }
}
