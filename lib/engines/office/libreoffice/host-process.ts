import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentHost, HostOutcome } from './document-host.ts';
import {
  inputFolderName,
  outputFolderName,
  parseHostMessage,
  temporaryName,
  type HostJob,
  type HostSettings,
} from './host-protocol.ts';
import type { Installation } from './installation.ts';
import { LibreOfficeProcess } from './libreoffice-process.ts';
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
export const mostOutput = 1024 * 1024;

/** One process that runs LibreOffice for one document. */
export class HostProcess extends LibreOfficeProcess implements DocumentHost {
  /** The folder for its document. */
  readonly inputFolder: string;
  readonly #outcome = Promise.withResolvers<HostOutcome | undefined>();
  #documentOpened = false;

  private constructor(folder: string, child: ChildProcess) {
    super(folder, child, mostOutput);
    this.inputFolder = join(folder, inputFolderName);
  }

  /** Starts a host in `folder`, which it creates and which is removed with it. */
  static async start(folder: string, options: HostOptions): Promise<HostProcess> {
    const { installation } = options;
    const temporary = join(folder, temporaryName);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const inputFolder = join(folder, inputFolderName);
    await Promise.all([inputFolder, join(folder, outputFolderName)].map((made) => mkdir(made)));
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

  get residentBytes(): number {
    return this.pid === undefined ? 0 : residentBytes(this.pid);
  }

  /** Whether LibreOffice has started to read its document. Earlier failures cannot be the document's fault. */
  get documentOpened(): boolean {
    return this.#documentOpened;
  }

  /** Sends the host its document, at any time after its start. */
  send(job: HostJob): void {
    this.write(job);
  }

  /** Resolves to the outcome, or to undefined if the host ends first. */
  outcome(): Promise<HostOutcome | undefined> {
    return this.#outcome.promise;
  }

  protected override hasEnded(): void {
    this.#outcome.resolve(undefined);
  }

  protected override hear(line: string): void {
    const message = parseHostMessage(line);
    switch (message?.event) {
      case 'ready':
        this.hasStarted(message.confinement);
        break;
      case 'warm':
        this.isWarm();
        break;
      case 'opening':
        this.#documentOpened = true;
        break;
      case 'failed':
        if (message.stage === 'start') this.failedToStart(message.message);
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
