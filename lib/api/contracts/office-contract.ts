import * as z from 'zod';
import type { ErrorCode } from '../../base/app-error.ts';
import { type ContractResponse, defineContract, type FileField } from '../contract.ts';
import type { PublicJobType } from '../job-states.ts';
import type { OfficeKind } from '../options/office.ts';
import { officeRequestFields } from '../fields/office-fields.ts';
import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { finishingRules, officeConformanceRules } from '../fields/finishing/finishing-rules.ts';
import type { SchemaRules } from '../fields/schema-rules.ts';
import { fontFiles } from '../fields/font-files.ts';
import { waitHeaders } from '../fields/job-fields.ts';
import { type FileResponse, fileResponse, fileResponseExample } from '../responses/file-response.ts';
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

interface OfficeEndpoint<Name, Files, Fields, Content> {
  name: Name;
  path: `/${string}`;
  summary: string;
  description: string;
  /** The field of the document. */
  files: Files;
  fields: Fields;
  rules?: readonly SchemaRules[];
  jobType: PublicJobType;
  /** Example of an input's name. */
  fileName: string;
  result: { description: string; content: Content; example: FileResponse };
}

/** Part of the description of every conversion by LibreOffice. */
export const officeJobDescription =
  'Returns a job immediately, or waits for its result with `Prefer: wait=n`. Macros never run, and linked content is never fetched. A document that is damaged, or ' +
  'cannot be opened with the password, is accepted, and its job fails with the error code.';

/** All kinds of documents that conversions of every format accept. */
export const officeContentTypes = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.graphics',
  'application/rtf',
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
] as const;

/** Their names, for descriptions. */
export const officeFormatNames =
  'DOCX, XLSX, PPTX and their macro and template forms; XLSB; DOC, XLS, PPT; ODT, ODS, ODP, ODG, their templates and flat XML forms; RTF, TXT, CSV and TSV';

/** Builds the contract of a conversion by LibreOffice. They differ in their inputs and in some fields. */
export function officeContract<
  const Name extends string,
  const Files extends Readonly<Record<string, FileField>>,
  const Fields extends z.ZodRawShape,
  const Content extends NonNullable<ContractResponse['content']>,
>(endpoint: OfficeEndpoint<Name, Files, Fields, Content>) {
  const accepted = acceptedJob({
    type: endpoint.jobType,
    inputs: [{ fileName: endpoint.fileName, size: 123_456 }],
  });
  return defineContract({
    name: endpoint.name,
    method: 'POST',
    path: endpoint.path,
    tag: 'Office',
    summary: endpoint.summary,
    description: endpoint.description,
    access: 'key',
    metered: true,
    body: {
      kind: 'multipart',
      files: { ...endpoint.files, ...fontFiles },
      fields: z.strictObject(endpoint.fields),
      rules: endpoint.rules ?? [],
    },
    requestHeaders: waitHeaders,
    isJob: true,
    responses: {
      200: {
        description: endpoint.result.description,
        content: endpoint.result.content,
        headers: { ...fileResponses.headers, ...appliedWait },
        links: fileResponses.links,
        example: endpoint.result.example,
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

interface PdfEndpoint<Name, Files, Fields> extends Omit<
  OfficeEndpoint<Name, Files, Fields, never>,
  'summary' | 'result'
> {
  /** What it converts, for its summary: `Word documents`. */
  documents: string;
}

/** Builds the contract of a conversion to PDF. */
const officeToPdfContract = <
  const Name extends string,
  const Files extends Readonly<Record<string, FileField>>,
  const Fields extends z.ZodRawShape,
>({
  documents,
  description,
  fields,
  ...endpoint
}: PdfEndpoint<Name, Files, Fields>) =>
  officeContract({
    ...endpoint,
    summary: `Convert ${documents} to PDF`,
    description: `${description}${officeJobDescription} \`warnings\` of the result lists fonts that were replaced and characters that no font contains.`,
    fields: { ...officeRequestFields, ...fields },
    result: {
      description:
        'The PDF, for requests with `Prefer: wait=n` whose job completed in time: a FileResponse, or the bytes if `Accept` begins with `application/pdf`.',
      content: { 'application/json': fileResponse, 'application/pdf': 'bytes' },
      example: { ...fileResponseExample, fileName: 'report.pdf' },
    },
  });

/** Builds the contract of one of the three conversions that accept one kind of document. */
export const kindContract = <const Kind extends OfficeKind, const Fields extends z.ZodRawShape>(
  kind: Kind,
  documents: string,
  contentType: string,
  fields: Fields,
) =>
  officeToPdfContract({
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
    rules: [...finishingRules, officeConformanceRules],
    jobType: `${kind}-to-pdf`,
    fileName: `report.${kind}`,
  });
