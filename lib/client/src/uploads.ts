import { entriesToUpload } from './input-form.ts';
import { contentTypeOf, fileNameOf, type FormEntry, multipart } from './multipart.ts';
import type { ProgressSum } from './progress.ts';
import type { CallOptions, Requests } from './requests.ts';

/** `idempotencyKey`: of the caller, if any, so that a repeated call reuses its uploads. */
export type UploadOptions = CallOptions & { idempotencyKey?: string | undefined };

/** Concurrent uploads of one call. */
export const parallelUploads = 3;

/** Creates an upload, posts the file to storage, and returns the upload id. */
export async function uploadFile(
  requests: Requests,
  file: Blob,
  progress: ProgressSum,
  { idempotencyKey, ...options }: UploadOptions,
): Promise<string> {
  const announcement = { fileName: fileNameOf(file), contentType: contentTypeOf(file), size: file.size };
  const request = new Blob([JSON.stringify(announcement)], { type: 'application/json' });
  // Creating another upload is safe: uploads without a posted file expire.
  const { id, url, fields } = await requests.json(
    'create-upload',
    { body: request },
    { ...options, idempotencyKey: idempotencyKey ?? null },
  );
  // Storage ignores fields after the file.
  const body = multipart([...Object.entries(fields), ['file', file]]);
  const onSent = progress.part(body.size, file.size);
  await requests.toStorage('POST', url, body, { ...options, onSent });
  return id;
}

/** Uploads files until the rest of a form fits into one request, and returns the form with upload ids in their place. */
export async function uploadLarge(
  requests: Requests,
  form: readonly FormEntry[],
  progress: ProgressSum,
  { idempotencyKey, signal, onRetry }: UploadOptions,
): Promise<FormEntry[]> {
  const entries = [...form];
  const waiting = entriesToUpload(entries);
  const failed = new AbortController();
  const until = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  const uploadNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { index, name, file } = next;
      // A repeated call reuses the uploads and so sends the same request.
      const ownKey = idempotencyKey === undefined ? undefined : `${idempotencyKey}/${index}`;
      const options = { signal: until, onRetry, idempotencyKey: ownKey };
      entries[index] = [name, await uploadFile(requests, file, progress, options)];
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelUploads }, uploadNext));
  } finally {
    failed.abort();
  }
  return entries;
}
