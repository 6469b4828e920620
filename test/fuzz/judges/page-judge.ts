import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A file, and the pages whose text is requested, counted from 1. */
export interface JudgeRequest {
  path: string;
  first: number;
  last: number;
  /** Of an encrypted file. */
  password?: string;
}

/** The interpretation of a file by a reader. */
export type Judgement = { pages: number; texts: string[] } | { error: string };

/** After this time without a judgement a reader counts as crashed. In milliseconds. */
const maxMilliseconds = 30_000;

/** Another PDF reader, in a process that reads a request and writes a {@link Judgement} on one line each. */
export class PageJudge {
  readonly name: string;
  readonly #command: readonly [string, ...string[]];
  #process: ChildProcessByStdio<Writable, Readable, null> | undefined;
  #judgements: AsyncIterator<string> | undefined;

  constructor(name: string, command: readonly [string, ...string[]]) {
    this.name = name;
    this.#command = command;
  }

  /** Has a file read. A process that crashes is replaced. */
  async judge(request: JudgeRequest): Promise<Judgement> {
    const { process, judgements } = this.#started();
    const timer = setTimeout(() => process.kill('SIGKILL'), maxMilliseconds);
    process.stdin.write(`${JSON.stringify(request)}\n`);
    const line = await judgements.next();
    clearTimeout(timer);
    if (line.done !== true) return JSON.parse(line.value) as Judgement;
    this.#process = undefined;
    return { error: 'it crashed' };
  }

  stop(): void {
    this.#process?.kill();
  }

  #started(): { process: ChildProcessByStdio<Writable, Readable, null>; judgements: AsyncIterator<string> } {
    if (this.#process && this.#judgements) return { process: this.#process, judgements: this.#judgements };
    const [file, ...parameters] = this.#command;
    const process = spawn(file, parameters, { stdio: ['pipe', 'pipe', 'ignore'] });
    // A process that ends is found out by its output.
    process.stdin.on('error', () => undefined);
    const judgements = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    [this.#process, this.#judgements] = [process, judgements];
    return { process, judgements };
  }
}
