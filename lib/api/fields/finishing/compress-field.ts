import * as z from 'zod';
import { boundedJson, boundedJsonText } from '../bounded-json.ts';
import { documented } from '../documented.ts';
import { checked } from '../json-field.ts';
import { unknownMembers } from '../unknown-members.ts';
import { type CompressionOptions, compressionLevels, type ImageReduction } from './compression-options.ts';

type Level = (typeof compressionLevels)[number];

/** What the levels stand for. */
const levels: Readonly<Record<Level, CompressionOptions>> = {
  lossless: {},
  print: { images: { dpi: 300, quality: 85, grayscale: false } },
  screen: { images: { dpi: 150, quality: 75, grayscale: false } },
};

const isLevel = (text: string): text is Level => Object.hasOwn(levels, text);

const bounds = { dpi: { least: 36, most: 1200 }, quality: { least: 1, most: 100 } } as const;

const integer = (name: keyof typeof bounds, usual: number, description: string) => {
  const { least, most } = bounds[name];
  const message = `must be an integer from ${least} to ${most}`;
  return z
    .int(message)
    .min(least, message)
    .max(most, message)
    .default(usual)
    .meta({ description, examples: [usual] });
};

const forms = 'must be lossless, print, screen, or a JSON object with dpi, quality and grayscale';

const reduction = z.strictObject(
  {
    dpi: integer('dpi', 150, 'Pixels per inch at most, at the size at which an image is shown.'),
    quality: integer('quality', 75, 'Quality of images as JPEG.'),
    grayscale: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        description: 'Whether images become gray. Text and drawings keep their colors.',
        examples: [true],
      }),
  },
  { error: (issue) => unknownMembers.error(issue) ?? forms },
) satisfies z.ZodType<ImageReduction>;

const rules = { entries: 3, example: { dpi: 200, quality: 80 } };

/** The field's type. `json` has no value: it gives typed clients the type of the field. */
type CompressField = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<CompressionOptions | undefined, string | undefined>
> & { readonly json?: Level | Partial<ImageReduction> };

/** `compress`: a level, or what images are reduced to. */
export const compressField: CompressField = documented(
  z
    .string()
    .optional()
    .transform((text, context): CompressionOptions | undefined => {
      if (text === undefined) return undefined;
      if (isLevel(text)) return levels[text];
      const json = boundedJson(text, rules);
      if ('value' in json) return { images: checked(reduction, json.value, context) };
      context.addIssue({ code: 'custom', message: text.startsWith('{') ? json.fault : forms });
      return z.NEVER;
    }),
  'Makes the PDF smaller, never larger. `lossless` removes unused objects, shares equal ones and compresses data better. ' +
    '`print` also reduces images to 300 dpi and JPEG quality 85, `screen` to 150 dpi and quality 75; a JSON object states ' +
    '`dpi`, `quality` and `grayscale`. Default: no compression. The warning `compressed` reports what was saved.',
  () => ({
    anyOf: [
      { type: 'string', enum: compressionLevels },
      { type: 'string', ...boundedJsonText(reduction, rules)() },
    ],
    examples: ['screen', JSON.stringify(rules.example)],
  }),
);
