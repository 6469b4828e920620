import * as z from 'zod';
import { documented } from '../documented.ts';
import { inchesOf, lengthHint, lengthPattern, maxLengthText } from '../lengths.ts';

/**
 * A form field that parses a value from its text. Undefined if the field is absent, so that rules can distinguish given
 * options from defaults, which `pickOptions` adds.
 */
export type ValueField<T> = z.ZodPipe<
  z.ZodType<T | undefined, string | undefined>,
  z.ZodOptional<z.ZodType<T, T>>
>;

/** @param read returns undefined for invalid text */
export const optional = <T>(
  value: z.ZodType<T, T>,
  read: (text: string) => T | undefined,
  message: string,
): ValueField<T> =>
  z
    .string()
    .optional()
    .transform((text, context): unknown => {
      const found = text === undefined ? undefined : read(text);
      if (text === undefined || found !== undefined) return found;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .pipe(value.optional()) as unknown as ValueField<T>;

/**
 * The description states the default. As the schema's `default`, tools that prefill forms would send it, and a default
 * of a PDF option is rejected for an image, and vice versa.
 */
export const withDefault = (description: string, byDefault: string | number | boolean | undefined): string =>
  byDefault === undefined ? description : `${description} Default: ${String(byDefault)}.`;

/** `true` or `false`. */
export const boolean = (description: string, byDefault: boolean | undefined) =>
  documented(
    optional(
      z.boolean(),
      (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
      'must be true or false',
    ),
    withDefault(description, byDefault),
    { type: 'boolean', examples: [!byDefault] },
  );

/** A whole number between two bounds, both inclusive. */
export const integer = (min: number, max: number, description: string, example: number, byDefault?: number) =>
  documented(
    optional(
      z.int(),
      (text) => {
        const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
        return value >= min && value <= max ? value : undefined;
      },
      `must be an integer from ${min} to ${max}`,
    ),
    withDefault(description, byDefault),
    { type: 'integer', minimum: min, maximum: max, examples: [example] },
  );

/** A number between two bounds, both inclusive. */
export const decimal = (min: number, max: number, description: string, example: number, byDefault: number) =>
  documented(
    optional(
      z.number(),
      (text) => {
        const value = /^\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Number(text) : NaN;
        return value >= min && value <= max ? value : undefined;
      },
      `must be a number from ${min} to ${max}`,
    ),
    withDefault(description, byDefault),
    { type: 'number', minimum: min, maximum: max, examples: [example] },
  );

/** A non-empty text. */
export const text = (max: number, description: string, example: string, pattern?: RegExp) =>
  documented(
    z
      .string()
      .min(1, 'must not be empty')
      .max(max, `must have at most ${max} characters`)
      .regex(pattern ?? /^/, 'must be printable ASCII')
      .optional(),
    description,
    {
      minLength: 1,
      maxLength: max,
      ...(pattern ? { pattern: pattern.source } : {}),
      examples: [example],
    },
  );

/** Acrobat's limit for a page side. */
const maxInches = 200;

/** A length with or without a unit, in inches by default. */
export const length = (min: number, description: string, example: string, byDefault?: string) =>
  documented(
    optional(
      z.number(),
      (written) => {
        const value = inchesOf(written);
        return value !== undefined && value >= min && value <= maxInches ? value : undefined;
      },
      `must be a length from ${min} to ${maxInches} inches: ${lengthHint}`,
    ),
    withDefault(`${description} From ${min} to ${maxInches} inches.`, byDefault),
    { maxLength: maxLengthText, pattern: lengthPattern, examples: [example] },
  );
