import { clientValues } from '../api/fields/client-values.ts';
import { AppError, combineFaults, type FieldFault } from '../base/app-error.ts';
import { type GivenFile, isInputFile, ReadAhead } from '../files/input-file.ts';
import { limits } from '../base/limits.ts';
import type { MultipartBody } from '../api/contract.ts';
import { faultsOf } from './field-fault.ts';
import type { FormPart } from './multipart.ts';
import { type InputSources, parseFiles } from './parse-files.ts';
import { shownName } from '../base/shortened.ts';

export interface ParsedForm {
  files: Record<string, GivenFile | GivenFile[]>;
  fields: Record<string, unknown>;
}

/**
 * Checks the parts of a form against a contract, looks up the uploads and results that it names, and checks its URLs. All
 * faults are found before one error names them.
 *
 * @throws AppError `invalid-field` or another code of the invalid fields, `invalid-request` when they have different codes,
 * `file-too-large` when the inputs together exceed `limits.totalInput`
 */
export async function parseForm(
  parts: readonly FormPart[],
  body: MultipartBody,
  owner: string,
  sources: InputSources,
): Promise<ParsedForm> {
  const rejected = new AbortController();
  const ahead = new ReadAhead(limits.totalInput, rejected.signal);
  try {
    return await checkForm(parts, body, {
      urlFault: sources.urlFault,
      find: (id) => sources.find(owner, id, ahead),
    });
  } catch (error) {
    rejected.abort(error);
    throw error;
  }
}

async function checkForm(
  parts: readonly FormPart[],
  body: MultipartBody,
  sources: Parameters<typeof parseFiles>[2],
): Promise<ParsedForm> {
  const { files, faults: fileFaults } = await parseFiles(parts, body, sources);
  const { faults: textFaults, fields } = parseTexts(parts, body);
  const faults = [...unknownFields(parts, body), ...fileFaults, ...textFaults];
  if (faults.length > 0) throw combineFaults(faults);

  // The sizes of downloads are added when they are known.
  const size = Object.values(files)
    .flat()
    .filter(isInputFile)
    .reduce((sum, file) => sum + file.size, 0);
  if (size > limits.totalInput) {
    throw new AppError(
      'file-too-large',
      `The files of this request have a total of ${size} bytes; the limit is ${limits.totalInput}. Send fewer or smaller files.`,
    );
  }
  return { files, fields };
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
  const result = body.fields.safeParse(texts, clientValues);
  if (result.success) return { faults, fields: result.data };
  const issues = result.error.issues.flatMap((issue) => faultsOf(issue));
  return { faults: [...faults, ...issues.filter((fault) => !faulty.has(fault.field))], fields: {} };
}
