import * as z from 'zod';
import type { ErrorCode } from '../../base/app-error.ts';
import { defineContract } from '../contract.ts';
import { documented } from '../fields/documented.ts';
import { booleanField, fileNameField, integerField, passwordText } from '../fields/fields.ts';
import { pageRangesPattern } from '../fields/page-ranges-field.ts';
import { maxPageRanges, officePageRanges } from '../fields/office-page-ranges.ts';
import { pdfaLevels } from '../../engines/office/pdf-options.ts';
import { maxRangesLength, PageRangeError } from '../../base/page-ranges.ts';
import { webhookUrlField } from '../fields/webhook-url.ts';
import { jobLinks, jobResponse, jobResponseExample, queuedJobExample } from '../responses/job-response.ts';

/** Fields that every office conversion takes. */
const commonFields = {
  password: passwordText('must be text')
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'For an encrypted document. None when absent.', examples: ['secret'] }),
  pageRanges: documented(
    z
      .string()
      .optional()
      .transform((list, context) => {
        try {
          return list === undefined ? undefined : officePageRanges(list);
        } catch (error) {
          if (!(error instanceof PageRangeError)) throw error;
          context.addIssue({ code: 'custom', message: error.message, params: { code: 'invalid-range' } });
          return z.NEVER;
        }
      }),
    `Pages of the PDF to keep: a comma list of \`n\`, \`n-m\` and \`n-\` (to the end), ${maxPageRanges} at most. All when absent.`,
    {
      maxLength: maxRangesLength,
      pattern: pageRangesPattern({ fromEnd: false, most: maxPageRanges }),
      examples: ['1-3,5'],
    },
  ),
  quality: integerField(1, 100, 90, 'Quality of JPEG compression for pictures.', 75),
  pdfa: documented(
    z.enum(pdfaLevels, { error: 'must be 1b, 2b or 3b' }).optional(),
    'Exports PDF/A of that conformance. The conformance of the result is not verified. A plain PDF when absent.',
    { enum: pdfaLevels, examples: ['2b'] },
  ),
  exportBookmarks: booleanField(true, 'Whether headings or sheets become bookmarks.'),
  exportFormFields: booleanField(true, 'Whether form fields can be filled in.'),
  tagged: booleanField(false, 'Whether the PDF is tagged for accessibility.'),
  webhookUrl: webhookUrlField,
  fileName: fileNameField("Name of the result; the input's with `.pdf` when absent."),
};

const errors: readonly ErrorCode[] = [
  'unsupported-content-type',
  'malformed-multipart',
  'missing-field',
  'invalid-field',
  'invalid-request',
  'invalid-range',
  'empty-file',
  'invalid-file-type',
  'url-not-allowed',
  'file-too-large',
];

/** The contract of one of the three conversions, which differ in what they take and in a field or two. */
export function officeContract<
  const Kind extends 'docx' | 'xlsx' | 'pptx',
  const Fields extends z.ZodRawShape,
>(kind: Kind, name: string, contentType: string, fields: Fields) {
  return defineContract({
    name: `convert-${kind}`,
    method: 'POST',
    path: `/api/convert/${kind}-to-pdf`,
    tag: 'Office',
    summary: `Convert ${name} to PDF`,
    description:
      'Answers at once with a job. Macros never run and linked content is never fetched. A damaged or encrypted ' +
      'document is accepted here and fails the job with its code. The `warnings` of the result name fonts that were ' +
      'replaced and characters that no font contains.',
    access: 'key',
    metered: true,
    body: {
      kind: 'multipart',
      files: {
        file: {
          description: `One ${kind.toUpperCase()} document: a file part or an upload id.`,
          contentTypes: [contentType],
        },
      },
      fields: z.strictObject({ ...commonFields, ...fields }),
    },
    responses: {
      202: {
        description: 'The job that does it.',
        content: { 'application/json': jobResponse },
        headers: {
          Location: { description: 'The job.', example: jobResponseExample.links.self, required: true },
          'Retry-After': { description: 'Seconds after which to ask for it.', example: 1, required: true },
        },
        links: jobLinks,
        example: {
          ...queuedJobExample,
          type: `${kind}-to-pdf`,
          input: { fileName: `report.${kind}`, size: 123_456 },
        },
      },
    },
    errors,
  });
}
