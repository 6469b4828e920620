import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { hearLines } from '../../../base/processes/hear-lines.ts';
import type { Confinement } from '../../../base/processes/confinement/confine.ts';

/** How much of a process's printed output is stored, in characters. */
export const keptOutput = 4096;

/** A process that runs LibreOffice: it starts, converts the tiny documents, and then serves. */
export abstract class LibreOfficeProcess {
  /** The process's folder, which is removed with it. */
  readonly folder: string;
  /** Resolves when the process has ended, with a description of how. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<Confinement>();
  readonly #warm = Promise.withResolvers<undefined>();
  #confinement: Confinement | undefined;
  #alive = true;
  #output = '';

  /** @param mostCharacters maximum output on the protocol channel; a process that says more is killed */
  protected constructor(folder: string, child: ChildProcess, mostCharacters: number) {
    this.folder = folder;
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    const end = (how: string): void => {
      this.#alive = false;
      const error = new Error(`LibreOffice did not start: ${how}. ${this.#output}`.trimEnd());
      this.#ready.reject(error);
      this.#warm.reject(error);
      this.hasEnded(how);
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    // 'close', not 'exit': the last message may still be in the pipe.
    child.once('close', (code, signal) => end(signal ?? `exit code ${code ?? 'unknown'}`));
    // Callers need not await these.
    this.#ready.promise.catch(() => undefined);
    this.#warm.promise.catch(() => undefined);
    this.#listen(mostCharacters);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The end of the printed output: LibreOffice's text, not the protocol's. */
  get diagnostics(): string {
    return this.#output;
  }

  /** The restrictions on the process; undefined until it is ready. */
  get confinement(): Confinement | undefined {
    return this.#confinement;
  }

  /** Resolves when LibreOffice has started; rejects if it does not. */
  ready(): Promise<Confinement> {
    return this.#ready.promise;
  }

  /** Resolves when the tiny documents have been converted; rejects if that fails. */
  async warm(): Promise<void> {
    await this.#warm.promise;
  }

  /** Kills the process group and waits until the process has ended. */
  async kill(): Promise<void> {
    const { pid } = this.#child;
    if (this.#alive && pid !== undefined) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    }
    await this.ended;
  }

  /** Kills the process and removes its folder. */
  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a message as a line of JSON. */
  protected write(message: object): void {
    (this.#child.stdin as Writable).write(`${JSON.stringify(message)}\n`);
  }

  /** Takes a line that the process sent. */
  protected abstract hear(line: string): void;

  /** Runs when the process has ended, before `ended` resolves. */
  protected abstract hasEnded(how: string): void;

  protected hasStarted(confinement: Confinement): void {
    this.#confinement = confinement;
    this.#ready.resolve(confinement);
  }

  protected failedToStart(message: string): void {
    this.#ready.reject(new Error(message));
  }

  protected isWarm(): void {
    this.#warm.resolve(undefined);
  }

  #listen(mostCharacters: number): void {
    const [input, output, errors, channel] = this.#child.stdio;
    // A dead process is reported by its exit.
    input?.on('error', () => undefined);
    for (const stream of [output, errors] as (Readable | null)[]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutput);
      });
    }
    hearLines(channel as Readable | null | undefined, {
      mostCharacters,
      line: (line) => this.hear(line),
      tooMany: () => void this.kill(),
    });
  }
}
