import { hash } from 'node:crypto';
import { dictOf, withEntries } from '../../../assembly/object-builders.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFDict, PDFNumber, PDFRawStream } from '../../../objects.ts';
import type { DataCache } from '../data-cache.ts';
import { baseSpaceOf, type ImageFormat } from './image-format.ts';
import type { ImageTools } from './image-pixels.ts';
import { type ImageTarget, type ReducedData, reducedData } from './reduced-data.ts';

export interface ReducingTools extends ImageTools {
  cache: DataCache<ReducedData | null>;
}

/** The image with the wanted size and quality; undefined if it cannot be decoded. */
export function reducedImage(
  stream: PDFRawStream,
  format: ImageFormat,
  target: ImageTarget,
  tools: ReducingTools,
): PDFRawStream | undefined {
  const { palette, coding, ...plain } = format;
  const colours = palette && hash('sha256', palette.colours);
  const reduced = tools.cache.of(
    stream.contents,
    JSON.stringify([plain, colours, coding.outer.map(({ name }) => name), target]),
    () => reducedData(stream, format, target, tools) ?? null,
  );
  return reduced ? PDFRawStream.of(reducedDict(stream.dict, format, reduced), reduced.data) : undefined;
}

function reducedDict(dict: PDFDict, format: ImageFormat, reduced: ReducedData): PDFDict {
  const { width, height, components, flate } = reduced;
  const { context } = dict;
  const predicted = flate?.predicted;
  const parameters =
    predicted &&
    dictOf(context, {
      Predictor: PDFNumber.of(15),
      Colors: PDFNumber.of(predicted.colors),
      Columns: PDFNumber.of(predicted.columns),
    });
  const hadColours = (format.palette?.components ?? format.components) > 1;
  const becameGray = hadColours && components === 1;
  const space = becameGray
    ? values.DeviceGray
    : format.palette
      ? baseSpaceOf(dict)
      : dict.get(keys.ColorSpace);
  return withEntries(dict, [
    [keys.Width, PDFNumber.of(width)],
    [keys.Height, PDFNumber.of(height)],
    [keys.BitsPerComponent, PDFNumber.of(8)],
    [keys.ColorSpace, space],
    [keys.Filter, flate ? values.FlateDecode : values.DCTDecode],
    [keys.DecodeParms, parameters],
    ...(format.palette || becameGray ? ([[keys.Decode, undefined]] as const) : []),
  ]);
}
