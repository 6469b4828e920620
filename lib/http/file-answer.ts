import { zipSync } from 'fflate';
import { withExtension, withoutExtension, attachment } from '../files/file-name.ts';
import type { StoredFile } from '../files/file-record.ts';
import type { FileStore } from '../files/file-store.ts';
import type { ProducedFile } from '../files/produced-file.ts';
import { limits } from '../limits.ts';
import { type Answer, json } from './answer.ts';

const vary = { vary: 'Accept' };

export interface Delivery {
  owner: string;
  /** The first accepted media type. */
  accept: string;
  files: FileStore;
}

/**
 * Answers with one file: its bytes where the client accepts its type before all others, its description in JSON
 * otherwise. Bytes that do not fit into an answer are a 303 to where they are.
 */
export async function answerFile(file: ProducedFile, { owner, accept, files }: Delivery): Promise<Answer> {
  if (accept === file.contentType && file.content.length <= limits.inlineBody) return bytesAnswer(file);
  return answerStored(await files.save(owner, file), { accept, files });
}

/** Answers with a file that is stored already: where its bytes are, or its description. */
export async function answerStored(
  file: StoredFile,
  { accept, files }: Pick<Delivery, 'accept' | 'files'>,
): Promise<Answer> {
  if (accept !== file.contentType) return json(200, await files.present(file), vary);
  return { status: 303, headers: { ...vary, location: await files.url(file) } };
}

/** Answers with several files: a JSON array, or one zip named after the first where the client asks for that. */
export async function answerFiles(
  produced: readonly ProducedFile[],
  zipName: string,
  { owner, accept, files }: Delivery,
): Promise<Answer> {
  if (accept === 'application/zip') return answerFile(zipOf(produced, zipName), { owner, accept, files });
  const stored = await inParallel(produced, (file) => files.save(owner, file));
  return json(200, await Promise.all(stored.map((file) => files.present(file))), vary);
}

function bytesAnswer({ content, contentType, fileName }: ProducedFile): Answer {
  const headers = { ...vary, 'content-disposition': attachment(fileName) };
  return { status: 200, headers, body: { bytes: content, contentType } };
}

/** PDFs are compressed inside; the zip only holds them together. */
function zipOf(files: readonly ProducedFile[], name: string): ProducedFile {
  const entries = Object.fromEntries(files.map(({ fileName, content }) => [fileName, content]));
  return {
    fileName: withExtension(withoutExtension(name, '.pdf'), '.zip'),
    contentType: 'application/zip',
    content: zipSync(entries, { level: 0 }),
    warnings: [],
  };
}

const parallelStores = 16;

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += parallelStores) {
    results.push(...(await Promise.all(items.slice(at, at + parallelStores).map(work))));
  }
  return results;
}
