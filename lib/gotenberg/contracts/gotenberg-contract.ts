import * as z from 'zod';
import { documented } from '../../api/fields/documented.ts';
import { limits } from '../../base/limits.ts';
import { defineContract, type FileField } from '../../api/contract.ts';
import type { ErrorCode } from '../../base/app-error.ts';
import { gotenbergStatuses } from '../error-statuses.ts';
import { type FieldRow, row, text } from '../fields/row.ts';

/** The functions that serve the routes of Gotenberg. */
export type Family = 'chromium' | 'libreoffice' | 'pdfengines';

export const gotenbergTag = 'Gotenberg';

const errors: readonly ErrorCode[] = [
  'invalid-field',
  'unsupported-content-type',
  'malformed-multipart',
  'missing-field',
  'empty-file',
  'invalid-file-type',
  'invalid-range',
  'damaged-document',
  'password-required',
  'wrong-password',
  'url-not-allowed',
  'url-unreachable',
  'file-too-large',
];

/** Headers of every response. */
export const traceHeaders = {
  'Gotenberg-Trace': {
    description:
      "The request's `Gotenberg-Trace`, or an id of its own. API Gateway's own responses do not have it.",
    example: 'a1b2',
  },
  traceparent: {
    description: 'Trace of the request (W3C Trace Context), if it has one.',
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
} as const;

const renderingErrors: readonly ErrorCode[] = ['render-failed', 'render-timeout'];

/** Fields that make a result conform to a standard. */
const standardFields = ['pdfa', 'facturxConformanceLevel'];

/** Headers of results. */
const resultHeaders = {
  'Content-Disposition': {
    description: 'Name of the result.',
    example: 'attachment; filename="report.pdf"',
    required: true,
  },
  'X-Warnings': {
    description: 'Codes of the warnings about the result, if there are any.',
    example: 'signature-broken, conformance-dropped',
  },
} as const;

const header = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });

const requestHeaders = {
  'Gotenberg-Output-Filename': header('File name of the result, without an extension.', 'report'),
  'Gotenberg-Trace': header('An id for logs and webhooks.', 'a1b2'),
};

const webhookHeaders = {
  'Gotenberg-Webhook-Url': header(
    'URL that receives the result. The response is then 204.',
    'https://example.com/result',
  ),
  'Gotenberg-Webhook-Error-Url': header('URL that receives an error.', 'https://example.com/error'),
  'Gotenberg-Webhook-Events-Url': header(
    'URL that receives an event at the end.',
    'https://example.com/event',
  ),
  'Gotenberg-Webhook-Method': header('Method for the result: POST, PUT or PATCH.', 'PUT'),
  'Gotenberg-Webhook-Error-Method': header('Method for the error: POST, PUT or PATCH.', 'PUT'),
  'Gotenberg-Webhook-Extra-Http-Headers': header('JSON object of headers for these URLs.', '{"X-Key":"a"}'),
};

const maxText = limits.textField;

const textField = ({ about, example }: FieldRow) =>
  documented(z.string().optional(), about, { maxLength: maxText, examples: [example] });

const downloadRow = row(
  'downloadFrom',
  text,
  'JSON array of files to download: `url`, `extraHttpHeaders`, and `field` (`watermark`, `stamp`, `embedded`).',
  '[{"url":"https://example.com/report.pdf"}]',
);

const files = (description: string, contentTypes: readonly string[] = ['*/*']): FileField => ({
  description,
  contentTypes,
  many: { min: 0, max: limits.parts },
});

/** The files that options of a route need. */
export const sideFiles = {
  embeds: files('Files to embed.'),
  watermark: files('Images and PDFs for watermarks.'),
  stamp: files('Images and PDFs for stamps.'),
  facturxXml: files('The invoice.', ['text/xml']),
} as const;

interface GotenbergRoute<Path extends string> {
  family: Family;
  /** Below the family: `convert/html`. */
  path: Path;
  summary: string;
  /** What the route does with its files. */
  description: string;
  inputs: string;
  side?: readonly (keyof typeof sideFiles)[];
  rows: readonly FieldRow[];
  /** Media types of a single result. */
  results?: readonly string[];
  /** Whether the route returns JSON, and therefore accepts no webhook. */
  reads?: true;
}

/** Builds the contract of a route of Gotenberg. */
export function gotenbergContract<const Path extends string>({
  family,
  path,
  summary,
  description,
  inputs,
  side = [],
  rows,
  results = ['application/pdf'],
  reads,
}: GotenbergRoute<Path>) {
  const content = reads
    ? { 'application/json': z.record(z.string(), z.unknown()) }
    : Object.fromEntries([...results, 'application/zip'].map((type) => [type, 'bytes' as const]));
  return defineContract({
    name: `gotenberg-${family}-${path.replaceAll('/', '-')}`,
    servedBy: `gotenberg-${family}`,
    method: 'POST',
    path: `/forms/${family}/${path}`,
    route: `/forms/${family}/{proxy+}`,
    tag: gotenbergTag,
    summary,
    description,
    access: 'key',
    basicAuth: true,
    noPreflight: true,
    metered: true,
    storesNothing: true,
    body: {
      kind: 'multipart',
      files: {
        files: files(`${inputs} Known by their file names, in parts of any name.`),
        ...Object.fromEntries(side.map((name) => [name, sideFiles[name]])),
      },
      fields: z.strictObject(
        Object.fromEntries([...rows, downloadRow].map((each) => [each.name, textField(each)])),
      ),
    },
    requestHeaders: { ...requestHeaders, ...(reads ? {} : webhookHeaders) },
    responses: {
      200: {
        description: reads ? 'By file name.' : 'The result, or a zip of several.',
        content,
        ...(reads ? { example: { 'report.pdf': {} } } : { headers: resultHeaders }),
      },
      ...(reads ? {} : { 204: { description: 'The result goes to the webhook.' } }),
    },
    responseHeaders: traceHeaders,
    textErrors: gotenbergStatuses,
    errors: [
      ...errors,
      ...(family === 'chromium' ? renderingErrors : []),
      ...(rows.some(({ name }) => standardFields.includes(name)) ? (['not-conformant'] as const) : []),
    ],
  });
}
