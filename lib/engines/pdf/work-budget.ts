import { AppError } from '../../base/app-error.ts';

/** Bounds on what one request's PDFs may make this process do, checked before and during the work. */
export interface PdfLimits {
  /** Bytes that one stream may inflate to, at every filter of its chain. */
  streamBytes: number;
  /** Bytes that all streams of the files' structure (object and cross-reference streams), which are kept, may inflate to. */
  structureBytes: number;
  /** Bytes that all content streams that are looked at, one after another, may inflate to. */
  contentBytes: number;
  /** Objects over all inputs: the highest object number of each counts, because tables are that long. */
  objects: number;
  /** Pages over all inputs. */
  pages: number;
  /** Nesting of arrays and dictionaries in one object. */
  depth: number;
}

const MiB = 1024 * 1024;

export const defaultPdfLimits: PdfLimits = {
  streamBytes: 128 * MiB,
  structureBytes: 192 * MiB,
  contentBytes: 1024 * MiB,
  objects: 1_500_000,
  pages: 50_000,
  depth: 256,
};

/** Called every few milliseconds of work; ends the work by throwing. */
export type Checkpoint = () => void;

/** Processor time that this thread has used, in milliseconds. One call takes half a microsecond. */
function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * A checkpoint that ends the work with an AppError `file-too-large` once this thread has used that much processor time.
 * Time in which a busy host runs something else does not count.
 *
 * @param used the processor time used so far, in milliseconds
 */
export function timeLimit(milliseconds: number, used: () => number = threadMilliseconds): Checkpoint {
  const end = used() + milliseconds;
  return () => {
    if (used() > end) throw tooLarge(`takes more than ${milliseconds / 1000} seconds of processor time`);
  };
}

/** How many bytes are read between two calls of the checkpoint. */
const checkpointBytes = MiB;

/** What streams may still inflate to. */
export interface InflationAccount {
  /** What one more stream may inflate to. */
  readonly left: number;
  add(bytes: number): void;
  /** What to throw when a stream is larger than what is left. */
  exceeded(): AppError;
}

/** Keeps the accounts of a request against its limits. Shared by all its inputs. */
export class WorkBudget {
  readonly limits: PdfLimits;
  readonly structure: InflationAccount;
  readonly contents: InflationAccount;
  readonly #checkpoint: Checkpoint | undefined;
  #objects = 0;
  #pages = 0;
  #sinceCheckpoint = 0;

  constructor(limits: PdfLimits = defaultPdfLimits, checkpoint?: Checkpoint) {
    this.limits = limits;
    this.#checkpoint = checkpoint;
    this.structure = this.#account(limits.structureBytes);
    this.contents = this.#account(limits.contentBytes);
  }

  /** @throws AppError `file-too-large` */
  objects(count: number): void {
    this.#objects += count;
    if (this.#objects > this.limits.objects) throw tooLarge(`has more than ${this.limits.objects} objects`);
  }

  /** @throws AppError `file-too-large` */
  pages(count: number): void {
    this.#pages += count;
    if (this.#pages > this.limits.pages) throw tooLarge(`has more than ${this.limits.pages} pages`);
  }

  /** Accounts for bytes that were looked at; calls the checkpoint now and then. */
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
          `inflates to more than ${mebibytes(streamBytes)} in one stream or ${mebibytes(total)} in all`,
        ),
    };
  }
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / MiB)} MiB`;

/** A limit was passed. `what` is the predicate of the sentence: 'has more than 5 pages'. */
export const tooLarge = (what: string): AppError => new AppError('file-too-large', what);
