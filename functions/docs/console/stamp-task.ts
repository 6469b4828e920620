import type { FieldError } from '#lib/base/app-error.ts';
import { type ApiDocument, type Field, fieldsOf, membersOf } from './api-document.ts';
import { fileIn, type TaskForm, type Values } from './task-form.ts';

const path = '/api/pdf/edit';

/** Fields of the request beside the stamp. */
const others = ['password', 'fileName'];

const layerField: Field = {
  name: 'layer',
  description: 'A `stamp` is above the content of pages, a `watermark` beneath.',
  kind: 'choice',
  choices: ['stamp', 'watermark'],
  byDefault: 'stamp',
  example: '',
  required: false,
  minimum: undefined,
  maximum: undefined,
};

/** The fields of the stamp task: the members of one stamp or watermark. The file comes from the list of files. */
export const stampFields = (document: ApiDocument, hasFile: boolean): Field[] => [
  layerField,
  ...membersOf(document, path, 'stamp').filter(
    ({ name }) => name !== 'file' && !(hasFile ? ofText : ofFiles).includes(name),
  ),
  ...fieldsOf(document, path).filter(({ name }) => others.includes(name)),
];

const ofText = ['text', 'fontSize', 'color'];
const ofFiles = ['page', 'scale'];

/** The stamp of the form as the fields of a request. Texts that are not valid stay as they are, for the service to reject. */
export function stampRequest(
  values: Values,
  fields: readonly Field[],
  file: string | undefined,
): Record<string, string> {
  const { layer = 'stamp' } = values;
  const request: Record<string, string> = {};
  const stamp: Record<string, unknown> = file === undefined ? {} : { file };
  for (const { name, kind, example } of fields) {
    const value = values[name];
    if (value === undefined || name === 'layer') continue;
    if (others.includes(name)) request[name] = value;
    else stamp[name] = kind === 'text' && !example.startsWith('[') ? value : parsed(value);
  }
  return { [layer]: JSON.stringify(stamp), ...request };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The errors of a stamp at the fields of the form: `text` for `stamp.text`. */
export const stampErrors = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, message }) => ({
    field: field.replace(/^(?:stamp|watermark)(?:\[0\])?(?:\.(?=.)|$)/, '') || 'text',
    message,
  }));

export const stampForm: TaskForm = {
  fields: (document, files) => stampFields(document, fileIn(files, 'overlays') !== undefined),
  request: (values, fields, files) => stampRequest(values, fields, fileIn(files, 'overlays')?.name),
  errors: stampErrors,
};
