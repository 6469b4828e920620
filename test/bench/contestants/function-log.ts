import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalRun } from '../../support/local-run.ts';
import type { SpanLine } from '../stages/task-stages.ts';

/** One invocation of a function according to its log, in milliseconds. */
export interface Invocation {
  duration: number;
  /** From the start of its process until it could take the event; undefined where it was warm. */
  init: number | undefined;
  /** The function's own lines since the invocation before. */
  lines: readonly Record<string, unknown>[];
}

/** Longest wait for a line that is to come, in milliseconds. */
const patience = 5_000;
/** Milliseconds until the log lines of finished invocations have arrived. */
const settling = 100;

/** The messages of lines with which functions end what they did, as OPERATIONS.md lists them. */
const closing = new Set(['request', 'job', 'part', 'rendering', 'conformance check']);

const reportLine =
  /^\[([^\]]+)\] REPORT RequestId: \S+\tDuration: ([0-9.]+) ms.*?\tMemory Size: (\d+) MB(?:.*\tInit Duration: ([0-9.]+) ms)?/gm;

/** Lambda's own line after an invocation. */
export interface Report {
  /** The function's logical id. */
  name: string;
  duration: number;
  memoryMegabytes: number;
  /** Undefined where it was warm. */
  init: number | undefined;
}

/** Reads what the functions of a `--verbose` local run log. */
export class FunctionLog {
  readonly #run: LocalRun;
  #position = 0;

  constructor(run: LocalRun) {
    this.#run = run;
  }

  /** Forgets everything up to here. */
  skip(): void {
    this.#position = this.#run.output().length;
  }

  /** Waits for the end of the first invocation of a service's function since `skip`. @throws Error when none comes */
  async invocation(service: string): Promise<Invocation> {
    const until = Date.now() + patience;
    for (;;) {
      const found = this.#find(service);
      if (found) return found;
      if (Date.now() > until) throw new Error(`${service} logged no invocation.`);
      await sleep(10);
    }
  }

  /** All invocations that have ended since `skip`. */
  reports(): Report[] {
    const output = this.#run.output().slice(this.#position);
    return [...output.matchAll(reportLine)].map(([, name = '', duration, megabytes, init]) => ({
      name,
      duration: Number(duration),
      memoryMegabytes: Number(megabytes),
      init: init === undefined ? undefined : Number(init),
    }));
  }

  /** The lines with which functions ended what they did since `skip`, in their order. */
  spans(): SpanLine[] {
    const lines = this.#run.output().slice(this.#position).split('\n');
    return lines
      .flatMap((line) => {
        const [, text] = /^\[[^\]]+\] (\{.*)$/.exec(line) ?? [];
        return text === undefined ? [] : [JSON.parse(text) as SpanLine & { message: string }];
      })
      .filter(({ message }) => closing.has(message));
  }

  /**
   * What Lambda would bill for all that ended since `skip` or the previous call: GB × seconds. Starts of functions
   * are left out, and the sweep, which runs whether there is work or not.
   */
  async billed(): Promise<number> {
    await sleep(settling);
    const reports = this.reports().filter(({ name }) => !name.startsWith('Sweep'));
    this.skip();
    return reports.reduce(
      (sum, { duration, memoryMegabytes }) => sum + (Math.ceil(duration) / 1000) * (memoryMegabytes / 1024),
      0,
    );
  }

  #find(service: string): Invocation | undefined {
    const lines: Record<string, unknown>[] = [];
    let name: string | undefined;
    for (const line of this.#run.output().slice(this.#position).split('\n')) {
      const [, from, text = ''] = /^\[([^\]]+)\] (.*)$/.exec(line) ?? [];
      if (text.startsWith('{')) {
        const entry = JSON.parse(text) as Record<string, unknown>;
        if (entry['service'] !== service) continue;
        name = from;
        lines.push(entry);
      } else if (from !== undefined && from === name && text.startsWith('REPORT ')) {
        const field = (label: string): number | undefined => {
          const [, value] = new RegExp(`\t${label}: ([0-9.]+) ms`).exec(text) ?? [];
          return value === undefined ? undefined : Number(value);
        };
        return { duration: field('Duration') ?? NaN, init: field('Init Duration'), lines };
      }
    }
    return undefined;
  }
}

/** A number in a function's lines: of the entry with that message, by its path. */
export function numberIn({ lines }: Invocation, message: string, ...path: string[]): number {
  const entry: unknown = lines.find((line) => line['message'] === message);
  return Number(path.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], entry));
}
