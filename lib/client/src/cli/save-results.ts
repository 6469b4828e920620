import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileResponse } from '../api-types.ts';
import type { ConversionClient } from '../conversion-client.ts';
import type { StatusLine } from './status-line.ts';
import { type Terminal, UsageError } from './terminal.ts';

export interface Saving {
  client: ConversionClient;
  terminal: Terminal;
  status: StatusLine;
  /** The value of `-o`; undefined for the current folder. */
  output: string | undefined;
}

/**
 * Downloads results to the path of `-o` and returns the paths written, none for standard output. A file gets its name
 * when it is complete.
 */
export async function saveResults(results: readonly FileResponse[], saving: Saving): Promise<string[]> {
  const { output, terminal } = saving;
  if (output === '-') {
    const [result, ...others] = results;
    if (!result || others.length > 0) throw severalResults(results, 'standard output');
    await pipeline(bytesOf(result, saving), terminal.stdout, { end: false });
    return [];
  }
  const folder = await folderOf(output, results);
  const paths: string[] = [];
  for (const result of results) {
    const name = basename(result.fileName);
    const path =
      output === undefined ? await freePath(name) : folder === undefined ? output : join(folder, name);
    try {
      await save(result, path, saving);
    } catch (error) {
      if (output === undefined) await rm(path, { force: true });
      throw error;
    }
    paths.push(path);
  }
  return paths;
}

async function save(result: FileResponse, path: string, saving: Saving): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(bytesOf(result, saving), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The bytes of a result, as they arrive. */
async function* bytesOf(
  result: FileResponse,
  { client, terminal, status }: Saving,
): AsyncGenerator<Uint8Array> {
  const { body } = await client.download(result, { signal: terminal.signal });
  let sent = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    sent += chunk.length;
    status.show(`receiving ${result.fileName}`, { sent, total: result.size });
    yield chunk;
  }
}

/** The folder that `-o` names, created if missing; undefined when it names a file. */
async function folderOf(
  output: string | undefined,
  results: readonly FileResponse[],
): Promise<string | undefined> {
  if (output === undefined) return undefined;
  if (/[/\\]$/.test(output)) {
    await mkdir(output, { recursive: true });
    return output;
  }
  if ((await stat(output).catch(() => undefined))?.isDirectory()) return output;
  if (results.length === 1) return undefined;
  throw severalResults(results, `the file ${output}`);
}

const severalResults = (results: readonly FileResponse[], place: string): UsageError =>
  new UsageError(`Cannot write ${results.length} results to ${place}. Specify a folder: -o folder/`);

/** A free name in the current folder, reserved with an empty file: `report.pdf`, or `report-2.pdf`. */
async function freePath(name: string): Promise<string> {
  const extension = extname(name);
  for (let number = 1; ; number += 1) {
    const path =
      number === 1 ? name : `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
    try {
      await (await open(path, 'wx')).close();
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
