import * as z from 'zod';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import { fileResponses, fileLinks } from '../responses/file-contract.ts';
import { finishingErrors, formErrors } from './input-errors.ts';
import { partFiles } from '../fields/finishing/finishing-fields.ts';
import { conformanceRules } from '../fields/finishing/finishing-rules.ts';
import { checkModes, modeRules } from '../fields/field-modes.ts';
import { pdfFile } from '../fields/fields.ts';
import { splitFields } from '../fields/pdf-fields.ts';
import { splitModeFields } from '../fields/split-modes.ts';

export const contract = defineContract({
  name: 'split-pdf',
  method: 'POST',
  path: '/api/pdf/split',
  tag: 'PDF',
  summary: 'Split a PDF',
  description:
    'Splits a PDF by page ranges, into parts of equal length, at its bookmarks or by size. Each part has the bookmarks, form fields, links, annotations, page labels, layers and tags of its pages. `warnings` of each part lists what is lost, such as signatures or conformance to PDF/A.',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: {
      file: pdfFile,
      ...partFiles,
    },
    fields: z.strictObject({ ...splitFields, ...jobFields }).superRefine((fields, context) => {
      checkModes(splitModeFields, fields, context);
    }),
    rules: [modeRules(splitModeFields), conformanceRules],
  },
  requestHeaders: jobHeaders,
  responses: {
    200: {
      description:
        'The parts: an array of FileResponse, or one ZIP file if `Accept` begins with `application/zip`.',
      content: { 'application/json': z.array(fileResponse), 'application/zip': 'bytes' },
      headers: fileResponses.headers,
      links: fileLinks('$response.body#/0/id'),
      example: [{ ...fileResponseExample, fileName: 'report_1-3.pdf', pages: 3 }],
    },
    202: acceptedJob({ type: 'split-pdf', inputs: [{ fileName: 'report.pdf', size: 123_456 }] }),
    303: fileResponses.redirect,
  },
  errors: [...formErrors, ...finishingErrors, 'too-many-jobs'],
});
