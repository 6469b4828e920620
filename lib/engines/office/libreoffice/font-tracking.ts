import type { Native } from '../../../base/processes/native.ts';
import { longestFontName, mostFontUses, type FontUse } from './host-protocol.ts';

type Library = ReturnType<Native['load']>;

// Sizes in bytes on x86-64 with GNU's C++ library: a vector is three pointers (begin, end, end of its storage), an
// OUString one pointer to an rtl_uString (sal/inc/rtl/ustring.h). An OutputDevice::FontMappingUseItem (vcl/outdev.hxx)
// is a string, a vector of strings and an int.
const pointerSize = 8;
const vectorSize = 3 * pointerSize;
const itemSize = pointerSize + vectorSize + pointerSize;

/** Offsets of the length and the UTF-16 code units in an rtl_uString, after the reference count. */
const stringAt = { length: 4, units: 8 } as const;

/** Maximum number of fonts read per use: the first replaces the requested one, the others fill its gaps. */
const mostFallbacks = 4;

/**
 * Records which fonts LibreOffice uses for the fonts that a document names, while it lays out text.
 *
 * LibreOffice has this recording for its tests and for LibreOfficeKit, whose documentLoad uses it until the document is
 * loaded.
 */
export class FontTracking {
  readonly #native: Native;
  readonly #start: () => void;
  readonly #finish: (result: unknown) => unknown;

  constructor(native: Native, library: Library) {
    this.#native = native;
    this.#start = library.func('void _ZN12OutputDevice27StartTrackingFontMappingUseEv()') as () => void;
    // It returns a vector, for which the caller provides the space.
    this.#finish = library.func('void *_ZN12OutputDevice28FinishTrackingFontMappingUseEv(void *result)') as (
      result: unknown,
    ) => unknown;
  }

  start(): void {
    this.#start();
  }

  /** Ends the recording. The result is bounded: the most recent uses beyond the limit are omitted. */
  finish(): FontUse[] {
    const result: unknown = this.#native.alloc('uint8_t', vectorSize);
    this.#finish(result);
    return this.#vector(result, 0, itemSize, mostFontUses).map(({ begin, offset }) => ({
      requested: this.#string(begin, offset),
      used: this.#vector(begin, offset + pointerSize, pointerSize, mostFallbacks).map((font) =>
        this.#string(font.begin, font.offset),
      ),
    }));
  }

  /** The addresses of a vector's elements. */
  #vector(at: unknown, offset: number, size: number, most: number): { begin: unknown; offset: number }[] {
    const begin: unknown = this.#native.decode(at, offset, 'void *');
    const end: unknown = this.#native.decode(at, offset + pointerSize, 'void *');
    if (begin === null || end === null) return [];
    const count = Number(this.#native.address(end) - this.#native.address(begin)) / size;
    return Array.from({ length: Math.min(count, most) }, (_, index) => ({ begin, offset: index * size }));
  }

  #string(at: unknown, offset: number): string {
    const string: unknown = this.#native.decode(at, offset, 'void *');
    const length = this.#native.decode(string, stringAt.length, 'int32_t') as number;
    // koffi has no empty arrays.
    if (length === 0) return '';
    const units = this.#native.decode(
      string,
      stringAt.units,
      this.#native.array('uint16_t', Math.min(length, longestFontName)),
    ) as Uint16Array;
    return String.fromCharCode(...units).toWellFormed();
  }
}
