/** Measures the stages of one span, in whole milliseconds, for the log. */
export class Stopwatch {
  readonly stages: Record<string, number> = {};

  /** Runs a stage. Its time counts even if it rejects, and is added to that of earlier stages with the same name. */
  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.add({ [stage]: Math.round(performance.now() - start) });
    }
  }

  /** As `time`, for a synchronous stage. */
  timeSync<T>(stage: string, work: () => T): T {
    const start = performance.now();
    try {
      return work();
    } finally {
      this.add({ [stage]: Math.round(performance.now() - start) });
    }
  }

  /** Adds the times that another thread took for its stages. */
  add(stages: Readonly<Record<string, number>>): void {
    for (const [stage, milliseconds] of Object.entries(stages)) {
      this.stages[stage] = (this.stages[stage] ?? 0) + milliseconds;
    }
  }
}
