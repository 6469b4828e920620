import { limits } from '../../base/limits.ts';
import { entriesToUpload, type FileEntry } from './input-form.ts';
import { contentTypeOf, fileNameOf, type FormEntry, multipart } from './multipart.ts';
import type { ResponseBody } from './operation-types.ts';
import type { ProgressSum } from './progress.ts';
import type { CallOptions, Requests } from './requests.ts';

/** `idempotencyKey`: of the caller, if any, so that a repeated call reuses its uploads. */
export type UploadOptions = CallOptions & { idempotencyKey?: string | undefined };

type Upload = ResponseBody<'create-upload'>;

/** Concurrent uploads of one call. */
const parallelUploads = 3;

/** Bytes of the files whose forms are created together. Forms expire before a slow connection has sent more. */
const batchBytes = 64 * 1024 * 1024;

/** Creates an upload, posts the file to storage, and returns the upload id. */
export async function uploadFile(
  requests: Requests,
  file: Blob,
  progress: ProgressSum,
  options: UploadOptions,
): Promise<string> {
  return post(requests, await createUpload(requests, file, options), file, progress, options);
}

/** Uploads files until the rest of a form fits into one request, and returns the form with upload ids in their place. */
export async function uploadLarge(
  requests: Requests,
  form: readonly FormEntry[],
  progress: ProgressSum,
  { idempotencyKey, ...options }: UploadOptions,
): Promise<FormEntry[]> {
  const entries = [...form];
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const call = { ...options, signal };
  // One queue for all workers, which therefore send files of two batches at the same time.
  const waiting = createdUploads(requests, entriesToUpload(entries), { ...call, idempotencyKey });
  const postNext = async (): Promise<void> => {
    for await (const { index, name, file, upload } of waiting) {
      entries[index] = [name, await post(requests, upload, file, progress, call)];
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelUploads }, postNext));
  } finally {
    failed.abort();
  }
  return entries;
}

function batchesOf(files: readonly FileEntry[]): FileEntry[][] {
  const batches: FileEntry[][] = [];
  let bytes = 0;
  for (const entry of files) {
    const last = batches.at(-1);
    const { size } = entry.file;
    if (last && last.length < limits.batchUploads && bytes + size <= batchBytes) last.push(entry);
    else {
      batches.push([entry]);
      bytes = 0;
    }
    bytes += size;
  }
  return batches;
}

/** Yields files with their uploads. Those of a batch are created when all earlier ones have been taken. */
async function* createdUploads(
  requests: Requests,
  files: readonly FileEntry[],
  { idempotencyKey, ...options }: UploadOptions,
): AsyncGenerator<FileEntry & { upload: Upload }, void> {
  for (const batch of batchesOf(files)) {
    // A repeated call reuses the uploads and so sends the same request.
    const ownKey = idempotencyKey && `${idempotencyKey}/${batch[0]?.index ?? ''}`;
    const uploads = await createUploads(requests, batch, { ...options, idempotencyKey: ownKey });
    for (const [at, entry] of batch.entries()) {
      const upload = uploads[at];
      if (!upload) throw new Error('The service created too few uploads.');
      yield { ...entry, upload };
    }
  }
}

async function createUploads(
  requests: Requests,
  entries: readonly FileEntry[],
  options: UploadOptions,
): Promise<readonly Upload[]> {
  const [first, ...others] = entries;
  if (first && others.length === 0) return [await createUpload(requests, first.file, options)];
  const body = inJson({ files: entries.map(({ file }) => announcementOf(file)) });
  const { uploads } = await requests.json('create-uploads', { body }, safeToRepeat(options));
  return uploads;
}

const createUpload = (requests: Requests, file: Blob, options: UploadOptions): Promise<Upload> =>
  requests.json('create-upload', { body: inJson(announcementOf(file)) }, safeToRepeat(options));

/** Creating another upload is safe: uploads without a posted file expire. */
const safeToRepeat = ({ idempotencyKey, ...options }: UploadOptions) => ({
  ...options,
  idempotencyKey: idempotencyKey ?? null,
});

const announcementOf = (file: Blob) => ({
  fileName: fileNameOf(file),
  contentType: contentTypeOf(file),
  size: file.size,
});

const inJson = (value: object): Blob => new Blob([JSON.stringify(value)], { type: 'application/json' });

async function post(
  requests: Requests,
  { id, url, fields }: Upload,
  file: Blob,
  progress: ProgressSum,
  options: CallOptions,
): Promise<string> {
  // Storage ignores fields after the file.
  const body = multipart([...Object.entries(fields), ['file', file]]);
  const onSent = progress.part(body.size, file.size);
  await requests.toStorage('POST', url, body, { ...options, onSent });
  return id;
}
