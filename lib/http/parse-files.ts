import type { ErrorCode, FieldFault } from '../base/app-error.ts';
import { safeFileName } from '../base/file-name.ts';
import { limits } from '../base/limits.ts';
import type { FileField, MultipartBody } from '../api/contract.ts';
import { type GivenFile, type InputLookup, isUrlInput, type StoredObject } from '../files/input-file.ts';
import type { FormPart } from './multipart.ts';

/** What a form may name in place of a file part. */
export interface InputSources extends InputLookup {
  /** Returns the fault of a URL that can never be downloaded, as a predicate; undefined for others. */
  urlFault: (url: URL) => string | undefined;
}

type OwnSources = Omit<InputSources, 'find'> & {
  find: (id: string) => Promise<StoredObject | undefined>;
};

export interface ParsedFiles {
  files: Record<string, GivenFile | GivenFile[]>;
  faults: FieldFault[];
}

/** Checks the file fields of a form against a contract. Files with a fault are absent. */
export async function parseFiles(
  parts: readonly FormPart[],
  body: MultipartBody,
  sources: OwnSources,
): Promise<ParsedFiles> {
  const faults: FieldFault[] = [];
  const files: ParsedFiles['files'] = {};
  for (const [name, field] of Object.entries(body.files)) {
    const given = parts.filter((part) => part.name === name);
    const resolved = await Promise.all(
      given
        .slice(0, field.many?.max ?? 1)
        .map((part, index) => givenFile(part, severalOf(field) ? `${name}[${index}]` : name, sources)),
    );
    const found = resolved.filter((file): file is GivenFile => !isFault(file));
    faults.push(...resolved.filter(isFault), ...countFaults(name, field, given.length));
    const [first] = found;
    if (field.many) files[name] = found;
    else if (first) files[name] = first;
  }
  return { files, faults: [...faults, ...longUrls(Object.values(files).flat())] };
}

/** Whether a field can have several files, so that errors number them. */
const severalOf = ({ many }: FileField): boolean => many !== undefined && many.max > 1;

const isFault = (value: GivenFile | FieldFault): value is FieldFault => 'code' in value;

const idForm = /^(?:upl|file)_/;

async function givenFile(
  part: FormPart,
  field: string,
  sources: OwnSources,
): Promise<GivenFile | FieldFault> {
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
  const text = part.value.trim();
  const url = text.length <= limits.urlCharacters ? URL.parse(text) : null;
  if (url) return urlInput(url, field, sources);
  const object = idForm.test(text) ? await sources.find(text) : undefined;
  if (!object) return { code: 'invalid-field', field, message: forms };
  const { fileName, size } = object;
  if (size === 0) return { code: 'empty-file', field, message: 'is empty' };
  return { field, fileName: safeFileName(fileName), size, source: { kind: 'stored', object } };
}

const forms =
  'must be a file part, the id of one of your uploads (upl_…) that has been posted, the id of one of your results ' +
  `(file_…), or an https URL of at most ${limits.urlCharacters} characters; ids are valid for 24 hours`;

function urlInput(url: URL, field: string, { urlFault }: OwnSources): GivenFile | FieldFault {
  const message = urlFault(url);
  return message === undefined ? { field, url: url.href } : { code: 'url-not-allowed', field, message };
}

/** The record of a job has the URLs of its inputs, and a limited size. */
function longUrls(files: readonly GivenFile[]): FieldFault[] {
  const urls = files.filter(isUrlInput);
  const characters = urls.reduce((sum, { url }) => sum + url.length, 0);
  if (characters <= limits.totalUrlCharacters) return [];
  const message = `is one of several URLs with a total of ${characters} characters; the limit is ${limits.totalUrlCharacters}`;
  return urls.slice(-1).map(({ field }) => ({ code: 'invalid-field', field, message }));
}

function countFaults(name: string, { many }: FileField, count: number): FieldFault[] {
  const fault = (code: ErrorCode, message: string) => [{ code, field: name, message }];
  if (count === 0 && many?.min !== 0)
    return fault('missing-field', 'is required: a file part, an upload id, a file id or an https URL');
  if (!many) return count > 1 ? fault('invalid-field', 'must not be repeated') : [];
  if (count < many.min) return fault('too-few-files', `must have at least ${many.min} files, not ${count}`);
  return count > many.max ? fault('invalid-field', `must have at most ${many.max} files, not ${count}`) : [];
}
