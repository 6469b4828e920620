import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { pdfTypes } from '../fields/fields.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { reverseFields } from '../fields/pdf-fields.ts';
import { acceptedJob, jobErrors } from '../responses/accepted-job.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';

export const contract = defineContract({
  name: 'reverse-pdf',
  method: 'POST',
  path: '/api/pdf/reverse',
  tag: 'PDF',
  summary: 'Reverse the pages of a PDF',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: { file: { description: 'One PDF: a file part or an upload id.', contentTypes: pdfTypes } },
    fields: z.strictObject({ ...reverseFields, ...jobFields }),
  },
  requestHeaders: jobHeaders,
  responses: {
    200: {
      description: 'The PDF: a FileResponse, or the bytes if `Accept` begins with `application/pdf`.',
      content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
      headers: fileResponses.headers,
      links: fileResponses.links,
      example: fileResponseExample,
    },
    202: acceptedJob({ type: 'reverse-pdf', inputs: [{ fileName: 'report.pdf', size: 123_456 }] }),
    303: fileResponses.redirect,
  },
  errors: [
    'unsupported-content-type',
    'malformed-multipart',
    'missing-field',
    'invalid-field',
    'invalid-request',
    'empty-file',
    'invalid-file-type',
    'damaged-document',
    'password-required',
    'wrong-password',
    'file-too-large',
    'gone',
    ...jobErrors,
  ],
});
