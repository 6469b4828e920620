import { zipSync } from 'fflate';
import { ulid } from 'ulid';
import * as z from 'zod';
import { withExtension, withoutExtension, attachment } from '../base/file-name.ts';
import type { StoredFile } from '../files/file-record.ts';
import type { FileStore } from '../files/file-store.ts';
import { newId, numberedUlid } from '../base/identifiers.ts';
import { bytesOf, type MemoryContent, type ProducedFile, sizeOf } from '../files/produced-file.ts';
import { limits } from '../base/limits.ts';
import { countBytes, timed } from '../base/observability/work.ts';
import { type Answer, json } from './answer.ts';
import type { AnswerAgain } from './answer-once.ts';

const vary = { vary: 'Accept' };

export interface Delivery {
  owner: string;
  /** The first accepted media type. */
  accept: string;
  files: FileStore;
  /**
   * The ULID of what is made, where the answer must be one that can be given again. Then the file is stored even if its
   * bytes are sent, and another try at the same takes the place of the one before.
   */
  resourceId?: string | undefined;
  /** Further headers of the answer. */
  headers?: Record<string, string>;
}

/** Files as they were answered with: by description, all in a list, as bytes, or as the place of the bytes. */
const fileSource = z.object({
  as: z.enum(['description', 'list', 'bytes', 'location']),
  files: z.array(z.string()),
  headers: z.record(z.string(), z.string()).optional(),
});
type FileSource = z.output<typeof fileSource>;

/** How the service delivers what the request makes. */
export const deliveryOf = (
  request: { principal: { keyId: string }; accept: string; resourceId?: string },
  files: FileStore,
): Delivery => ({
  owner: request.principal.keyId,
  accept: request.accept,
  files,
  resourceId: request.resourceId,
});

/**
 * Answers with one file: its bytes where the client accepts its type before all others, its description in JSON
 * otherwise. Bytes that do not fit into an answer are a 303 to where they are.
 */
export async function answerFile(file: ProducedFile<MemoryContent>, delivery: Delivery): Promise<Answer> {
  const { owner, accept, files, resourceId, headers } = delivery;
  const save = (): Promise<StoredFile> =>
    timed('store', () => files.save(owner, file, newId('file', resourceId)));
  countBytes('output', sizeOf(file.content));
  if (accept !== file.contentType || sizeOf(file.content) > limits.inlineBody) {
    return answerStored(await save(), delivery);
  }
  const answer = bytesAnswer(file, bytesOf(file.content), headers);
  return resourceId === undefined
    ? answer
    : { ...answer, source: sourceOf('bytes', [await save()], headers) };
}

/** Answers with a file that is stored already: where its bytes are, or its description. */
export async function answerStored(
  file: StoredFile,
  { accept, files, headers }: Pick<Delivery, 'accept' | 'files' | 'headers'>,
): Promise<Answer> {
  const as = accept === file.contentType ? 'location' : 'description';
  return present(as, [file], files, headers);
}

/** Answers with several files: a JSON array, or one zip named after the first where the client asks for that. */
export async function answerFiles(
  produced: readonly ProducedFile<MemoryContent>[],
  zipName: string,
  delivery: Delivery,
): Promise<Answer> {
  const { owner, accept, files, resourceId = ulid(), headers } = delivery;
  if (accept === 'application/zip') return answerFile(zipOf(produced, zipName), delivery);
  for (const { content } of produced) countBytes('output', sizeOf(content));
  const stored = await timed('store', () =>
    inParallel(produced, (file, index) =>
      files.save(owner, file, newId('file', numberedUlid(resourceId, index))),
    ),
  );
  return present('list', stored, files, headers);
}

/** Answers with stored files once more, in the form of the first time: URLs anew, bytes from where they are stored. */
export const filesAgain =
  (files: FileStore): AnswerAgain =>
  async (source, { owner }) => {
    const { as, files: ids, headers } = fileSource.parse(source);
    return present(as, await inParallel(ids, (id) => files.find(owner, id)), files, headers);
  };

async function present(
  as: FileSource['as'],
  stored: readonly StoredFile[],
  files: FileStore,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [file] = stored;
  if (as === 'list') {
    const list = await Promise.all(stored.map((each) => files.present(each)));
    return { ...json(200, list, { ...vary, ...headers }), source: sourceOf(as, stored, headers) };
  }
  if (!file) throw new Error('There is no file to answer with');
  if (as === 'bytes') return bytesAnswer(file, await files.read(file), headers);
  const answer: Answer =
    as === 'description'
      ? json(200, await files.present(file), { ...vary, ...headers })
      : { status: 303, headers: { ...vary, ...headers, location: await files.url(file) } };
  return { ...answer, source: sourceOf(as, stored, headers) };
}

const sourceOf = (
  as: FileSource['as'],
  stored: readonly StoredFile[],
  headers: Record<string, string> | undefined,
): FileSource => ({ as, files: stored.map(({ id }) => id), headers });

function bytesAnswer(
  { contentType, fileName }: Pick<ProducedFile, 'contentType' | 'fileName'>,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Answer {
  return {
    status: 200,
    headers: { ...vary, ...headers, 'content-disposition': attachment(fileName) },
    body: { bytes, contentType },
  };
}

/** PDFs are compressed inside; the zip only holds them together. */
function zipOf(files: readonly ProducedFile<MemoryContent>[], name: string): ProducedFile {
  const entries = Object.fromEntries(files.map(({ fileName, content }) => [fileName, bytesOf(content)]));
  return {
    fileName: withExtension(withoutExtension(name, '.pdf'), '.zip'),
    contentType: 'application/zip',
    content: zipSync(entries, { level: 0 }),
    warnings: [],
  };
}

const parallelStores = 16;

async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += parallelStores) {
    results.push(
      ...(await Promise.all(
        items.slice(at, at + parallelStores).map((item, index) => work(item, at + index)),
      )),
    );
  }
  return results;
}
