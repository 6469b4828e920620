import * as z from 'zod';
import type { ErrorCode } from '../../base/app-error.ts';
import { defineContract, type FileField } from '../contract.ts';
import type { JobType } from '../job-states.ts';
import type { OfficeKind } from '../options/office.ts';
import { officeRequestFields } from '../fields/office-fields.ts';
import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { fontFiles } from '../fields/font-files.ts';
import { waitHeaders } from '../fields/job-fields.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { acceptedJob } from '../responses/accepted-job.ts';

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
  'gone',
];

const appliedWait = {
  'Preference-Applied': { description: 'The wait that was granted for `Prefer`.', example: 'wait=20' },
};

interface OfficeEndpoint<Name, Files, Fields> {
  name: Name;
  path: `/${string}`;
  /** What it converts, for its summary: `Word documents`. */
  documents: string;
  description: string;
  /** The field of the document. */
  files: Files;
  fields: Fields;
  jobType: JobType;
  /** Example of an input's name. */
  fileName: string;
}

/** Builds the contract of a conversion by LibreOffice. They differ in their inputs and in some fields. */
export function officeContract<
  const Name extends string,
  const Files extends Readonly<Record<string, FileField>>,
  const Fields extends z.ZodRawShape,
>(endpoint: OfficeEndpoint<Name, Files, Fields>) {
  const accepted = acceptedJob({
    type: endpoint.jobType,
    inputs: [{ fileName: endpoint.fileName, size: 123_456 }],
  });
  return defineContract({
    name: endpoint.name,
    method: 'POST',
    path: endpoint.path,
    tag: 'Office',
    summary: `Convert ${endpoint.documents} to PDF`,
    description:
      `${endpoint.description}Returns a job immediately, or waits for its result with \`Prefer: wait=n\`. Macros never run, and linked content is never fetched. A document that is damaged, or ` +
      'cannot be opened with the password, is accepted, and its job fails with the error code. `warnings` of the result ' +
      'lists fonts that were replaced and characters that no font contains.',
    access: 'key',
    metered: true,
    body: {
      kind: 'multipart',
      files: { ...endpoint.files, ...fontFiles },
      fields: z.strictObject({ ...officeRequestFields, ...endpoint.fields }),
    },
    requestHeaders: waitHeaders,
    isJob: true,
    responses: {
      200: {
        description:
          'The PDF, for requests with `Prefer: wait=n` whose job completed in time: a FileResponse, or the bytes if `Accept` begins with `application/pdf`.',
        content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
        headers: { ...fileResponses.headers, ...appliedWait },
        links: fileResponses.links,
        example: { ...fileResponseExample, fileName: 'report.pdf' },
      },
      202: {
        ...accepted,
        headers: { ...accepted.headers, ...appliedWait },
        description: 'The accepted job.',
      },
      303: fileResponses.redirect,
    },
    errors,
  });
}

/** Builds the contract of one of the three conversions that accept one kind of document. */
export const kindContract = <const Kind extends OfficeKind, const Fields extends z.ZodRawShape>(
  kind: Kind,
  documents: string,
  contentType: string,
  fields: Fields,
) =>
  officeContract({
    name: `convert-${kind}`,
    path: `/api/convert/${kind}-to-pdf`,
    documents,
    description: '',
    files: {
      file: {
        description: `One ${kind.toUpperCase()} document: a file part, an upload id, a file id or an https URL.`,
        contentTypes: [contentType],
      },
      ...finishingFiles,
    },
    fields: { ...fields, ...finishingFields },
    jobType: `${kind}-to-pdf`,
    fileName: `report.${kind}`,
  });
