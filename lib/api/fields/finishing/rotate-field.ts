import * as z from 'zod';
import type { PageRange } from '../../../base/page-ranges.ts';
import { boundedJsonText } from '../bounded-json.ts';
import { documented } from '../documented.ts';
import { checked, jsonText } from '../json-field.ts';
import { pageRangesField } from '../page-ranges-field.ts';
import { unknownMembers } from '../unknown-members.ts';

const angles = [90, 180, 270] as const;

type Angle = (typeof angles)[number];

/** A rotation clockwise, in degrees. */
export interface PageRotation {
  /** All pages if absent. */
  pages?: PageRange[] | undefined;
  angle: Angle;
}

const angle = z
  .literal(angles, 'must be 90, 180 or 270')
  .meta({ description: 'Degrees clockwise, added to the rotation of the page.', examples: [90] });

const rotations = z.array(
  z.strictObject(
    { pages: pageRangesField('Pages to rotate. Default: all pages.').optional(), angle },
    unknownMembers,
  ),
  'must be 90, 180, 270, or a JSON array of objects with pages and angle',
);

const rules = { entries: 100, example: [{ pages: '1-3', angle: 90 }] };

/** The field's type. `json` has no value: it gives typed clients the type of the field. */
type RotateField = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<PageRotation[] | undefined, string | undefined>
> & { readonly json?: Angle | readonly { pages?: string; angle: Angle }[] };

/** `rotate`: an angle for all pages, or angles for some. */
export const rotateField: RotateField = documented(
  jsonText(rules, (value, context): PageRotation[] =>
    typeof value === 'number'
      ? [{ angle: checked(angle, value, context) }]
      : checked(rotations, value, context),
  ),
  'Rotates pages clockwise, in addition to their own rotation: `90`, `180` or `270` for all pages, or a JSON array of ' +
    'objects with `pages` and `angle`. Default: no rotation.',
  () => {
    const { contentSchema, ...schema } = boundedJsonText(rotations, rules)();
    return {
      ...schema,
      contentSchema: { oneOf: [{ enum: angles }, contentSchema] },
      examples: ['90', JSON.stringify(rules.example)],
    };
  },
);
