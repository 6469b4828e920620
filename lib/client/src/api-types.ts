import type * as z from 'zod';
import type { MultipartBody } from '../../api/contract.ts';
import type { FileResponse } from '../../api/responses/file-response.ts';
import type { Contracts, Conversions } from './contracts.ts';

/**
 * The types of requests and responses. They name no schema: the published package contains them written out, and needs
 * no zod.
 */

export type { ErrorCode, FieldError } from '../../base/app-error.ts';
export type { BookmarkInput } from '../../api/fields/finishing/bookmarks-field.ts';
export type { Problem } from '../../api/problem.ts';
export type { FileResponse } from '../../api/responses/file-response.ts';
export type { InspectedBookmark, Inspection } from '../../api/responses/inspection.ts';
export type { Validation } from '../../api/responses/validation.ts';
export type { DocumentText } from '../../api/responses/document-text.ts';
export type { JobResponse } from '../../api/responses/job-response.ts';

/**
 * A file to convert: a `File`, a `Blob` (which has no name), the id of an upload or of a result, or an https URL that the
 * service downloads. Blobs can represent files on disk, such as those of `fs.openAsBlob` in Node.js. They are read as they
 * are sent.
 */
export type FileInput = Blob | string;

/** The value of a text field: JSON fields as objects, flags as booleans, numbers as numbers or text (`10mm`). */
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

/** The fields of each conversion: its files and its options. */
export type ConversionInputs = {
  [N in keyof Conversions]: Flat<
    FileInputs<Conversions[N]['body']['files']> & TextInputs<Conversions[N]['body']['fields']['shape']>
  >;
};

/** The conversions that a client can request as jobs. */
export type JobConversionName = {
  [N in keyof Conversions]: 202 extends keyof Conversions[N]['responses'] ? N : never;
}[keyof Conversions];

type JsonOf<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends {
    content: { 'application/json': infer Schema extends z.ZodType };
  }
    ? z.output<Schema>
    : never;
}[keyof Responses];

/** Text that is the response itself. */
type TextOf<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends {
    content: { 'text/plain': infer Schema extends z.ZodType };
  }
    ? z.output<Schema>
    : never;
}[keyof Responses];

/** The responses of a call that asks neither for a job nor for the result of one. */
type Unasked<Contract extends { responses: object }> = Contract extends { isJob: true }
  ? Pick<Contract['responses'], 202 & keyof Contract['responses']>
  : 200 extends keyof Contract['responses']
    ? Omit<Contract['responses'], 202>
    : Contract['responses'];

/** The JSON, or the text, that each call returns; `never` if the response has no body. */
export type ResponseBodies = {
  [N in keyof Contracts]: JsonOf<Unasked<Contracts[N]>> | TextOf<Unasked<Contracts[N]>>;
};

/** The files among the JSON of a response. */
type FilesIn<Contract extends { responses: object }> = Extract<
  JsonOf<Pick<Contract['responses'], 200 & keyof Contract['responses']>>,
  FileResponse | FileResponse[]
>;

/** The result of a job of each conversion. Text that is a response itself is a file as the result of a job. */
export type JobResults = {
  [N in JobConversionName]: [FilesIn<Conversions[N]>] extends [never]
    ? FileResponse
    : FilesIn<Conversions[N]>;
};

/** The query parameters of calls, if they have any. */
export type Queries = {
  [N in keyof Contracts as Contracts[N] extends { query: z.ZodObject } ? N : never]: Contracts[N] extends {
    query: z.ZodObject<infer Shape>;
  }
    ? Flat<TextInputs<Shape>>
    : never;
};
