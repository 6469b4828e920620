import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { InputFault } from '../../base/input-fault.ts';
import { FormatError } from '../../base/random-access.ts';
import { type Splice, spliced } from './part-splices.ts';

/** Finds the changes to a file, in order, that arrives in pieces. */
export interface SpliceFinder {
  readonly splices: readonly Splice[];
  /** @throws FormatError when the file is malformed */
  read(piece: Buffer): void;
  /** @throws FormatError when the file ends too early */
  finish(): void;
}

/** The content of a file in pieces, until `signal` aborts with its reason. */
export async function* piecesOf(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/**
 * Feeds a file to `finder`.
 *
 * @throws InputFault `damaged-document` when it is malformed
 */
export async function searchFile(path: string, finder: SpliceFinder, signal?: AbortSignal): Promise<void> {
  try {
    for await (const piece of piecesOf(path, signal)) finder.read(piece);
    finder.finish();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new InputFault('damaged-document', 'is damaged and cannot be read', { cause });
  }
}

/** Writes `input` to `output` with changes, which must be in order and not overlap. Holds one piece at a time. */
export const writeSpliced = (
  input: string,
  output: string,
  splices: readonly Splice[],
  signal?: AbortSignal,
): Promise<void> => writeFile(output, spliced(piecesOf(input, signal), splices));
