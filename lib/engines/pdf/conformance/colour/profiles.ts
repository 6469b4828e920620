import { compressedStream } from '../../finishing/overlays/compressed-stream.ts';
import { values } from '../../keys.ts';
import { type PDFContext, PDFNumber, type PDFRawStream } from '../../objects.ts';
import { cmykProfile } from './cmyk-profile.ts';
import { curveTag, profileOf, xyzTag } from './icc-tags.ts';
import { fromSrgb } from './srgb.ts';

/** The number of components of a device colour. */
export type Components = 1 | 3 | 4;

/** The profile with which viewers show a device colour, as a stream for a colour space or an output intent. */
export function deviceProfile(context: PDFContext, components: Components): PDFRawStream {
  return compressedStream(context, profileBytes(components), {
    N: PDFNumber.of(components),
    Alternate: [undefined, values.DeviceGray, undefined, values.DeviceRGB, values.DeviceCMYK][components],
  });
}

const made = new Map<Components, Buffer>();

function profileBytes(components: Components): Buffer {
  let bytes = made.get(components);
  if (!bytes) made.set(components, (bytes = makers[components]()));
  return bytes;
}

/** Steps of a tone curve. Between them, errors are less than a 16-bit step. */
const steps = 1024;

const toneCurve = (): Buffer =>
  curveTag(Array.from({ length: steps }, (_, index) => fromSrgb(index / (steps - 1))));

/** sRGB (IEC 61966-2-1), adapted to D50. */
function srgb(): Buffer {
  const curve = toneCurve();
  return profileOf({ deviceClass: 'mntr', colourSpace: 'RGB ', connectionSpace: 'XYZ ' }, 'sRGB', [
    ['rXYZ', xyzTag([0.43607, 0.22249, 0.01392])],
    ['gXYZ', xyzTag([0.38515, 0.71687, 0.09708])],
    ['bXYZ', xyzTag([0.14307, 0.06061, 0.7141])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

const gray = (): Buffer =>
  profileOf({ deviceClass: 'mntr', colourSpace: 'GRAY', connectionSpace: 'XYZ ' }, 'sRGB gray', [
    ['kTRC', toneCurve()],
  ]);

const makers: Readonly<Record<Components, () => Buffer>> = { 1: gray, 3: srgb, 4: cmykProfile };
