/** How long the stages of one piece of work took, in whole milliseconds, for the log. */
export class Stopwatch {
  readonly stages: Record<string, number> = {};

  /** Runs a stage. Its time counts also when it rejects. */
  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.stages[stage] = Math.round(performance.now() - start);
    }
  }
}
