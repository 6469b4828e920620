import type { PdfiumProgram } from '../pdfium/program.ts';

/** Room for the numbers that one call writes. */
const bytes = 64;

/** Reads numbers that functions of PDFium write to an address. */
export class PdfiumNumbers {
  /** Where a function can write 64 bytes. */
  readonly address: number;
  readonly #program: PdfiumProgram;
  #float32: Float32Array = new Float32Array();
  #float64: Float64Array = new Float64Array();
  #int32: Int32Array = new Int32Array();

  constructor(program: PdfiumProgram) {
    this.#program = program;
    this.address = program.allocate(bytes);
  }

  /** What is at the address, in single precision. Read it after the call: the memory is replaced when it grows. */
  get float32(): Float32Array {
    this.#renew();
    return this.#float32;
  }

  /** As `float32`, in double precision. */
  get float64(): Float64Array {
    this.#renew();
    return this.#float64;
  }

  /** @param call writes `count` numbers of single precision; they are 0 if it returns 0 */
  floats(count: number, call: (address: number) => number): number[] {
    const isWritten = call(this.address) !== 0;
    this.#renew();
    return numbersOf(this.#float32, count, isWritten);
  }

  /** As `floats`, of 32-bit integers. */
  integers(count: number, call: (address: number) => number): number[] {
    const isWritten = call(this.address) !== 0;
    this.#renew();
    return numbersOf(this.#int32, count, isWritten);
  }

  #renew(): void {
    if (this.#float32.length > 0) return;
    const { buffer, byteOffset } = this.#program.view(this.address, bytes);
    this.#float32 = new Float32Array(buffer, byteOffset, bytes / Float32Array.BYTES_PER_ELEMENT);
    this.#float64 = new Float64Array(buffer, byteOffset, bytes / Float64Array.BYTES_PER_ELEMENT);
    this.#int32 = new Int32Array(buffer, byteOffset, bytes / Int32Array.BYTES_PER_ELEMENT);
  }
}

function numbersOf(array: Float32Array | Int32Array, count: number, isWritten: boolean): number[] {
  const numbers: number[] = [];
  for (let index = 0; index < count; index += 1) numbers.push(isWritten ? (array[index] as number) : 0);
  return numbers;
}
