import * as z from 'zod';
import { formErrors, pdfErrors } from './input-errors.ts';
import { defineContract } from '../contract.ts';
import { pdfFile } from '../fields/fields.ts';
import { documentPassword } from '../fields/pdf-fields.ts';
import { inspection, inspectionExample } from '../responses/inspection.ts';

export const contract = defineContract({
  name: 'inspect-pdf',
  method: 'POST',
  path: '/api/pdf/inspect',
  tag: 'PDF',
  summary: 'Inspect a PDF',
  description:
    'Reports the pages, metadata, bookmarks, attachments, form fields, fonts, images, signatures and permissions of a PDF, and what is wrong with a damaged one. Nothing is stored. Repeat the request if it fails; an `Idempotency-Key` has no effect.',
  access: 'key',
  metered: true,
  storesNothing: true,
  body: {
    kind: 'multipart',
    files: { file: pdfFile },
    fields: z.strictObject({ password: documentPassword }),
  },
  responses: {
    200: {
      description: 'The report.',
      content: { 'application/json': inspection },
      example: inspectionExample,
    },
  },
  errors: [...formErrors, ...pdfErrors],
});
