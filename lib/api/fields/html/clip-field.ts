import * as z from 'zod';
import { unknownMembers } from '../unknown-members.ts';
import { jsonValueField } from './json-value-field.ts';

/** In CSS pixels: more than the longest side of any image. */
const longest = 100_000;

const message = (min: number) => `must be a number from ${min} to ${longest}`;

const position = (description: string, example: number) =>
  z
    .number({ error: message(0) })
    .min(0, message(0))
    .max(longest, message(0))
    .meta({ description, examples: [example] });

const size = (description: string, example: number) =>
  z
    .number({ error: message(1) })
    .min(1, message(1))
    .max(longest, message(1))
    .meta({ description, examples: [example] });

/** `clip`: the rectangle of the page that an image shows. */
export const clipField = jsonValueField(
  z.strictObject(
    {
      x: position('Distance from the left edge of the page.', 0),
      y: position('Distance from the top edge of the page.', 120),
      width: size('Width of the rectangle.', 640),
      height: size('Height of the rectangle.', 480),
    },
    unknownMembers,
  ),
  'JSON object with the rectangle of the page to capture: `x`, `y`, `width` and `height` in CSS pixels. Cannot be ' +
    'combined with `selector` or `fullPage`. Default: the whole page.',
  { entries: 4, example: { x: 0, y: 120, width: 640, height: 480 } },
);
