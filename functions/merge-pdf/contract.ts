import * as z from 'zod';
import { fileResponse, fileResponseExample } from '#lib/files/file-response.ts';
import { defineContract } from '#lib/http/contract.ts';
import { fileNameField, pdfTypes } from '#lib/http/fields.ts';
import { limits } from '#lib/limits.ts';

export const contract = defineContract({
  name: 'merge-pdf',
  method: 'POST',
  path: '/api/pdf/merge',
  tag: 'PDF',
  summary: 'Merge PDFs',
  description: 'Makes one PDF of several. The order of the files is the order of the pages.',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: {
      files: {
        description: `At least 2 PDFs, at most ${limits.mergeFiles}; each a file part or an upload id.`,
        contentTypes: pdfTypes,
        many: { min: 2, max: limits.mergeFiles },
      },
    },
    fields: z.strictObject({
      fileName: fileNameField('Name of the result; `merged.pdf` when absent.'),
    }),
  },
  responses: {
    200: {
      description:
        'The merged PDF: described in JSON, or its bytes when `Accept` begins with `application/pdf`.',
      content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
      example: fileResponseExample,
    },
    303: {
      description: 'The bytes were asked for and are too large for an answer: they are at `Location`.',
      headers: { Location: { description: 'Presigned URL of the file, valid 15 minutes.' } },
    },
  },
  errors: [
    'unsupported-content-type',
    'malformed-multipart',
    'missing-field',
    'invalid-field',
    'invalid-request',
    'too-few-files',
    'empty-file',
    'invalid-file-type',
    'damaged-document',
    'password-required',
    'file-too-large',
  ],
});
