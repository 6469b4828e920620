import * as z from 'zod';
import type { ErrorCode } from '../../base/app-error.ts';
import { defineContract } from '../contract.ts';
import type { OfficeKind } from '../options/office.ts';
import { officeRequestFields } from '../fields/office-fields.ts';
import { jobLinks, jobResponse, jobResponseExample, queuedJobExample } from '../responses/job-response.ts';

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

/** Builds the contract of one of the three conversions, which differ in their inputs and in one or two fields. */
export function officeContract<const Kind extends OfficeKind, const Fields extends z.ZodRawShape>(
  kind: Kind,
  name: string,
  contentType: string,
  fields: Fields,
) {
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
      fields: z.strictObject({ ...officeRequestFields, ...fields }),
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
          inputs: [{ fileName: `report.${kind}`, size: 123_456 }],
        },
      },
    },
    errors,
  });
}
