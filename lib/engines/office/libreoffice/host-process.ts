import type { ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { DocumentHost, HostOutcome } from './document-host.ts';
import {
  inputFolderName,
  parseHostMessage,
  temporaryName,
  type Confinement,
  type HostJob,
  type HostMessage,
  type HostSettings,
} from './host-protocol.ts';
import type { Installation } from './installation.ts';
import { hearLines } from './hear-lines.ts';
import { spawnLibreOffice } from './spawn-libreoffice.ts';
import { residentBytes } from '../../../base/processes/process-state.ts';

export interface HostOptions {
  installation: Installation;
  /** The bundled or plain `host` module. */
  hostFile: string;
  koffiFile: string;
  fontsConf: string;
  /** Folders that LibreOffice reads in addition to its own: fonts. */
  readable: readonly string[];
  maximumFileBytes: number;
  warmUp: readonly string[];
}

/**
 * Maximum output of a host on its protocol channel, in characters: a working one sends three short lines and one with
 * font names.
 */
export const mostSaid = 1024 * 1024;

/** How much of a host's printed output is stored, in characters. */
export const keptOutput = 4096;

/** One process that runs LibreOffice for one document. */
export class HostProcess implements DocumentHost {
  /** The host's folder. */
  readonly folder: string;
  /** The folder for its document. */
  readonly inputFolder: string;
  /** Resolves when the host has ended, with a description of how. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<Confinement>();
  readonly #warm = Promise.withResolvers<undefined>();
  readonly #outcome = Promise.withResolvers<HostOutcome | undefined>();
  #confinement: Confinement | undefined;
  #documentOpened = false;
  #alive = true;
  #output = '';

  private constructor(folder: string, child: ChildProcess) {
    this.folder = folder;
    this.inputFolder = join(folder, inputFolderName);
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    const end = (how: string): void => {
      this.#alive = false;
      const error = new Error(`LibreOffice did not start: ${how}. ${this.#output}`.trimEnd());
      this.#ready.reject(error);
      this.#warm.reject(error);
      this.#outcome.resolve(undefined);
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    // 'close', not 'exit': the last message may still be in the pipe.
    child.once('close', (code, signal) => end(signal ?? `exit code ${code ?? 'unknown'}`));
    // Callers need not await these.
    this.#ready.promise.catch(() => undefined);
    this.#warm.promise.catch(() => undefined);
    this.#listen();
  }

  /** Starts a host in `folder`, which it creates and which is removed with it. */
  static async start(folder: string, options: HostOptions): Promise<HostProcess> {
    const { installation } = options;
    const temporary = join(folder, temporaryName);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const inputFolder = join(folder, inputFolderName);
    await mkdir(inputFolder);
    const settings: HostSettings = {
      parent: process.pid,
      koffiFile: options.koffiFile,
      program: installation.program,
      folder,
      readable: [...installation.readable, ...options.readable],
      maximumFileBytes: options.maximumFileBytes,
      warmUp: [...options.warmUp],
    };
    const child = spawnLibreOffice(
      { program: options.hostFile, settings: JSON.stringify(settings), folder, cwd: inputFolder },
      options,
    );
    return new HostProcess(folder, child);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The end of the host's printed output: LibreOffice's text, not the protocol's. */
  get diagnostics(): string {
    return this.#output;
  }

  get residentBytes(): number {
    return this.#child.pid === undefined ? 0 : residentBytes(this.#child.pid);
  }

  /** The restrictions on the host; undefined until it is ready. */
  get confinement(): Confinement | undefined {
    return this.#confinement;
  }

  /** Whether LibreOffice has started to read its document. Earlier failures cannot be the document's fault. */
  get documentOpened(): boolean {
    return this.#documentOpened;
  }

  /** Resolves when LibreOffice has started; rejects if it does not. */
  ready(): Promise<Confinement> {
    return this.#ready.promise;
  }

  /** Resolves when the tiny documents have been converted; rejects if that fails. */
  async warm(): Promise<void> {
    await this.#warm.promise;
  }

  /** Sends the host its document, at any time after its start. */
  send(job: HostJob): void {
    (this.#child.stdin as Writable).write(`${JSON.stringify(job)}\n`);
  }

  /** Resolves to the outcome, or to undefined if the host ends first. */
  outcome(): Promise<HostOutcome | undefined> {
    return this.#outcome.promise;
  }

  /** Kills the host's process group and waits until it has ended. */
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

  /** Kills the host and removes its folder. */
  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  #listen(): void {
    const [input, output, errors, channel] = this.#child.stdio;
    // A dead host is reported by its exit.
    input?.on('error', () => undefined);
    for (const stream of [output, errors] as (Readable | null)[]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutput);
      });
    }
    hearLines(channel as Readable | null | undefined, {
      mostCharacters: mostSaid,
      line: (line) => this.#hear(parseHostMessage(line)),
      tooMany: () => void this.kill(),
    });
  }

  #hear(message: HostMessage | undefined): void {
    switch (message?.event) {
      case 'ready':
        this.#confinement = message.confinement;
        this.#ready.resolve(message.confinement);
        break;
      case 'warm':
        this.#warm.resolve(undefined);
        break;
      case 'opening':
        this.#documentOpened = true;
        break;
      case 'failed':
        if (message.stage === 'start') this.#ready.reject(new Error(message.message));
        this.#outcome.resolve(message);
        break;
      case 'done':
        this.#outcome.resolve(message);
        break;
      case undefined:
        // Not a protocol message. The output of a compromised host is ignored.
        break;
    }
  }
}
