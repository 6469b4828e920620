import * as z from 'zod';
import { formErrors, pdfErrors } from './input-errors.ts';
import { defineContract } from '../contract.ts';
import { pdfFile } from '../fields/fields.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { textFields } from '../fields/text-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import { documentText, documentTextExample } from '../responses/document-text.ts';

export const contract = defineContract({
  name: 'pdf-text',
  method: 'POST',
  path: '/api/pdf/text',
  tag: 'PDF',
  summary: 'Extract the text of a PDF',
  description:
    'Returns the text of a PDF in reading order: that of its tags, or else of its columns and lines. Form fields and annotations are part of the text, and so is the hidden text layer of a scan. Text in images is not recognized. ' +
    'The response is the text itself, and nothing is stored; a job stores it as a file. `Idempotency-Key` applies to jobs only.',
  access: 'key',
  metered: true,
  replaysJobsOnly: true,
  body: {
    kind: 'multipart',
    files: { file: pdfFile },
    fields: z.strictObject({ ...textFields, ...jobFields }),
  },
  requestHeaders: jobHeaders,
  responses: {
    200: {
      description:
        'The text, in the format of the field `format`. Returns 413 if the text is too large for a response.',
      content: { 'text/plain': z.string(), 'application/json': documentText, 'text/markdown': z.string() },
      headers: {
        'x-text-warnings': {
          description:
            'Codes of the warnings, separated by commas. Empty if there are none. `json` has their messages.',
          example: 'characters-unknown',
          required: true,
        },
      },
      example: documentTextExample,
    },
    202: acceptedJob({ type: 'pdf-text', inputs: [{ fileName: 'report.pdf', size: 123_456 }] }),
  },
  errors: [...formErrors, 'invalid-range', ...pdfErrors, 'too-many-jobs'],
});
