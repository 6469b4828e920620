import type { FieldError } from '#lib/base/app-error.ts';
import type { ApiDocument, Field } from './api-document.ts';
import type { ChosenFile, FileChoice } from './chosen-file.ts';

/** The values of a form's fields, as they were entered. */
export type Values = Readonly<Record<string, string>>;

/** The files of a request in order, each with its field. */
export type RequestFiles = readonly (readonly [field: string, file: ChosenFile])[];

/** The form of a task whose fields are not those of its operation. */
export interface TaskForm {
  fields: (document: ApiDocument, files: RequestFiles) => Field[];
  /**
   * The text fields of the request. Values that are not valid stay as they are, for the service to reject.
   *
   * @param fields those of the form, in order
   */
  request: (values: Values, fields: readonly Field[], files: RequestFiles) => Record<string, string>;
  /** Names the fields of the form in errors of the request; absent if both have the same fields. */
  errors?: (errors: readonly FieldError[]) => FieldError[];
}

/** The first file in a field. */
export const fileIn = (files: RequestFiles, field: string): FileChoice | undefined =>
  files.find(([name]) => name === field)?.[1].file;
