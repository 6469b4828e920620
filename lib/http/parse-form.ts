import { AppError, combineFaults, type ErrorCode, type FieldFault } from '../base/app-error.ts';
import { safeFileName } from '../base/file-name.ts';
import { type InputFile, ReadAhead, type StoredUpload, type UploadLookup } from '../files/input-file.ts';
import { limits } from '../base/limits.ts';
import type { FileField, MultipartBody } from '../api/contract.ts';
import { faultsOf } from './field-fault.ts';
import type { FormPart } from './multipart.ts';
import { shownName } from '../base/shortened.ts';

export interface ParsedForm {
  files: Record<string, InputFile | InputFile[]>;
  fields: Record<string, unknown>;
}

/**
 * Checks the parts of a form against a contract and looks up its uploads. All faults are found before one error
 * names them.
 *
 * @throws AppError `invalid-field` or another code of the invalid fields, `invalid-request` when they have different codes,
 * `file-too-large` when the inputs together exceed `limits.totalInput`
 */
export async function parseForm(
  parts: readonly FormPart[],
  body: MultipartBody,
  owner: string,
  uploads: UploadLookup,
): Promise<ParsedForm> {
  const rejected = new AbortController();
  const ahead = new ReadAhead(limits.totalInput, rejected.signal);
  try {
    return await checkForm(parts, body, (uploadId) => uploads.find(owner, uploadId, ahead));
  } catch (error) {
    rejected.abort(error);
    throw error;
  }
}

type FindUpload = (uploadId: string) => Promise<StoredUpload | undefined>;

async function checkForm(
  parts: readonly FormPart[],
  body: MultipartBody,
  find: FindUpload,
): Promise<ParsedForm> {
  const fileFaults: FieldFault[] = [];
  const files: Record<string, InputFile | InputFile[]> = {};
  for (const [name, field] of Object.entries(body.files)) {
    const given = parts.filter((part) => part.name === name);
    const resolved = await Promise.all(
      given
        .slice(0, field.many?.max ?? 1)
        .map((part, index) => inputFile(part, field.many ? `${name}[${index}]` : name, find)),
    );
    const found = resolved.filter((file): file is InputFile => !isFault(file));
    fileFaults.push(...resolved.filter(isFault), ...countFaults(name, field, given.length));
    const [first] = found;
    if (field.many) files[name] = found;
    else if (first) files[name] = first;
  }

  const { faults: textFaults, fields } = parseTexts(parts, body);
  const faults = [...unknownFields(parts, body), ...fileFaults, ...textFaults];
  if (faults.length > 0) throw combineFaults(faults);

  const size = Object.values(files)
    .flat()
    .reduce((sum, file) => sum + file.size, 0);
  if (size > limits.totalInput) {
    throw new AppError(
      'file-too-large',
      `The files of this request have a total of ${size} bytes; the limit is ${limits.totalInput}. Send fewer or smaller files.`,
    );
  }
  return { files, fields };
}

async function inputFile(part: FormPart, field: string, find: FindUpload): Promise<InputFile | FieldFault> {
  if (part.kind === 'file') {
    const { bytes } = part;
    if (bytes.length === 0) return { code: 'empty-file', field, message: 'is empty' };
    return {
      field,
      fileName: safeFileName(part.fileName),
      size: bytes.length,
      source: { kind: 'inline', bytes },
    };
  }
  const upload = await find(part.value.trim());
  if (!upload) {
    return {
      code: 'invalid-field',
      field,
      message:
        'must be a file part, or the id of one of your uploads that has been posted and is at most 24 hours old',
    };
  }
  const { fileName, size } = upload;
  if (size === 0) return { code: 'empty-file', field, message: 'is empty' };
  return { field, fileName: safeFileName(fileName), size, source: { kind: 'upload', upload } };
}

const isFault = (value: InputFile | FieldFault): value is FieldFault => 'code' in value;

function countFaults(name: string, { many }: FileField, count: number): FieldFault[] {
  const fault = (code: ErrorCode, message: string) => [{ code, field: name, message }];
  if (count === 0 && many?.min !== 0)
    return fault('missing-field', 'is required: a file part or an upload id');
  if (!many) return count > 1 ? fault('invalid-field', 'must not be repeated') : [];
  if (count < many.min) return fault('too-few-files', `must have at least ${many.min} files, not ${count}`);
  return count > many.max ? fault('invalid-field', `must have at most ${many.max} files, not ${count}`) : [];
}

function unknownFields(parts: readonly FormPart[], body: MultipartBody): FieldFault[] {
  const known = [...Object.keys(body.files), ...Object.keys(body.fields.shape)];
  const unknown = new Set(parts.map((part) => part.name).filter((name) => !known.includes(name)));
  return [...unknown].map((field, index) => ({
    code: 'invalid-field',
    field: shownName(field),
    // Once is enough: there can be hundreds of unknown fields.
    message: `is not a field of this endpoint${index === 0 ? `; its fields are ${known.join(', ')}` : ''}`,
  }));
}

function parseTexts(
  parts: readonly FormPart[],
  body: MultipartBody,
): { faults: FieldFault[]; fields: Record<string, unknown> } {
  const faults: FieldFault[] = [];
  const texts: Record<string, string> = {};
  for (const field of Object.keys(body.fields.shape)) {
    const [part, ...repeated] = parts.filter(({ name }) => name === field);
    if (!part) continue;
    if (repeated.length > 0) faults.push({ code: 'invalid-field', field, message: 'must not be repeated' });
    else if (part.kind === 'file')
      faults.push({ code: 'invalid-field', field, message: 'must be a text field' });
    else texts[field] = part.value;
  }
  const faulty = new Set(faults.map((fault) => fault.field));
  const result = body.fields.safeParse(texts, { reportInput: true });
  if (result.success) return { faults, fields: result.data };
  const issues = result.error.issues.flatMap((issue) => faultsOf(issue));
  return { faults: [...faults, ...issues.filter((fault) => !faulty.has(fault.field))], fields: {} };
}
