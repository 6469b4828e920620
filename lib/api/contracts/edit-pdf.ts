import * as z from 'zod';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { finishingErrors, formErrors } from './input-errors.ts';
import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { finishingRules } from '../fields/finishing/finishing-rules.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { pdfFile } from '../fields/fields.ts';
import { editFields } from '../fields/pdf-fields.ts';

/** The fields of which an edit needs at least one. */
export const editingFields = ['pages', 'password', ...Object.keys({ ...finishingFields, ...finishingFiles })];

export const contract = defineContract({
  name: 'edit-pdf',
  method: 'POST',
  path: '/api/pdf/edit',
  tag: 'PDF',
  summary: 'Edit a PDF',
  description:
    'Selects, orders and rotates pages, fills and flattens forms, adds stamps and watermarks, and changes bookmarks, metadata, attachments, size and protection. Pages are not rendered again: links, form fields, annotations, tags, layers, page labels and attachments are preserved. ' +
    'With `password` and without `protect`, the result is not encrypted. The request needs at least one field that changes something.',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: {
      file: pdfFile,
      ...finishingFiles,
    },
    fields: z.strictObject({ ...editFields, ...jobFields }),
    rules: [{ anyOf: editingFields.map((field) => ({ required: [field] })) }, ...finishingRules],
  },
  requestHeaders: jobHeaders,
  responses: {
    200: {
      description: 'The edited PDF: a FileResponse, or the bytes if `Accept` begins with `application/pdf`.',
      content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
      headers: fileResponses.headers,
      links: fileResponses.links,
      example: fileResponseExample,
    },
    202: acceptedJob({ type: 'edit-pdf', inputs: [{ fileName: 'report.pdf', size: 123_456 }] }),
    303: fileResponses.redirect,
  },
  errors: [...formErrors, ...finishingErrors, 'too-many-jobs'],
});
