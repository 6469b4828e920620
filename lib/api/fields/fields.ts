import * as z from 'zod';
import { alternatives } from '../../base/alternatives.ts';
import { safeFileName } from '../../base/file-name.ts';
import { idPattern, type IdPrefix } from '../../base/identifiers.ts';
import { limits } from '../../base/limits.ts';
import type { FileField } from '../contract.ts';
import { documented } from './documented.ts';

const { fileNameCharacters, passwordCharacters } = limits;

/** A file name from a client, which may be a path. */
export const fileNameText = z
  .string()
  .max(fileNameCharacters, { error: `must have at most ${fileNameCharacters} characters`, abort: true });

/** `fileName` of a result, sanitized. Empty if the client does not send one. */
export const fileNameField = (description: string) =>
  documented(
    fileNameText.optional().transform((name) => safeFileName(name ?? '')),
    description,
    { maxLength: fileNameCharacters, examples: ['report'] },
  );

/** The password of a document. */
export const passwordText = (error: string) =>
  z.string(error).max(passwordCharacters, `must have at most ${passwordCharacters} characters`);

/** A resource id in a path. An id in another format names no resource, which is `not-found`. */
export const idParameter = (prefix: IdPrefix, description: string, example: string) =>
  documented(z.string(), description, { pattern: idPattern(prefix), examples: [example] });

/** `true` or `false` in the text of a form. */
export const booleanField = (byDefault: boolean, description: string) =>
  documented(
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .optional()
      .transform((value) => (value === undefined ? byDefault : value === 'true'))
      .pipe(z.boolean()),
    description,
    { type: 'boolean', default: byDefault, examples: [!byDefault] },
  );

/** One of a few texts, which are case-sensitive. */
export const choiceField = <Choice extends string, D extends Choice | undefined>(
  choices: readonly [Choice, ...Choice[]],
  byDefault: D,
  description: string,
  example: Choice,
) =>
  documented(
    z
      .enum(choices, { error: `must be ${alternatives(choices)}` })
      .optional()
      .transform((choice): Choice | D => choice ?? byDefault)
      .pipe(
        (byDefault === undefined ? z.enum(choices).optional() : z.enum(choices)) as unknown as z.ZodType<
          Choice | D,
          Awaited<Choice> | Awaited<D>
        >,
      ),
    description,
    { enum: choices, ...(byDefault === undefined ? {} : { default: byDefault }), examples: [example] },
  );

/** A whole number between two bounds, both inclusive, in the text of a form or query. */
export const integerField = <D extends number | undefined>(
  min: number,
  max: number,
  byDefault: D,
  description: string,
  example: number,
) =>
  documented(
    z
      .string()
      .optional()
      .transform((text, context): number | D => {
        if (text === undefined) return byDefault;
        const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
        if (value >= min && value <= max) return value;
        context.addIssue({ code: 'custom', message: `must be an integer from ${min} to ${max}` });
        return z.NEVER;
      })
      .pipe(
        (byDefault === undefined ? z.int().optional() : z.int()) as z.ZodType<
          number | D,
          number | Awaited<D>
        >,
      ),
    description,
    {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(byDefault === undefined ? {} : { default: byDefault }),
      examples: [example],
    },
  );

/** The content type of PDF file fields. */
export const pdfTypes = ['application/pdf'] as const;

/** The field of an operation on one PDF. */
export const pdfFile = {
  description: 'One PDF: a file part, an upload id, a file id or an https URL.',
  contentTypes: pdfTypes,
} as const satisfies FileField;
