import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type FunctionLogs, functionNameOf } from './function-logs.ts';

/** The log file of a local run: `[MergePdfFunction82AC2357] line`. It is of one run, so all its lines count. */
export class LocalLog implements FunctionLogs {
  readonly source = 'the log of the local run';
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async lines(name: string, text: string): Promise<readonly string[]> {
    const lines: string[] = [];
    for await (const line of createInterface({ input: createReadStream(this.#file), crlfDelay: Infinity })) {
      const end = line.indexOf('] ');
      const isOwn = line.startsWith('[') && end > 0 && functionNameOf(line.slice(1, end)) === name;
      if (isOwn && line.includes(text)) lines.push(line.slice(end + 2));
    }
    return lines;
  }
}
