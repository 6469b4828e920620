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
    // A thread that has not started has used none.
    this.#before = worker.cpuUsage().then(milliseconds, () => 0);
  }

  /**
   * Returns the processor time of the thread, in milliseconds. A thread responds while it runs JavaScript, even in an
   * endless loop, but not during a native call.
   *
   * @throws Error when the thread has ended
   */
  async used(): Promise<number> {
    const now = milliseconds(await this.#worker.cpuUsage());
    return now - (await this.#before);
  }

  /**
   * As `used`, but with a time limit. For a thread that does not respond, returns the usage of the whole process, which
   * includes the usage of other threads in the meantime.
   */
  async usedAtMost(): Promise<number> {
    const ofProcess = (): number => milliseconds(process.cpuUsage(this.#processBefore));
    const { promise, resolve } = Promise.withResolvers<number>();
    const timer = setTimeout(() => resolve(ofProcess()), reportMilliseconds);
    this.used().then(resolve, () => resolve(ofProcess()));
    return promise.finally(() => clearTimeout(timer));
  }
}
