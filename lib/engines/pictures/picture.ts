import type { FaxCoding } from './ccitt/decoder.ts';

/** A still picture whose pixels are compressed, ready to become part of a document. */
export interface Picture {
  /** Pixels, before the orientation is applied. */
  width: number;
  height: number;
  orientation: Orientation;
  colours: Colours;
  /** Bits of each sample. */
  bitDepth: BitDepth;
  data: PictureData;
  /** The opacity of each pixel. Pictures without it are opaque. */
  opacity?: OpacityPlane | undefined;
  /** An ICC profile for these colours. */
  profile?: Uint8Array | undefined;
  /** Absent if the file does not say it. */
  density?: Density | undefined;
  /** Whether this is the first picture of an animation. */
  isAnimated?: boolean | undefined;
}

/** Pixels for each inch, before the orientation is applied. */
export interface Density {
  across: number;
  along: number;
}

/** A density that a file states, if it is one. */
export const densityOf = (across: number, along: number): Density | undefined =>
  isDensity(across) && isDensity(along) ? { across, along } : undefined;

const isDensity = (value: number): boolean => Number.isFinite(value) && value > 0;

export const inchesPerMetre = 1 / 0.0254;

/** Pixels for each inch by those for each metre, of which files have whole numbers: 11,811 stand for 300. */
export function perInchOf(perMetre: number): number {
  const whole = Math.round(perMetre / inchesPerMetre);
  return Math.abs(whole * inchesPerMetre - perMetre) < 1 ? whole : perMetre / inchesPerMetre;
}

export const centimetresPerInch = 2.54;

/** How the stored picture is turned to be shown: the values of EXIF (CIPA DC-008, 4.6.4, tag 274). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type BitDepth = 1 | 2 | 4 | 8 | 16;

/** What the samples of a pixel are. */
export type Colours =
  | { model: 'gray' | 'rgb' }
  /** `inverted`: 0 is full ink. */
  | { model: 'cmyk'; inverted: boolean }
  /** One sample, an index of the palette: three bytes of RGB for each colour. */
  | { model: 'palette'; palette: Uint8Array };

export type PictureData = { encoding: 'jpeg'; bytes: Uint8Array; isPlainRgb: boolean } | FaxData | Rows;

/** Samples of one bit, coded for facsimile. */
export interface FaxData extends Pick<FaxCoding, 'dimensions' | 'isAligned' | 'white'> {
  encoding: 'fax';
  bytes: Uint8Array;
}

/**
 * Rows from top to bottom, each with a byte for its filter, as zlib data (PNG, clauses 9 and 10). Rows start at whole
 * bytes.
 */
export interface Rows {
  encoding: 'rows';
  bytes: Uint8Array;
}

/** A picture of gray samples: 0 is transparent. */
export interface OpacityPlane {
  bitDepth: 8 | 16;
  data: Rows;
  /** Whether the colours were multiplied by the opacity. */
  isPremultiplied?: boolean | undefined;
}

/** The number of samples of a pixel. */
export const samplesOf = ({ model }: Colours): 1 | 3 | 4 => (model === 'rgb' ? 3 : model === 'cmyk' ? 4 : 1);
