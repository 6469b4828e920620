import * as z from 'zod';
import type { ErrorCode } from '../../base/app-error.ts';
import { type FileResponse, fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract, type FileField } from '../contract.ts';
import { finishingErrors, formErrors } from './input-errors.ts';
import { fontFiles } from '../fields/font-files.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import type { JobResponse } from '../responses/job-response.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { checkRenderFields, renderRules } from '../fields/html/field-rules.ts';
import { renderFields } from '../fields/html/fields.ts';
import { finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { finishingRules } from '../fields/finishing/finishing-rules.ts';

const errors = [
  ...formErrors,
  ...finishingErrors,
  'render-failed',
  'render-timeout',
  'too-many-jobs',
] as const;

const warningCount = {
  'x-render-warnings': {
    description: 'Number of warnings about the result, which the JSON response lists in `warnings`.',
    example: 0,
    required: true,
  },
};

const { pages: _, ...common } = fileResponseExample;

const imageExample: FileResponse = {
  ...common,
  fileName: 'Quarterly report.png',
  contentType: 'image/png',
  width: 1280,
  height: 2048,
  warnings: [
    {
      code: 'http-404',
      message: 'https://example.com/logo.png returned status 404.',
      url: 'https://example.com/logo.png',
    },
  ],
};

/** Builds the contract of a kind of rendering. They differ in the source of the page. */
export function htmlContract<
  const Name extends 'html-file' | 'html-url' | 'html-markdown',
  const Path extends `/${string}`,
  const Files extends Readonly<Record<string, FileField>>,
  const Fields extends z.ZodRawShape,
>(own: {
  name: Name;
  path: Path;
  summary: string;
  description: string;
  files: Files;
  /** The inputs of an example job. */
  jobInputs: JobResponse['inputs'];
  /** A field of all renderings is replaced by one of the same name. */
  fields: Fields;
  errors: readonly ErrorCode[];
}) {
  return defineContract({
    name: own.name,
    method: 'POST',
    path: own.path,
    tag: 'HTML',
    summary: own.summary,
    description: own.description,
    access: 'key',
    metered: true,
    body: {
      kind: 'multipart',
      files: { ...own.files, ...fontFiles, ...finishingFiles },
      // Fields of its own come first, and replace those of all renderings.
      fields: z
        .strictObject({ ...own.fields, ...renderFields, ...own.fields, ...jobFields })
        .superRefine((fields, context) => {
          checkRenderFields(fields as Parameters<typeof checkRenderFields>[0], context);
        }),
      rules: [renderRules, ...finishingRules],
    },
    requestHeaders: jobHeaders,
    responses: {
      200: {
        description:
          "The PDF or image: a FileResponse, or the bytes if `Accept` begins with the format's media type.",
        content: {
          'application/json': fileResponse,
          'application/pdf': 'bytes',
          'image/png': 'bytes',
          'image/jpeg': 'bytes',
          'image/webp': 'bytes',
        },
        headers: { ...fileResponses.headers, ...warningCount },
        links: fileResponses.links,
        examples: {
          pdf: { summary: 'A PDF', value: { ...fileResponseExample, fileName: 'Quarterly report.pdf' } },
          png: { summary: 'An image with a warning', value: imageExample },
        },
      },
      202: acceptedJob({ type: own.name, inputs: own.jobInputs }),
      303: {
        ...fileResponses.redirect,
        headers: { ...fileResponses.redirect.headers, ...warningCount },
      },
    },
    errors: [...errors, ...own.errors],
  });
}
