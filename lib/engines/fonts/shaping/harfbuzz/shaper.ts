import { createFace, Heap, type HeapExports, tagOf } from './heap.ts';

/** The functions of the program that are used; pointers are numbers. */
interface ShapingExports extends HeapExports {
  __wasm_call_ctors(): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_font_create(face: number): number;
  hb_font_get_nominal_glyph(font: number, character: number, glyph: number): number;
  hb_font_get_glyph_h_advance(font: number, glyph: number): number;
  hb_font_get_glyph_extents(font: number, glyph: number, extents: number): number;
  hb_buffer_create(): number;
  hb_buffer_clear_contents(buffer: number): void;
  hb_buffer_set_flags(buffer: number, flags: number): void;
  hb_buffer_set_cluster_level(buffer: number, level: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_set_script(buffer: number, script: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, start: number, count: number): void;
  hb_shape(font: number, buffer: number, features: number, featureCount: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
}

const directions = { leftToRight: 4, rightToLeft: 5 } as const;

/** `HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES`: joiners and selectors leave no glyphs. */
const removeIgnorables = 8;

/** `HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS`: clusters are as small as they can be in the order of the text. */
const smallestClusters = 1;

/** Size of `hb_glyph_info_t` and `hb_glyph_position_t`. */
const recordBytes = 20;

/** A part of a text to shape. Offsets are in UTF-16 code units. */
export interface ShapedPart {
  start: number;
  end: number;
  isRightToLeft: boolean;
  /** Code of ISO 15924. */
  script: string;
}

/** A glyph in font units, from left to right. */
export interface PlacedGlyph {
  id: number;
  /** Where its cluster starts in the text. */
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
}

/** The area of a glyph's outline in font units, from its origin. */
export interface GlyphBounds {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** An instance of HarfBuzz that shapes text. It keeps the fonts that it opened. */
export class Shaper {
  readonly #exports: ShapingExports;
  readonly #heap: Heap;
  readonly #buffer: number;
  readonly #scratch: number;

  constructor(program: WebAssembly.Module) {
    const exports = instantiate(program);
    exports.__wasm_call_ctors();
    this.#exports = exports;
    this.#heap = new Heap(exports);
    this.#buffer = exports.hb_buffer_create();
    this.#scratch = this.#heap.store(Buffer.alloc(16));
  }

  /** Bytes of memory that the instance has taken. */
  get heapBytes(): number {
    return this.#heap.bytes;
  }

  /** @returns the font for {@link shape} */
  open(font: Uint8Array, index: number): number {
    const face = createFace(this.#exports, this.#heap, font, index);
    const opened = this.#exports.hb_font_create(face);
    this.#exports.hb_face_destroy(face);
    return opened;
  }

  /** Shapes a part of a text. The rest of it is the context, which decides how letters join. */
  shape(font: number, text: string, { start, end, isRightToLeft, script }: ShapedPart): PlacedGlyph[] {
    const [buffer, exports] = [this.#buffer, this.#exports];
    exports.hb_buffer_clear_contents(buffer);
    exports.hb_buffer_set_flags(buffer, removeIgnorables);
    exports.hb_buffer_set_cluster_level(buffer, smallestClusters);
    const units = this.#heap.store(Buffer.from(text, 'utf16le'));
    exports.hb_buffer_add_utf16(buffer, units, text.length, start, end - start);
    this.#heap.free(units);
    exports.hb_buffer_set_direction(buffer, directions[isRightToLeft ? 'rightToLeft' : 'leftToRight']);
    exports.hb_buffer_set_script(buffer, tagOf(script));
    exports.hb_shape(font, buffer, 0, 0);
    return this.#glyphs();
  }

  /** The glyph of a character by itself; 0 if there is none. */
  glyphOf(font: number, character: number): number {
    const found = this.#exports.hb_font_get_nominal_glyph(font, character, this.#scratch);
    return found ? this.#heap.view(this.#scratch, 4).getUint32(0, true) : 0;
  }

  /** The advance of a glyph in font units. */
  advance(font: number, glyph: number): number {
    return this.#exports.hb_font_get_glyph_h_advance(font, glyph);
  }

  bounds(font: number, glyph: number): GlyphBounds {
    this.#exports.hb_font_get_glyph_extents(font, glyph, this.#scratch);
    const extents = this.#heap.view(this.#scratch, 16);
    const [left, top] = [extents.getInt32(0, true), extents.getInt32(4, true)];
    return { left, bottom: top + extents.getInt32(12, true), right: left + extents.getInt32(8, true), top };
  }

  #glyphs(): PlacedGlyph[] {
    const [buffer, exports] = [this.#buffer, this.#exports];
    const count = exports.hb_buffer_get_length(buffer);
    const infos = exports.hb_buffer_get_glyph_infos(buffer, 0);
    const positions = exports.hb_buffer_get_glyph_positions(buffer, 0);
    if (count === 0) return [];
    const info = this.#heap.view(infos, count * recordBytes);
    const position = this.#heap.view(positions, count * recordBytes);
    return Array.from({ length: count }, (_, index) => {
      const at = index * recordBytes;
      return {
        id: info.getUint32(at, true),
        cluster: info.getUint32(at + 8, true),
        advance: position.getInt32(at, true),
        dx: position.getInt32(at + 8, true),
        dy: position.getInt32(at + 12, true),
      };
    });
  }
}

/** The functions that the program calls: it allocates memory, and has neither files nor timers. */
function instantiate(program: WebAssembly.Module): ShapingExports {
  const fail = (): never => {
    throw new Error('HarfBuzz aborted');
  };
  const grow = (bytes: number): number => {
    const missing = (bytes >>> 0) - exports.memory.buffer.byteLength;
    try {
      exports.memory.grow(Math.ceil(Math.max(0, missing) / pageBytes));
      return 1;
    } catch {
      return 0;
    }
  };
  const instance = new WebAssembly.Instance(program, {
    wasi_snapshot_preview1: { proc_exit: fail },
    env: {
      _abort_js: fail,
      _emscripten_runtime_keepalive_clear: () => undefined,
      _setitimer_js: () => 0,
      emscripten_resize_heap: grow,
    },
  });
  const exports = instance.exports as unknown as ShapingExports;
  return exports;
}

/** Of WebAssembly's memory. */
const pageBytes = 65_536;
