import type * as z from 'zod';
import type { contract as convertDocx } from '../api/contracts/convert-docx.ts';
import type { contract as convertPptx } from '../api/contracts/convert-pptx.ts';
import type { contract as convertXlsx } from '../api/contracts/convert-xlsx.ts';
import type { contract as createUpload } from '../api/contracts/create-upload.ts';
import type { contract as deleteFile } from '../api/contracts/delete-file.ts';
import type { contract as deleteJob } from '../api/contracts/delete-job.ts';
import type { contract as deleteUpload } from '../api/contracts/delete-upload.ts';
import type { contract as getFile } from '../api/contracts/get-file.ts';
import type { contract as getJob } from '../api/contracts/get-job.ts';
import type { contract as getJobResult } from '../api/contracts/get-job-result.ts';
import type { contract as getUsage } from '../api/contracts/get-usage.ts';
import type { contract as health } from '../api/contracts/health.ts';
import type { contract as htmlFile } from '../api/contracts/html-file.ts';
import type { contract as htmlUrl } from '../api/contracts/html-url.ts';
import type { contract as listJobs } from '../api/contracts/list-jobs.ts';
import type { contract as mergePdf } from '../api/contracts/merge-pdf.ts';
import type { contract as splitPdf } from '../api/contracts/split-pdf.ts';
import type { MultipartBody } from '../api/contract.ts';

/** The contracts of the conversions, by their names. */
export interface Conversions {
  'merge-pdf': typeof mergePdf;
  'split-pdf': typeof splitPdf;
  'html-file': typeof htmlFile;
  'html-url': typeof htmlUrl;
  'convert-docx': typeof convertDocx;
  'convert-xlsx': typeof convertXlsx;
  'convert-pptx': typeof convertPptx;
}

export type ConversionName = keyof Conversions;

/** The contracts of everything that the client calls. */
export interface Contracts extends Conversions {
  'list-jobs': typeof listJobs;
  'get-job': typeof getJob;
  'get-job-result': typeof getJobResult;
  'delete-job': typeof deleteJob;
  'get-file': typeof getFile;
  'delete-file': typeof deleteFile;
  'create-upload': typeof createUpload;
  'delete-upload': typeof deleteUpload;
  'get-usage': typeof getUsage;
  health: typeof health;
}

/** Where each call goes. Written out, since the contracts themselves stay out of the client; the compiler compares. */
export const routes = {
  'merge-pdf': 'POST /api/pdf/merge',
  'split-pdf': 'POST /api/pdf/split',
  'html-file': 'POST /api/html/file',
  'html-url': 'POST /api/html/url',
  'convert-docx': 'POST /api/convert/docx-to-pdf',
  'convert-xlsx': 'POST /api/convert/xlsx-to-pdf',
  'convert-pptx': 'POST /api/convert/pptx-to-pdf',
  'list-jobs': 'GET /api/jobs',
  'get-job': 'GET /api/jobs/{id}',
  'get-job-result': 'GET /api/jobs/{id}/result',
  'delete-job': 'DELETE /api/jobs/{id}',
  'get-file': 'GET /api/files/{id}',
  'delete-file': 'DELETE /api/files/{id}',
  'create-upload': 'POST /api/uploads',
  'delete-upload': 'DELETE /api/uploads/{id}',
  'get-usage': 'GET /api/usage',
  health: 'GET /api/health',
} as const satisfies { [N in keyof Contracts]: `${Contracts[N]['method']} ${Contracts[N]['path']}` };

/**
 * A file to convert: a `File`, a `Blob` (which has no name of its own), or the id of an upload. Blobs may stand for
 * files on disk, as those of `fs.openAsBlob` in Node.js: they are read as they are sent.
 */
export type FileInput = Blob | string;

/** How a text field is given: what is JSON as its value, flags as booleans, numbers as such or as text (`10mm`). */
type FieldInput<Field extends z.ZodType> = Field extends { readonly json?: infer Value }
  ? NonNullable<Value>
  : NonNullable<z.output<Field>> extends boolean
    ? boolean
    : NonNullable<z.output<Field>> extends number
      ? number | string
      : NonNullable<z.input<Field>>;

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

type FileInputs<Files extends MultipartBody['files']> = {
  [K in keyof Files as Files[K] extends { many: { min: 0 } } ? never : K]: Files[K] extends { many: object }
    ? readonly FileInput[]
    : FileInput;
} & Optional<{
  [K in keyof Files as Files[K] extends { many: { min: 0 } } ? K : never]: readonly FileInput[];
}>;

type TextInputs<Shape extends z.ZodRawShape> = {
  [K in keyof Shape as undefined extends z.input<Shape[K]> ? never : K]: Shape[K] extends z.ZodType
    ? FieldInput<Shape[K]>
    : never;
} & Optional<{
  [K in keyof Shape as undefined extends z.input<Shape[K]> ? K : never]: Shape[K] extends z.ZodType
    ? FieldInput<Shape[K]>
    : never;
}>;

type Flat<T> = { [K in keyof T]: T[K] };

/** The fields of a conversion: its files and its options. */
export type ConversionInput<N extends ConversionName> = N extends unknown
  ? Flat<FileInputs<Conversions[N]['body']['files']> & TextInputs<Conversions[N]['body']['fields']['shape']>>
  : never;

type Described<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends {
    content: { 'application/json': infer Schema extends z.ZodType };
  }
    ? z.output<Schema>
    : never;
}[keyof Responses];

/** What a call answers in JSON; `never` where it answers without a body. */
export type Answer<N extends keyof Contracts> = N extends unknown
  ? Described<Contracts[N]['responses']>
  : never;

/** What can be asked of a list, or of one thing. */
export type Query<N extends 'get-job' | 'get-usage' | 'list-jobs'> = Flat<
  TextInputs<Contracts[N]['query']['shape']>
>;
