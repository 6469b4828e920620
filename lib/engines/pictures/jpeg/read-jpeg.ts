import { damaged } from '../damaged.ts';
import { type Exif, exifOf } from '../exif.ts';
import { profileFor } from '../icc-profile.ts';
import { centimetresPerInch, type Colours, type Density, densityOf, type Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { type Frame, frameOf, isFrame } from './frame.ts';
import { ProfileChunks } from './profile-chunks.ts';
import { Marker, type Segment, segmentsOf } from './segments.ts';

/** What the segments say. */
interface Parts {
  frame?: Frame;
  hasScan: boolean;
  isJfif: boolean;
  isAdobe: boolean;
  exif: Exif;
  /** By the segment of JFIF. */
  density?: Density | undefined;
  profile: ProfileChunks;
  /** The segments without metadata. */
  kept: Uint8Array[];
}

/**
 * Reads a JPEG (ITU-T T.81). Its coded data stay as they are; metadata, such as the place where a photo was taken, are
 * left out.
 *
 * @throws InputFault `damaged-document`, also for a file that is cut off; `invalid-file-type` or `file-too-large`
 */
export function readJpeg(file: Uint8Array, budget: PictureBudget): Picture {
  const parts: Parts = {
    hasScan: false,
    isJfif: false,
    isAdobe: false,
    exif: { orientation: 1 },
    profile: new ProfileChunks(),
    kept: [Uint8Array.of(0xff, 0xd8)],
  };
  for (const segment of segmentsOf(file)) {
    readSegment(parts, segment, budget);
    if (!isMetadata(segment)) parts.kept.push(file.subarray(segment.start, segment.end));
  }
  const { frame } = parts;
  if (!frame || !parts.hasScan) throw damaged('is a JPEG without an image');
  parts.kept.push(Uint8Array.of(0xff, Marker.endOfImage));
  return {
    width: frame.width,
    height: frame.height,
    orientation: parts.exif.orientation,
    density: parts.density ?? parts.exif.density,
    colours: coloursOf(frame, parts),
    bitDepth: 8,
    data: { encoding: 'jpeg', bytes: Buffer.concat(parts.kept), isPlainRgb: isPlainRgb(frame, parts) },
    profile: profileFor(frame.components.length, parts.profile.joined()),
  };
}

function readSegment(parts: Parts, { marker, data }: Segment, budget: PictureBudget): void {
  if (isFrame(marker)) {
    if (parts.frame) throw damaged('is a JPEG with two frames');
    parts.frame = frameOf(marker, data);
    budget.take(parts.frame);
  } else if (marker === Marker.startOfScan) parts.hasScan = true;
  else if (marker === Marker.app0 && startsWith(data, 'JFIF\0')) {
    parts.isJfif = true;
    parts.density ??= jfifDensity(data);
  } else if (marker === Marker.app14) parts.isAdobe ||= startsWith(data, 'Adobe');
  else if (marker === Marker.app2) parts.profile.add(data);
  else if (marker === Marker.app1 && startsWith(data, exifHeader)) {
    parts.exif = exifOf(data.subarray(exifHeader.length));
  }
}

/** By the unit: a ratio of width and height, pixels for each inch, pixels for each centimetre. */
const perInchOf = [0, 1, centimetresPerInch] as const;

/** The density in a segment of JFIF (ITU-T T.871, 10.1). */
function jfifDensity(data: Buffer): Density | undefined {
  if (data.length < 12) return undefined;
  const perInch = perInchOf[data.readUInt8(7)] ?? 0;
  return densityOf(data.readUInt16BE(8) * perInch, data.readUInt16BE(10) * perInch);
}

const exifHeader = 'Exif\0\0';

const startsWith = (data: Buffer, text: string): boolean => data.toString('latin1', 0, text.length) === text;

/** The segments of JFIF and Adobe say how colours are coded. */
const isMetadata = ({ marker }: Segment): boolean =>
  marker === Marker.comment || (marker > Marker.app0 && marker <= Marker.app15 && marker !== Marker.app14);

/** Adobe's programs, which write the marker, store inks inverted. */
function coloursOf({ components }: Frame, { isAdobe }: Parts): Colours {
  if (components.length === 4) return { model: 'cmyk', inverted: isAdobe };
  return { model: components.length === 1 ? 'gray' : 'rgb' };
}

const rgb = [...Buffer.from('RGB')];

/** Without a marker that says more, the identifiers show whether colours are coded as RGB instead of YCbCr. */
const isPlainRgb = ({ components }: Frame, { isJfif, isAdobe }: Parts): boolean =>
  !isJfif && !isAdobe && components.length === 3 && components.every((id, index) => id === rgb[index]);
