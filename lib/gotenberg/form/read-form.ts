import { markAsUntransferable } from 'node:worker_threads';
import { safeFileName } from '../../base/file-name.ts';
import type { FormReader } from '../../http/form-reader.ts';
import { readMultipart } from '../../http/multipart.ts';
import { Form, type FormFile } from './form.ts';

/** Downloads the files that a form names by URL. */
export type DownloadFiles = (
  values: ReadonlyMap<string, readonly string[]>,
  run: { deadline: number; otherBytes: number },
) => Promise<readonly FormFile[]>;

/**
 * Reads a form as Gotenberg does: files in any field, known by their names, and unknown text fields ignored.
 *
 * @returns `files.files`, whose number counts, and the form as `fields.form`
 */
export const gotenbergFormReader =
  (download: DownloadFiles): FormReader =>
  async (contentType, body, _contract, _owner, deadline) => {
    const parts = await readMultipart(contentType, body);
    const values = new Map<string, string[]>();
    const files: FormFile[] = [];
    for (const part of parts) {
      if (part.kind === 'text') {
        values.set(part.name, [...(values.get(part.name) ?? []), part.value]);
        continue;
      }
      const fileName = safeFileName(part.fileName).normalize('NFC');
      // An empty file input of a browser.
      if (fileName === '' && part.bytes.length === 0) continue;
      // Several tasks may read it, and a task takes the buffers that can be transferred.
      markAsUntransferable(part.bytes.buffer);
      files.push({
        part: part.name,
        field: fileName || part.name,
        fileName,
        size: part.bytes.length,
        source: { kind: 'inline', bytes: part.bytes },
      });
    }
    const otherBytes = files.reduce((sum, { size }) => sum + size, 0);
    const form = new Form(values, [...(await download(values, { deadline, otherBytes })), ...files]);
    return { files: { files: form.inputs }, fields: { form } };
  };
