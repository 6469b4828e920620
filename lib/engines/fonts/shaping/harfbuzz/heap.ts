/** What the memory of every program exports. */
export interface HeapExports {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
}

/** The memory of a program. It never shrinks; a program that used much of it is replaced by a new instance. */
export class Heap {
  readonly #exports: HeapExports;

  constructor(exports: HeapExports) {
    this.#exports = exports;
  }

  get bytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Copies `bytes` into the heap. @throws RangeError when it is full */
  store(bytes: Uint8Array): number {
    const pointer = this.#exports.malloc(bytes.length);
    if (pointer === 0) throw new RangeError(`the program has no memory for ${bytes.length} bytes`);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, pointer);
    return pointer;
  }

  /** Views of the memory are valid until it grows: until the next call of the program. */
  view(pointer: number, length: number): DataView {
    return new DataView(this.#exports.memory.buffer, pointer, length);
  }

  free(pointer: number): void {
    this.#exports.free(pointer);
  }
}

/** A tag of OpenType as HarfBuzz takes it. */
export const tagOf = (text: string): number => Buffer.from(text, 'latin1').readInt32BE();

/** `HB_MEMORY_MODE_WRITABLE`: HarfBuzz may use the bytes in place. */
const writable = 2;

interface FaceExports extends HeapExports {
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
}

/** Makes a face of a font's bytes, which stay in the heap as long as the program. */
export function createFace(exports: FaceExports, heap: Heap, font: Uint8Array, index: number): number {
  const blob = exports.hb_blob_create(heap.store(font), font.length, writable, 0, 0);
  const face = exports.hb_face_create(blob, index);
  exports.hb_blob_destroy(blob);
  return face;
}
