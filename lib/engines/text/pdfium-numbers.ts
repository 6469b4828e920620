import type { PdfiumProgram } from '../pdfium/program.ts';

/** Room for the numbers that one call returns. */
const bytes = 64;

/** Reads numbers that functions of PDFium write to addresses. */
export class PdfiumNumbers {
  readonly #program: PdfiumProgram;
  readonly #address: number;
  #data: DataView;

  constructor(program: PdfiumProgram) {
    this.#program = program;
    this.#address = program.allocate(bytes);
    this.#data = this.#view();
  }

  /** @param call writes `count` numbers of single precision; they are 0 if it fails */
  floats(count: number, call: (address: number) => boolean): number[] {
    const isWritten = call(this.#address);
    const data = this.#current();
    const numbers: number[] = [];
    for (let index = 0; index < count; index += 1)
      numbers.push(isWritten ? data.getFloat32(index * 4, true) : 0);
    return numbers;
  }

  /** As `floats`, of 32-bit integers. */
  integers(count: number, call: (address: number) => boolean): number[] {
    const isWritten = call(this.#address);
    const data = this.#current();
    return Array.from({ length: count }, (_, index) => (isWritten ? data.getInt32(index * 4, true) : 0));
  }

  /** As `floats`, of double precision. */
  doubles(count: number, call: (address: number) => boolean): number[] {
    const isWritten = call(this.#address);
    const data = this.#current();
    return Array.from({ length: count }, (_, index) => (isWritten ? data.getFloat64(index * 8, true) : 0));
  }

  /** The view of the memory, which is replaced when it grows. */
  #current(): DataView {
    if (this.#data.buffer.byteLength === 0) this.#data = this.#view();
    return this.#data;
  }

  #view(): DataView {
    const { buffer, byteOffset, byteLength } = this.#program.view(this.#address, bytes);
    return new DataView(buffer, byteOffset, byteLength);
  }
}
