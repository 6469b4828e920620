import * as z from 'zod';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { finishingErrors, formErrors } from './input-errors.ts';
import { finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { finishingRules } from '../fields/finishing/finishing-rules.ts';
import { pdfTypes } from '../fields/fields.ts';
import { mergeFields } from '../fields/pdf-fields.ts';
import { limits } from '../../base/limits.ts';

export const contract = defineContract({
  name: 'merge-pdf',
  method: 'POST',
  path: '/api/pdf/merge',
  tag: 'PDF',
  summary: 'Merge PDFs',
  description:
    'Merges PDFs into one. Pages follow the order of the files. The result preserves bookmarks, form fields, links, annotations, page labels, attachments, layers and tags of all files. `warnings` lists what is lost, such as signatures or conformance to PDF/A.',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: {
      files: {
        description: `2 to ${limits.mergeFiles} PDFs. Each is a file part, an upload id, a file id or an https URL.`,
        contentTypes: pdfTypes,
        many: { min: 2, max: limits.mergeFiles },
      },
      ...finishingFiles,
    },
    fields: z.strictObject({ ...mergeFields, ...jobFields }),
    rules: finishingRules,
  },
  requestHeaders: jobHeaders,
  responses: {
    200: {
      description: 'The merged PDF: a FileResponse, or the bytes if `Accept` begins with `application/pdf`.',
      content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
      headers: fileResponses.headers,
      links: fileResponses.links,
      example: fileResponseExample,
    },
    202: acceptedJob({
      type: 'merge-pdf',
      inputs: [
        { fileName: 'cover.pdf', size: 20_480 },
        { fileName: 'report.pdf', size: 123_456 },
      ],
    }),
    303: fileResponses.redirect,
  },
  errors: [...formErrors, 'too-few-files', ...finishingErrors, 'too-many-jobs'],
});
