import * as z from 'zod';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { documented } from '../fields/documented.ts';
import { fileAnswers } from '../responses/file-contract.ts';
import { fileNameField, passwordText, pdfTypes } from '../fields/fields.ts';
import { jsonField } from '../fields/json-field.ts';
import { metadataField } from '../fields/metadata-field.ts';
import { pageRangesField } from '../fields/page-ranges-field.ts';
import { limits } from '../../base/limits.ts';

const outlineModes = ['keep', 'files', 'none'] as const;

export const contract = defineContract({
  name: 'merge-pdf',
  method: 'POST',
  path: '/api/pdf/merge',
  tag: 'PDF',
  summary: 'Merge PDFs',
  description:
    'Makes one PDF of several. The order of the files is the order of the pages. Bookmarks, form fields, links, annotations, page labels, attachments, layers and tags of all files are kept. `warnings` lists what is lost, such as signatures or conformance to PDF/A.',
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
      pages: jsonField(
        z.array(pageRangesField('Pages of one file; null for all.').nullable(), {
          error: 'must be an array of texts and nulls',
        }),
        'JSON array with one entry for each file: the pages to take, as `1-3,5,7-`, or null for all. All pages when absent.',
        { entries: limits.mergeFiles, example: ['1-3', null] },
      ),
      passwords: jsonField(
        z.array(passwordText('must be text or null').nullable(), {
          error: 'must be an array of texts and nulls',
        }),
        'JSON array with one entry for each file: the password of an encrypted one, or null.',
        { entries: limits.mergeFiles, example: [null, 'secret'] },
      ),
      outline: documented(
        z
          .enum(outlineModes, { error: 'must be keep, files or none' })
          .optional()
          .transform((mode) => mode ?? 'keep'),
        "What becomes of bookmarks: `keep` has those of each file after one another, `files` a bookmark for each file with the file's own beneath, `none` none.",
        { enum: outlineModes, default: 'keep', examples: ['files'] },
      ),
      metadata: metadataField,
      fileName: fileNameField('Name of the result; `merged.pdf` when absent.'),
    }),
  },
  responses: {
    200: {
      description:
        'The merged PDF: described in JSON, or its bytes when `Accept` begins with `application/pdf`.',
      content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
      headers: fileAnswers.headers,
      links: fileAnswers.links,
      example: fileResponseExample,
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
    'too-few-files',
    'empty-file',
    'invalid-file-type',
    'damaged-document',
    'password-required',
    'wrong-password',
    'file-too-large',
    'gone',
  ],
});
