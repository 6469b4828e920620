import { isMarkedAsUntransferable } from 'node:worker_threads';
import { AppError } from '../../base/app-error.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { limits } from '../../base/limits.ts';
import { ThreadEnded, WorkThread } from '../../base/threads/work-thread.ts';
import type { PdfInput, PdfTask } from './task.ts';

/** The end of a task's time. */
export interface PdfDeadline {
  /** When the result must be stored or returned; epoch milliseconds. */
  deadline: number;
  /** Ends the task earlier. */
  signal?: AbortSignal | undefined;
}

/** Does work on PDFs. */
export interface PdfRunner {
  /**
   * @throws AppError naming the fields at fault; `unavailable` when the deadline comes before the work is done, or has
   *   taken the processor time that it may take
   */
  run(task: PdfTask, end: PdfDeadline): Promise<ProducedFile<Chunks>[]>;
}

const MiB = 1024 * 1024;

/** What is left for the rest of the process: storing the result, and what the runtime itself takes. In bytes. */
const reservedBytes = 192 * MiB;

/** Of the JavaScript heap; file contents are outside of it. In bytes. */
const heapBytes = 1024 * MiB;

/** Of that for new objects: documents leave few behind, and a larger part takes memory and saves no time. In bytes. */
export const youngBytes = 24 * MiB;

/** For storing the result before the request must be answered. */
const storeMilliseconds = 3_000;

/** Processor time after its own limit, which says what took too long, at which work is ended from outside. */
const graceMilliseconds = 1_000;

/** The share of the time until the deadline that a task may use as processor time: the rest is for a busy host. */
const processorShare = limits.pdfMilliseconds / limits.syncResponseMilliseconds;

/** Whole seconds, because a message names them. In milliseconds. */
const processorTimeUntil = (deadline: number): number =>
  Math.ceil((Math.max(0, deadline - Date.now()) * processorShare) / 1000) * 1000;

/** Seconds after which a client may retry work that a busy host did not finish. */
const retryAfterSeconds = 5;

/**
 * Work on PDFs in a thread that can be ended: no document, whatever it makes the engine do, can hold up the process or
 * take its memory away.
 */
export class PdfThread implements PdfRunner {
  readonly #thread: WorkThread<PdfTask, ProducedFile<Chunks>[]>;
  readonly #processorMilliseconds: number | undefined;

  /**
   * @param file `worker.ts`, or what it was bundled into
   * @param memoryMegabytes of the whole process, as Lambda counts them
   * @param processorMilliseconds that work may take before it is ended from outside; a share of the time until its
   *   deadline when absent
   */
  constructor(file: URL, memoryMegabytes: number, processorMilliseconds?: number) {
    this.#processorMilliseconds = processorMilliseconds;
    const processBytes = memoryMegabytes * MiB - reservedBytes;
    this.#thread = new WorkThread(file, {
      heapBytes: Math.min(heapBytes, processBytes),
      youngBytes,
      processBytes,
    });
  }

  async run(task: PdfTask, { deadline, signal }: PdfDeadline): Promise<ProducedFile<Chunks>[]> {
    const processorMilliseconds = processorTimeUntil(deadline);
    const inputs = task.kind === 'merge' ? task.inputs : [task.input];
    try {
      return await this.#thread.run({ ...task, processorMilliseconds }, ownBuffers(inputs), {
        deadline: deadline - storeMilliseconds,
        processorMilliseconds: this.#processorMilliseconds ?? processorMilliseconds + graceMilliseconds,
        signal,
      });
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      if (error.reason === 'deadline') {
        const message = 'The service is too busy to finish this in time. The request can be sent again.';
        throw new AppError('unavailable', message, { cause: error, retryAfterSeconds });
      }
      const field = task.kind === 'merge' ? 'files' : task.input.field;
      const message = `takes more ${error.reason} to process than a request may`;
      throw AppError.inField('file-too-large', field, message, { cause: error });
    }
  }

  /** Ends the thread. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

/**
 * Buffers that hold an input and nothing else: they begin with it. The parts of one request's body share theirs, and are
 * copied.
 */
const ownBuffers = (inputs: readonly PdfInput[]): ArrayBuffer[] => {
  const contents = inputs.map(({ content }) => content);
  return contents.flatMap(({ buffer, byteOffset }) => {
    const isOwn = byteOffset === 0 && contents.filter((other) => other.buffer === buffer).length === 1;
    return isOwn && buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
  });
};
