import * as z from 'zod';
import type { ErrorCode } from '../app-error.ts';
import { fileResponse, fileResponseExample } from '../files/file-response.ts';
import { defineContract, type FileField } from '../http/contract.ts';
import { checkRenderFields, renderFields } from './fields.ts';

const errors: readonly ErrorCode[] = [
  'unsupported-content-type',
  'malformed-multipart',
  'missing-field',
  'invalid-field',
  'invalid-request',
  'invalid-range',
  'url-not-allowed',
  'url-unreachable',
  'render-failed',
  'render-timeout',
  'file-too-large',
];

const redirect = {
  description: 'The bytes were asked for and are too large for an answer: they are at `Location`.',
  headers: { Location: { description: 'Presigned URL of the file, valid 15 minutes.' } },
};

const warningsHeader = {
  'x-render-warnings': {
    description: 'How many things the page asked for and did not get; the JSON names them.',
    example: '0',
  },
};

/** The contract of one of the two ways of rendering, which differ in where the page comes from. */
export function htmlContract<
  const Name extends 'html-file' | 'html-url',
  const Files extends Readonly<Record<string, FileField>>,
  const Fields extends z.ZodRawShape,
>(own: {
  name: Name;
  path: `/${string}`;
  summary: string;
  description: string;
  files: Files;
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
      files: own.files,
      fields: z.strictObject({ ...own.fields, ...renderFields }).superRefine((fields, context) => {
        checkRenderFields(fields as Parameters<typeof checkRenderFields>[0], context);
      }),
    },
    responses: {
      200: {
        description:
          "The PDF or picture: described in JSON, or its bytes when `Accept` begins with the format's media type.",
        content: {
          'application/json': fileResponse,
          'application/pdf': 'bytes',
          'image/png': 'bytes',
          'image/jpeg': 'bytes',
          'image/webp': 'bytes',
        },
        headers: warningsHeader,
        example: { ...fileResponseExample, fileName: 'Quarterly report.pdf' },
      },
      303: { ...redirect, headers: { ...redirect.headers, ...warningsHeader } },
    },
    errors: [...errors, ...own.errors],
  });
}
