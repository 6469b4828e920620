import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedFace } from './listed-faces.ts';
import { compileHarfBuzz } from './shaping/harfbuzz/programs.ts';
import { subsetFont, type SubsetOptions } from './shaping/harfbuzz/subsetter.ts';

/** The faces of a layer with outlines, to embed in documents. */
export interface LayerFaces {
  /** The file of a face, which may have others too. */
  read(face: ListedFace): Buffer;
  /**
   * Makes a font with some glyphs of a face.
   *
   * @throws Error when the font cannot be read
   */
  subset(face: ListedFace, options: SubsetOptions): Buffer;
}

/** Opens the faces of a layer. Takes tens of milliseconds. @param fontsConf the fonts layer's `fonts.conf` */
export function openLayerFaces(fontsConf: string): LayerFaces {
  const folder = dirname(fontsConf);
  const { subsetting } = compileHarfBuzz();
  const read = ({ file }: ListedFace): Buffer => readFileSync(join(folder, file));
  return {
    read,
    subset: (face, options) => subsetFont(subsetting, read(face), face.index, options),
  };
}
