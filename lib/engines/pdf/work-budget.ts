import { InputFault } from '../../base/input-fault.ts';
import { limits as sharedLimits } from '../../base/limits.ts';

/** Limits on the work for the PDFs of one request, checked before and during the work. */
export interface PdfLimits {
  /** Inflated bytes of one stream, after each filter of its chain. */
  streamBytes: number;
  /** Inflated bytes of all structural streams (object and cross-reference streams), which stay in memory. */
  structureBytes: number;
  /** Inflated bytes of all content streams that are read, one after another. */
  contentBytes: number;
  /** Objects of all inputs. The highest object number of each counts, because tables have that length. */
  objects: number;
  /** Pages of all inputs. */
  pages: number;
  /** Nesting depth of arrays and dictionaries in one object. */
  depth: number;
}

const MiB = 1024 * 1024;

export const defaultPdfLimits: PdfLimits = {
  streamBytes: 128 * MiB,
  structureBytes: 192 * MiB,
  contentBytes: 1024 * MiB,
  objects: 1_500_000,
  pages: sharedLimits.pdfPages,
  depth: 256,
};

/** Called every few milliseconds of work. Throws to end the work. */
export type Checkpoint = () => void;

/** The processor time of this thread in milliseconds. A call takes half a microsecond. */
function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * A checkpoint that throws InputFault `file-too-large` when this thread has used that much processor time. Time in
 * which the host runs other processes does not count.
 *
 * @param used returns the processor time used so far, in milliseconds
 */
export function timeLimit(milliseconds: number, used: () => number = threadMilliseconds): Checkpoint {
  const end = used() + milliseconds;
  return () => {
    if (used() > end) throw tooLarge(`exceeds the limit of ${milliseconds / 1000} seconds of CPU time`);
  };
}

/** The number of bytes read between two calls of the checkpoint. */
const checkpointBytes = MiB;

/** The remaining budget for inflated bytes. */
export interface InflationAccount {
  /** The budget for one more stream. */
  readonly left: number;
  add(bytes: number): void;
  /** The error for a stream that exceeds the budget. */
  exceeded(): InputFault;
}

/** Tracks the usage of a request against its limits. Shared by all its inputs. */
export class WorkBudget {
  readonly limits: PdfLimits;
  readonly structure: InflationAccount;
  readonly contents: InflationAccount;
  readonly #checkpoint: Checkpoint | undefined;
  #objects = 0;
  #packedObjects = 0;
  #pages = 0;
  #sinceCheckpoint = 0;

  constructor(limits: PdfLimits = defaultPdfLimits, checkpoint?: Checkpoint) {
    this.limits = limits;
    this.#checkpoint = checkpoint;
    this.structure = this.#account(limits.structureBytes);
    this.contents = this.#account(limits.contentBytes);
  }

  /** @throws InputFault `file-too-large` */
  objects(count: number): void {
    this.#objects += count;
    if (this.#objects > this.limits.objects) throw tooLarge(`has more than ${this.limits.objects} objects`);
  }

  /**
   * Counts entries of object streams. A file can list an object many times, and the lists stay in memory.
   *
   * @throws InputFault `file-too-large`
   */
  packedObjects(count: number): void {
    this.#packedObjects += count;
    if (this.#packedObjects > this.limits.objects)
      throw tooLarge(`has more than ${this.limits.objects} objects in its object streams`);
  }

  /** @throws InputFault `file-too-large` */
  pages(count: number): void {
    this.#pages += count;
    if (this.#pages > this.limits.pages) throw tooLarge(`has more than ${this.limits.pages} pages`);
  }

  /** Counts bytes that were read; calls the checkpoint now and then. */
  read(bytes: number): void {
    this.#sinceCheckpoint += bytes;
    if (this.#sinceCheckpoint < checkpointBytes) return;
    this.#sinceCheckpoint = 0;
    this.#checkpoint?.();
  }

  #account(total: number): InflationAccount {
    let left = total;
    const { streamBytes } = this.limits;
    return {
      get left() {
        return Math.min(left, streamBytes);
      },
      add: (bytes) => {
        left -= bytes;
        this.read(bytes);
      },
      exceeded: () =>
        tooLarge(
          `decompresses to more than ${mebibytes(streamBytes)} in one stream or ${mebibytes(total)} in total`,
        ),
    };
  }
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / MiB)} MiB`;

const tooLarge = (predicate: string): InputFault => new InputFault('file-too-large', predicate);
