import { Readable } from 'node:stream';
import { allSettled } from '../../base/all-settled.ts';
import type { ConformanceFlavour } from '../../base/conformance.ts';
import { newId } from '../../base/identifiers.ts';
import { inBatches } from '../../base/in-batches.ts';
import { currentIds, timed } from '../../base/observability/span.ts';
import { bytesOf, type Chunks } from '../../files/produced-file.ts';
import type { InputStore, StoredInput } from '../../files/input-store.ts';
import { inlineBytes } from '../html/carry-files.ts';
import type { Carried } from '../html/message.ts';
import type { PdfDeadline } from '../pdf/pdf-thread.ts';
import { type FileOutcome, mostFiles } from './message.ts';
import type { Checker } from './remote-checker.ts';

/** A PDF in memory, and what it declares. */
export interface DeclaringFile {
  content: Chunks;
  flavours: readonly ConformanceFlavour[];
}

/** What checks work with. */
export interface CheckWork {
  checker: Checker;
  inputs: Pick<InputStore, 'receive' | 'readRequest' | 'delete'>;
}

/** Messages at once: enough that 200 parts of a document take seconds, few for a function's concurrency. */
const parallelMessages = 4;

/**
 * Validates files that were produced. Small ones are sent inside messages, several in one; large ones are stored for as
 * long as it takes.
 *
 * @returns the outcomes in the order of the files
 * @throws AppError the errors of `Checker.check`
 */
export function checkProduced(
  files: readonly DeclaringFile[],
  work: CheckWork,
  end: PdfDeadline,
): Promise<FileOutcome[]> {
  return timed('validate', async () => {
    const check = (batch: readonly DeclaringFile[]) => checkBatch(batch, work, end);
    return (await inBatches(batchesOf(files), parallelMessages, check)).flat();
  });
}

/** Splits files into messages. The files inside one message have to fit; others are not in it. */
function batchesOf(files: readonly DeclaringFile[]): DeclaringFile[][] {
  const batches: DeclaringFile[][] = [];
  let room = 0;
  for (const file of files) {
    const { size } = file.content;
    const batch = batches.at(-1);
    if (batch && batch.length < mostFiles && size <= room) {
      batch.push(file);
      room -= size;
    } else {
      batches.push([file]);
      room = inlineBytes - size;
    }
  }
  return batches;
}

async function checkBatch(
  batch: readonly DeclaringFile[],
  { checker, inputs }: CheckWork,
  { deadline, signal }: PdfDeadline,
): Promise<FileOutcome[]> {
  const { requestId = '', keyId, traceId } = currentIds();
  const kept: StoredInput[] = [];
  const carry = async ({ chunks, size }: Chunks): Promise<Carried> => {
    if (size <= inlineBytes) {
      return { kind: 'inline', base64: Buffer.from(bytesOf({ chunks, size })).toString('base64') };
    }
    const input = await inputs.receive(keyId ?? 'service', newId('file'), Readable.from(chunks));
    kept.push(input);
    return { kind: 'object', field: 'file', size, ...(await inputs.readRequest(input)) };
  };
  try {
    const files = await allSettled(
      batch.map(async ({ content, flavours }) => ({
        content: await carry(content),
        flavours: [...flavours],
      })),
    );
    return await checker.check({ version: 1, requestId, keyId, traceId, deadline, files }, signal);
  } finally {
    // Files that could not be deleted expire after two days.
    await Promise.allSettled(kept.map((input) => inputs.delete(input)));
  }
}
