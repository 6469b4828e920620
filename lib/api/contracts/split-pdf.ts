import * as z from 'zod';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { fileAnswers, fileLinks } from '../responses/file-contract.ts';
import { fileNameField, passwordText, pdfTypes } from '../fields/fields.ts';
import { pageRangesField } from '../fields/page-ranges-field.ts';
import { limits } from '../../base/limits.ts';

const ranges = pageRangesField(
  'Comma list of `n`, `n-m`, `n-` (to the end) and `-n` (the last n pages). One PDF per item, in the order ' +
    `written; items may overlap and repeat. At most ${limits.splitRanges}.`,
);

export const contract = defineContract({
  name: 'split-pdf',
  method: 'POST',
  path: '/api/pdf/split',
  tag: 'PDF',
  summary: 'Split a PDF by page ranges',
  description:
    'Makes one PDF of each range of pages, with what belongs to its pages: bookmarks, form fields, links, annotations, page labels, layers and tags. `warnings` of each part lists what is lost, such as signatures or conformance to PDF/A.',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: { file: { description: 'One PDF: a file part or an upload id.', contentTypes: pdfTypes } },
    fields: z.strictObject({
      ranges,
      password: passwordText('must be text')
        .optional()
        .meta({ description: 'For an encrypted document. None when absent.', examples: ['secret'] }),
      fileName: fileNameField("Base name of the parts; the input's when absent."),
    }),
  },
  responses: {
    200: {
      description:
        'The parts: described in JSON, or one zip of them when `Accept` begins with `application/zip`.',
      content: { 'application/json': z.array(fileResponse), 'application/zip': 'bytes' },
      headers: fileAnswers.headers,
      links: fileLinks('$response.body#/0/id'),
      example: [{ ...fileResponseExample, fileName: 'report_1-3.pdf', pages: 3 }],
    },
    303: fileAnswers.redirect,
  },
  errors: [
    'unsupported-content-type',
    'malformed-multipart',
    'missing-field',
    'invalid-field',
    'invalid-request',
    'invalid-range',
    'empty-file',
    'invalid-file-type',
    'damaged-document',
    'password-required',
    'wrong-password',
    'file-too-large',
    'gone',
  ],
});
