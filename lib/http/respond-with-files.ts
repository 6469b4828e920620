import { newUlid } from '../base/ulid.ts';
import * as z from 'zod';
import { attachment } from '../base/file-name.ts';
import type { StoredFile } from '../files/file-record.ts';
import type { FileStore } from '../files/file-store.ts';
import { inBatches } from '../base/in-batches.ts';
import { warningsHeader } from '../base/warnings.ts';
import { newId, numberedUlid } from '../base/identifiers.ts';
import { type MemoryContent, type ProducedFile, sizeOf } from '../files/produced-file.ts';
import { countBytes, timed } from '../base/observability/span.ts';
import { type ServiceResponse, json } from './response.ts';
import type { Replay } from './process-once.ts';
import { zipOf } from './zip-of.ts';

/** Calls to the file store at a time. */
const parallelStores = 16;

const vary = { vary: 'Accept' };

export interface FileResponseOptions {
  owner: string;
  /** The first accepted media type. */
  accept: string;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  files: FileStore;
  /**
   * The ULID of the result, if the response must be replayable. The file is then stored even if the response contains
   * its bytes, and a retry replaces the file of the attempt before.
   */
  resourceId?: string | undefined;
  /** Further headers of the response. */
  headers?: Record<string, string>;
}

/** Files as the response presented them: one description, a list, the bytes, a redirect to the bytes, or all in a ZIP. */
const fileSource = z.object({
  as: z.enum(['description', 'list', 'bytes', 'location', 'zip']),
  files: z.array(z.string()),
  zipName: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
type FileSource = z.output<typeof fileSource>;

/** Whether a client prefers the bytes of a file: by its media type, or of an image by `image/*`. */
const prefers = (accept: string, contentType: string): boolean =>
  accept === contentType || (accept === 'image/*' && contentType.startsWith('image/'));

/** How the service delivers the results of the request. */
export const fileResponseOptions = (
  request: { principal: { keyId: string }; accept: string; inlineBytes: number; resourceId?: string },
  files: FileStore,
): FileResponseOptions => ({
  owner: request.principal.keyId,
  accept: request.accept,
  inlineBytes: request.inlineBytes,
  files,
  resourceId: request.resourceId,
});

/**
 * Responds with one file: its bytes when the client prefers its type, otherwise its description in JSON. For bytes that
 * do not fit in a response, the response is a 303 redirect to their URL.
 */
export async function respondWithFile(
  file: ProducedFile<MemoryContent>,
  delivery: FileResponseOptions,
): Promise<ServiceResponse> {
  const { owner, accept, inlineBytes, files, resourceId, headers } = delivery;
  const save = (): Promise<StoredFile> =>
    timed('store', () => files.save(owner, file, newId('file', resourceId)));
  countBytes('output', sizeOf(file.content));
  if (!prefers(accept, file.contentType) || sizeOf(file.content) > inlineBytes) {
    return respondWithStoredFile(await save(), delivery);
  }
  const response = bytesResponse(file, file.content, headers);
  return resourceId === undefined
    ? response
    : { ...response, source: sourceOf('bytes', [await save()], headers) };
}

/** Responds with a file that is already stored: its bytes, a redirect to them if they are too many, or its description. */
export async function respondWithStoredFile(
  file: StoredFile,
  { accept, inlineBytes, files, headers }: Omit<FileResponseOptions, 'owner' | 'resourceId'>,
): Promise<ServiceResponse> {
  const as = !prefers(accept, file.contentType)
    ? 'description'
    : file.size <= inlineBytes
      ? 'bytes'
      : 'location';
  return present(as, [file], files, headers);
}

/** Responds with several files that are already stored: a ZIP if the client asks for it and it fits, or their descriptions. */
export function respondWithStoredFiles(
  stored: readonly StoredFile[],
  zipName: string,
  { accept, inlineBytes, files, headers }: Omit<FileResponseOptions, 'owner' | 'resourceId'>,
): Promise<ServiceResponse> {
  const fits = stored.reduce((sum, { size }) => sum + size, 0) <= inlineBytes;
  return accept === 'application/zip' && fits
    ? present('zip', stored, files, headers, zipName)
    : present('list', stored, files, headers);
}

/** Responds with several files: a JSON array, or one zip named after the first file if the client asks for it. */
export async function respondWithFiles(
  produced: readonly ProducedFile<MemoryContent>[],
  zipName: string,
  delivery: FileResponseOptions,
): Promise<ServiceResponse> {
  const { owner, accept, files, resourceId = newUlid(), headers } = delivery;
  if (accept === 'application/zip') return respondWithFile(zipOf(produced, zipName), delivery);
  for (const { content } of produced) countBytes('output', sizeOf(content));
  const stored = await timed('store', () =>
    inBatches(produced, parallelStores, (file, index) =>
      files.save(owner, file, newId('file', numberedUlid(resourceId, index))),
    ),
  );
  return present('list', stored, files, headers);
}

/** As `respondWithFiles`, but with the bytes of a single picture if the client asks for its type. */
export function respondWithPictures(
  produced: readonly ProducedFile<MemoryContent>[],
  zipName: string,
  delivery: FileResponseOptions,
): Promise<ServiceResponse> {
  const [picture] = produced;
  return picture && produced.length === 1 && prefers(delivery.accept, picture.contentType)
    ? respondWithFile(picture, delivery)
    : respondWithFiles(produced, zipName, delivery);
}

/** Replays a response with stored files in its original form: newly signed URLs, or the stored bytes. */
export const replayFiles =
  (files: FileStore): Replay =>
  async (source, { owner }) => {
    const { as, files: ids, headers, zipName } = fileSource.parse(source);
    const stored = await inBatches(ids, parallelStores, (id) => files.find(owner, id));
    return present(as, stored, files, headers, zipName);
  };

async function present(
  as: FileSource['as'],
  stored: readonly StoredFile[],
  files: FileStore,
  headers: Record<string, string> = {},
  zipName = '',
): Promise<ServiceResponse> {
  const [file] = stored;
  if (as === 'zip') {
    const produced = await timed('read', () =>
      inBatches(stored, parallelStores, async (each) => ({ ...each, content: await files.read(each) })),
    );
    const zip = zipOf(produced, zipName);
    const source = { ...sourceOf(as, stored, headers), zipName };
    return { ...bytesResponse(zip, zip.content, headers), source };
  }
  if (as === 'list') {
    const list = await Promise.all(stored.map((each) => files.present(each)));
    return { ...json(200, list, { ...vary, ...headers }), source: sourceOf(as, stored, headers) };
  }
  if (!file) throw new Error('There is no file to respond with');
  const response: ServiceResponse =
    as === 'bytes'
      ? bytesResponse(file, await timed('read', () => files.read(file)), headers)
      : as === 'description'
        ? json(200, await files.present(file), { ...vary, ...headers })
        : {
            status: 303,
            headers: {
              ...vary,
              ...headers,
              ...warningsHeader(file.warnings),
              location: await files.url(file),
            },
          };
  return { ...response, source: sourceOf(as, stored, headers) };
}

const sourceOf = (
  as: FileSource['as'],
  stored: readonly StoredFile[],
  headers: Record<string, string> | undefined,
): FileSource => ({ as, files: stored.map(({ id }) => id), headers });

function bytesResponse(
  { contentType, fileName, warnings }: Pick<ProducedFile, 'contentType' | 'fileName' | 'warnings'>,
  bytes: MemoryContent,
  headers: Record<string, string> = {},
): ServiceResponse {
  return {
    status: 200,
    headers: {
      ...vary,
      ...headers,
      ...warningsHeader(warnings),
      'content-disposition': attachment(fileName),
    },
    body: { bytes, contentType },
  };
}
