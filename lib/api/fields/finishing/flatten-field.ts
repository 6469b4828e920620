import * as z from 'zod';
import { documented } from '../documented.ts';

/** What becomes page content: form fields and annotations, or one of them. */
export const flattenScopes = ['all', 'forms', 'annotations'] as const;

export type FlattenScope = (typeof flattenScopes)[number];

/** The values of the field. */
const choices = ['true', 'forms', 'annotations', 'false'] as const;

/** The field's type. `json` has no value: it gives typed clients the type of the field. */
type FlattenField = z.ZodPipe<
  z.ZodOptional<z.ZodEnum<{ [Choice in (typeof choices)[number]]: Choice }>>,
  z.ZodTransform<FlattenScope | undefined, (typeof choices)[number] | undefined>
> & { readonly json?: boolean | 'forms' | 'annotations' };

const scopes = { true: 'all', forms: 'forms', annotations: 'annotations', false: undefined } as const;

/** `flatten`: makes form fields and annotations part of the content of their pages. */
export const flattenField: FlattenField = documented(
  z
    .enum(choices, { error: 'must be true, forms, annotations or false' })
    .optional()
    .transform((choice): FlattenScope | undefined => choice && scopes[choice]),
  'Makes form fields and annotations part of the page content: `true` for both, `forms` or `annotations` for one of them. ' +
    'Links and multimedia stay as they are. Default: `false`.',
  { enum: choices, examples: ['true'] },
);
