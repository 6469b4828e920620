import * as z from 'zod';
import { safeFileName } from '../files/file-name.ts';

/** `fileName` of a result: made harmless; empty when the client names none. */
export const fileNameField = (description: string) =>
  z
    .string()
    .optional()
    .transform((name) => safeFileName(name ?? ''))
    .meta({ description, examples: ['report'] });

/** `true` or `false`, as forms send them. */
export const booleanField = (byDefault: boolean, description: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .transform((value) => (value === undefined ? byDefault : value === 'true'))
    .meta({ description: `${description} Default ${byDefault}.` });

/** A whole number between two, both included, as forms and queries send it. */
export const integerField = <D extends number | undefined>(
  min: number,
  max: number,
  byDefault: D,
  description: string,
) =>
  z
    .string()
    .optional()
    .transform((text, context): number | D => {
      if (text === undefined) return byDefault;
      const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
      if (value >= min && value <= max) return value;
      context.addIssue({ code: 'custom', message: `must be a whole number from ${min} to ${max}` });
      return z.NEVER;
    })
    .meta({
      description: `${description} From ${min} to ${max}${byDefault === undefined ? '' : `, default ${byDefault}`}.`,
      override: { type: 'integer', minimum: min, maximum: max },
    });

/** The content type of PDF file fields. */
export const pdfTypes = ['application/pdf'] as const;
