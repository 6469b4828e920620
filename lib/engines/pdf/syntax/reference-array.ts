import { PDFObject } from '../objects.ts';

/**
 * An array of references for a document that is being made. Parent trees refer to hundreds of thousands of structure
 * elements, and pdf-lib keeps a `PDFRef` of 130 bytes for each number for good.
 */
export class ReferenceArray extends PDFObject {
  /** Of the objects; 0 stands for null. */
  readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    super();
    this.numbers = numbers;
  }

  override toString(): string {
    return `[${this.numbers.map((number) => (number > 0 ? `${number} 0 R` : 'null')).join(' ')}]`;
  }
}
