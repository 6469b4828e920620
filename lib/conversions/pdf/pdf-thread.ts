import { limits } from '../../base/limits.ts';
import { threadEndedError } from '../../base/threads/thread-ended-error.ts';
import { WorkThread } from '../../base/threads/work-thread.ts';
import { transferableBuffers } from './result-buffers.ts';
import { inputsOf, type PdfResult, type PdfTask } from './task.ts';

/** The end of a task's time. */
export interface PdfDeadline {
  /** When the result must be stored or returned; epoch milliseconds. */
  deadline: number;
  /** Ends the task earlier. */
  signal?: AbortSignal | undefined;
  /**
   * Waits until the call of the task is admitted. A task that only takes processor time starts before that. A rejection ends
   * it.
   */
  admitted?: (() => Promise<void>) | undefined;
}

/** Runs tasks on PDFs. */
export interface PdfRunner {
  /**
   * Runs a task. The buffers of its inputs go to the task, and are empty for the caller from then on.
   *
   * @throws AppError the errors of the task; `file-too-large` when it exceeds its memory or processor time; `unavailable`
   *   when the deadline passes before that
   */
  run<Task extends PdfTask>(task: Task, end: PdfDeadline): Promise<PdfResult<Task>>;
}

/** What the thread needs to know. */
export interface PdfThreadSettings {
  /**
   * The fonts layer's `fonts.conf`, for the text of stamps, and text of pictures whose font is not embedded. Absent if
   * the installation has no fonts.
   */
  fontsConf?: string | undefined;
}

interface PdfThreadOptions extends PdfThreadSettings {
  /** After which a task is ended from outside. Default: a share of the time until its deadline. */
  processorMilliseconds?: number;
}

const MiB = 1024 * 1024;

/** Memory for the rest of the process: storing the result, and the runtime. In bytes. */
const reservedBytes = 192 * MiB;

/** Size of the JavaScript heap, which does not contain file contents. In bytes. */
export const heapBytes = 1024 * MiB;

/** Size of the young generation in the heap. A larger one uses more memory and saves no time. In bytes. */
export const youngBytes = 24 * MiB;

/** Reserved for storing the result before the deadline. */
const storeMilliseconds = 3_000;

/** Processor time by which a task can exceed its own limit, whose error is more specific, before the thread is ended. */
const graceMilliseconds = 1_000;

/** The share of the time until the deadline that a task may use as processor time: the rest is for a busy host. */
const processorShare = limits.pdfMilliseconds / limits.syncResponseMilliseconds;

/** Whole seconds, because a message names them. In milliseconds. */
const processorTimeUntil = (deadline: number): number =>
  Math.ceil((Math.max(0, deadline - Date.now()) * processorShare) / 1000) * 1000;

/**
 * Runs tasks on PDFs in a thread that can be terminated, so that no document can block the process or exhaust its
 * memory.
 */
export class PdfThread implements PdfRunner {
  readonly #thread: WorkThread<PdfTask, PdfResult<PdfTask>>;
  readonly #processorMilliseconds: number | undefined;

  /**
   * @param file `worker.ts`, or its bundle
   * @param memoryMegabytes of the whole process, in Lambda's unit
   */
  constructor(
    file: URL,
    memoryMegabytes: number,
    { processorMilliseconds, ...settings }: PdfThreadOptions = {},
  ) {
    this.#processorMilliseconds = processorMilliseconds;
    const processBytes = memoryMegabytes * MiB - reservedBytes;
    this.#thread = new WorkThread(file, {
      heapBytes: Math.min(heapBytes, processBytes),
      youngBytes,
      processBytes,
      settings: settings satisfies PdfThreadSettings,
    });
  }

  async run<Task extends PdfTask>(task: Task, { deadline, ...start }: PdfDeadline): Promise<PdfResult<Task>> {
    const processorMilliseconds = processorTimeUntil(deadline);
    // The parts of a request's body share a buffer.
    const buffers = transferableBuffers(inputsOf(task).map(({ content }) => content));
    try {
      const result = await runEarly(start, (signal) =>
        this.#thread.run({ ...task, processorMilliseconds }, buffers, {
          deadline: deadline - storeMilliseconds,
          processorMilliseconds: this.#processorMilliseconds ?? processorMilliseconds + graceMilliseconds,
          signal,
        }),
      );
      return result as PdfResult<Task>;
    } catch (error) {
      throw threadEndedError(error, task.kind === 'merge' ? 'files' : task.input.field);
    }
  }

  /** Ends the thread. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

/** Runs a task while its call waits to be admitted. */
async function runEarly<Result>(
  { admitted, signal }: Omit<PdfDeadline, 'deadline'>,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (!admitted) return run(signal);
  const rejected = new AbortController();
  const admission = admitted().catch((error: unknown) => {
    rejected.abort(error);
    throw error;
  });
  const signals = signal ? [signal, rejected.signal] : [rejected.signal];
  const [result] = await Promise.all([run(AbortSignal.any(signals)), admission]);
  return result;
}
