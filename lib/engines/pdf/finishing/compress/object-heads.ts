import type { OutputDocument } from '../../output/output-document.ts';
import { GrowingBytes } from '../../syntax/growing-bytes.ts';
import { writeObject } from '../../syntax/write-object.ts';

/** The bytes of the objects of a document; of streams those of the dictionary. */
export class ObjectHeads {
  readonly #output: OutputDocument;
  readonly #scratch = new GrowingBytes();

  constructor(output: OutputDocument) {
    this.#output = output;
  }

  /** Valid until the next call. */
  of(number: number): Buffer | undefined {
    const { objects } = this.#output;
    const parsed = objects.parsed(number);
    if (!parsed) return objects.raw.get(number)?.head;
    writeObject(this.#scratch, parsed);
    return this.#scratch.take();
  }
}
