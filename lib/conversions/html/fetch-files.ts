import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/app-error.ts';
import type { UploadedContent } from '../../engines/html/render-request.ts';
import type { Carried } from './message.ts';

/** Number of concurrent downloads: enough to hide the latency of S3, few enough for a function's network. */
const parallelFetches = 16;

/**
 * Returns the files of a message: those inside it as bytes, the others as files on disk. Downloads are streamed, so that
 * no file is in memory as a whole.
 *
 * @param pathOf returns where to store a file, by its position in the message
 * @param deadline epoch milliseconds
 * @throws AppError `gone` when a file was deleted since it was inspected, `invalid-field` when it was replaced,
 *   `render-timeout` after the deadline
 */
export async function fetchFiles(
  carried: readonly Carried[],
  pathOf: (position: number) => string,
  deadline: number,
): Promise<UploadedContent[]> {
  const late = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
  const failed = new AbortController();
  const signal = AbortSignal.any([late, failed.signal]);
  const waiting = [...carried.entries()];
  const contents: UploadedContent[] = [];
  const fetchWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, file] = next;
      contents[index] =
        file.kind === 'inline'
          ? Buffer.from(file.base64, 'base64')
          : await fetchFile(file, pathOf(index), signal);
    }
  };
  const fetches = Array.from({ length: parallelFetches }, fetchWaiting);
  try {
    await Promise.all(fetches);
    return contents;
  } catch (error) {
    // Nothing may be written after this function has returned.
    failed.abort();
    await Promise.allSettled(fetches);
    if (!late.aborted) throw error;
    const message = 'The page was not rendered in time: its files took too long to load.';
    throw new AppError('render-timeout', message, { cause: error });
  }
}

async function fetchFile(
  { field, url, headers, size }: Extract<Carried, { kind: 'object' }>,
  path: string,
  signal: AbortSignal,
): Promise<UploadedContent> {
  const response = await fetch(url, { headers, signal });
  // To a caller without `s3:ListBucket`, S3 says by 403 that there is no such object.
  if ([403, 404].includes(response.status)) {
    throw AppError.inField('gone', field, 'was deleted before it was read');
  }
  if (response.status === 412) {
    throw AppError.inField('invalid-field', field, 'was replaced before it was read');
  }
  if (!response.ok || !response.body) throw new Error(`Reading an input failed with ${response.status}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path), { signal });
  const { size: written } = await stat(path);
  if (written !== size) throw new Error(`S3 sent ${written} of ${size} bytes`);
  return { path, size };
}
