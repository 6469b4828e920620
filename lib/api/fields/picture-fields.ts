import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { documented } from './documented.ts';
import { booleanField, choiceField, fileNameField, integerField } from './fields.ts';
import { pageRangesField } from './page-ranges-field.ts';
import { documentPassword } from './pdf-fields.ts';
import { onlyWith, type SchemaRules, sent, without } from './schema-rules.ts';

/** The formats of pictures of pages. */
export const pictureFormats = ['png', 'jpeg', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** What a request gets that does not say otherwise. */
export const pictureDefaults = {
  format: 'png',
  dpi: 150,
  quality: 90,
  background: '#ffffff',
  thumbnailWidth: 320,
} as const;

/** `background` of pictures that have none. */
export const transparent = 'transparent';

const backgroundField = documented(
  z
    .string()
    .regex(/^(?:#[0-9A-Fa-f]{6}|transparent)$/, 'must be a color such as #ffffff, or transparent')
    .optional()
    .transform((background): string => background ?? pictureDefaults.background),
  'Color behind the page, or `transparent`, which applies only to PNG and WebP.',
  {
    pattern: '^(#[0-9A-Fa-f]{6}|transparent)$',
    default: pictureDefaults.background,
    examples: ['transparent'],
  },
);

const formatField = (description: string) =>
  choiceField(pictureFormats, pictureDefaults.format, description, 'jpeg');

const qualityField = integerField(
  1,
  100,
  undefined,
  `Quality of JPEG and WebP, from 1 to 100. Default: ${pictureDefaults.quality}.`,
  90,
);

/** The fields of pictures of a PDF's pages. */
export const imagesFields = {
  format: formatField('Format of the images.'),
  pages: pageRangesField(
    'Pages to render, in this order: a comma-separated list of `n`, `n-m`, `n-` (to the end) and `-n` (the last n pages). ' +
      `At most ${limits.drawnPages} pages. Default: all pages.`,
  ).optional(),
  dpi: integerField(
    1,
    limits.drawnDotsPerInch,
    undefined,
    `Pixels for each inch of a page. Cannot be combined with \`width\`. Default: ${pictureDefaults.dpi}.`,
    300,
  ),
  width: integerField(
    1,
    limits.drawnWidth,
    undefined,
    'Width of each image in pixels, in place of `dpi`. The height follows from the page.',
    1200,
  ),
  quality: qualityField,
  grayscale: booleanField(false, 'Whether the images are grayscale.'),
  background: backgroundField,
  password: documentPassword,
  fileName: fileNameField("Base name of the images. Default: the input's."),
};

/** The fields of a picture of a document's first page. */
export const thumbnailFields = {
  width: integerField(
    limits.leastThumbnailWidth,
    limits.thumbnailWidth,
    pictureDefaults.thumbnailWidth,
    'Width of the image in pixels. The height follows from the page.',
    640,
  ),
  format: formatField('Format of the image.'),
  quality: qualityField,
  password: documentPassword,
  fileName: fileNameField("File name of the image. Default: the input's."),
};

interface PictureFields {
  format: PictureFormat;
  dpi?: number | undefined;
  width?: number | undefined;
  quality?: number | undefined;
  background?: string | undefined;
}

/** Checks rules between fields: options of another format, and options that exclude each other. */
export function checkPictureFields(
  { format, dpi, width, quality, background }: PictureFields,
  context: z.core.$RefinementCtx,
): void {
  const add = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (dpi !== undefined && width !== undefined) add('width', 'must not be combined with dpi');
  if (format === 'png' && quality !== undefined)
    add('quality', 'applies only to jpeg and webp, and the format is png');
  if (format === 'jpeg' && background === transparent)
    add('background', 'must be a color such as #ffffff: JPEG has no transparency');
}

const qualityRule = { if: onlyWith('format', 'png'), then: without('quality') };

/** The rules between the fields of a thumbnail in JSON Schema, for the description. */
export const thumbnailRules: readonly SchemaRules[] = [qualityRule];

/** The rules between the fields of images in JSON Schema, for the description. */
export const imagesRules: readonly SchemaRules[] = [
  qualityRule,
  { if: sent('format', 'jpeg'), then: { properties: { background: { not: { const: transparent } } } } },
  { not: { required: ['dpi', 'width'] } },
];
