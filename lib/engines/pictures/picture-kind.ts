import { isAvif } from './avif/brands.ts';
import { isBmp } from './bmp/header.ts';
import { isGif } from './gif/blocks.ts';
import { isJpeg } from './jpeg/segments.ts';
import { isPng } from './png/chunks.ts';
import { isTiff } from './tiff/directories.ts';
import { isWebp } from './webp/container.ts';

export const pictureKinds = ['png', 'jpeg', 'webp', 'gif', 'tiff', 'bmp', 'avif'] as const;

export type PictureKind = (typeof pictureKinds)[number];

const tests: Readonly<Record<PictureKind, (file: Uint8Array) => boolean>> = {
  png: isPng,
  jpeg: isJpeg,
  webp: isWebp,
  gif: isGif,
  tiff: isTiff,
  bmp: isBmp,
  avif: isAvif,
};

/** The kind of a picture by its first bytes; undefined for other files. SVG is text, see `isSvg`. */
export const pictureKindOf = (file: Uint8Array): PictureKind | undefined =>
  pictureKinds.find((kind) => tests[kind](file));
