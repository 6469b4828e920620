import { limits } from '../../base/limits.ts';
import type { FileInput } from './api-types.ts';
import type { Conversions } from './contracts.ts';
import { type FormEntry, multipart } from './multipart.ts';

type FileFieldName = { [N in keyof Conversions]: keyof Conversions[N]['body']['files'] }[keyof Conversions];

/** Fields that take files, ids or URLs. The compiler compares them with the contracts. */
const fileFields: Readonly<Record<FileFieldName, true>> = {
  file: true,
  files: true,
  assets: true,
  template: true,
  overlays: true,
  attachments: true,
  facturX: true,
  fonts: true,
};

type FieldValue = string | number | boolean | object;

/** The fields of a conversion as parts of a form, in order. Undefined fields are omitted. */
export function formEntries(input: object): FormEntry[] {
  return Object.entries(input).flatMap(([name, value]: [string, FieldValue | undefined]): FormEntry[] => {
    if (value === undefined) return [];
    if (name in fileFields) {
      return [value as FileInput | FileInput[]].flat().map((file): FormEntry => [name, file]);
    }
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

export const filesOf = (entries: readonly FormEntry[]): Blob[] =>
  entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));

/** Total size in bytes. */
export const sizeOf = (files: readonly Blob[]): number => files.reduce((sum, file) => sum + file.size, 0);

/** A file of a form, and its position. */
export interface FileEntry {
  index: number;
  name: string;
  file: Blob;
}

/** The files to upload first if one request cannot contain all of them: as few as possible. */
export function entriesToUpload(entries: readonly FormEntry[]): FileEntry[] {
  const files = entries.flatMap(([name, file], index) =>
    typeof file === 'string' ? [] : [{ index, name, file }],
  );
  let size = multipart(entries).size;
  return files
    .sort((a, b) => b.file.size - a.file.size)
    .filter(({ file }) => {
      const passes = size > limits.inlineBody;
      if (passes) size -= file.size;
      return passes;
    });
}
