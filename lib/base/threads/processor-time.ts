import type { Worker } from 'node:worker_threads';

type CpuUsage = NodeJS.CpuUsage;

const milliseconds = ({ user, system }: CpuUsage): number => (user + system) / 1000;

/** How long a thread may take to report its usage, in milliseconds. */
const reportMilliseconds = 250;

/** Measures the processor time that a thread uses from now on. */
export class ProcessorTime {
  readonly #worker: Pick<Worker, 'cpuUsage'>;
  readonly #before: Promise<number>;
  readonly #processBefore = process.cpuUsage();

  constructor(worker: Pick<Worker, 'cpuUsage'>) {
    this.#worker = worker;
    // A thread that does not run yet has used none.
    this.#before = worker.cpuUsage().then(milliseconds, () => 0);
  }

  /**
   * What the thread has used, in milliseconds. A thread answers in the middle of JavaScript, endless loops too, but
   * not while it is in a native call.
   *
   * @throws Error when the thread has ended
   */
  async used(): Promise<number> {
    const now = milliseconds(await this.#worker.cpuUsage());
    return now - (await this.#before);
  }

  /**
   * As `used`, but soon. For a thread that does not answer, this is the usage of the whole process, which is higher by
   * what other threads used meanwhile.
   */
  async usedAtMost(): Promise<number> {
    const ofProcess = (): number => milliseconds(process.cpuUsage(this.#processBefore));
    const { promise, resolve } = Promise.withResolvers<number>();
    const timer = setTimeout(() => resolve(ofProcess()), reportMilliseconds);
    this.used().then(resolve, () => resolve(ofProcess()));
    return promise.finally(() => clearTimeout(timer));
  }
}
