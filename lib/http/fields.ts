import * as z from 'zod';
import { safeFileName } from '../files/file-name.ts';

/** `fileName` of a result: made harmless; empty when the client names none. */
export const fileNameField = (description: string) =>
  z
    .string()
    .optional()
    .transform((name) => safeFileName(name ?? ''))
    .meta({ description, examples: ['report'] });

/** The content type of PDF file fields. */
export const pdfTypes = ['application/pdf'] as const;
