import * as z from 'zod';
import { conformanceFlavours } from '../../base/conformance.ts';
import { defineContract } from '../contract.ts';
import { choiceField, pdfFile } from '../fields/fields.ts';
import { documentPassword } from '../fields/pdf-fields.ts';
import { validation, validationExample } from '../responses/validation.ts';
import { formErrors, pdfErrors } from './input-errors.ts';

export const contract = defineContract({
  name: 'validate-pdf',
  method: 'POST',
  path: '/api/pdf/validate',
  tag: 'PDF',
  summary: 'Validate PDF/A and PDF/UA',
  description:
    'Reports whether a PDF conforms to a part and level of PDF/A (ISO 19005) or to PDF/UA (ISO 14289), and which clauses it does not meet. Nothing is stored. Repeat the request if it fails; an `Idempotency-Key` has no effect.',
  access: 'key',
  metered: true,
  storesNothing: true,
  body: {
    kind: 'multipart',
    files: { file: pdfFile },
    fields: z.strictObject({
      conformance: choiceField(
        conformanceFlavours,
        undefined,
        'The standard: part and level of PDF/A, or `ua1` and `ua2` for PDF/UA-1 and PDF/UA-2. Default: what the PDF claims; required if it claims nothing.',
        '2b',
      ),
      password: documentPassword,
    }),
  },
  responses: {
    200: {
      description: 'The report.',
      content: { 'application/json': validation },
      example: validationExample,
    },
  },
  errors: [...formErrors, ...pdfErrors, 'unavailable'],
});
