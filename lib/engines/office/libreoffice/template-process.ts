import type { ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { hearLines } from './hear-lines.ts';
import { type HostOptions, keptOutput } from './host-process.ts';
import { type Confinement, temporaryName } from './host-protocol.ts';
import { spawnLibreOffice } from './spawn-libreoffice.ts';
import type { TemplateCommand, TemplateMessage, TemplateSettings } from './template-protocol.ts';

export interface TemplateOptions extends Omit<HostOptions, 'hostFile'> {
  /** The bundled or plain `template` module. */
  templateFile: string;
  /** The parent of the documents' folders. */
  documents: string;
}

/** What happens to a document's process. */
export interface ForkListener {
  forked: (pid: number) => void;
  ended: (how: string) => void;
}

/** A fork has only one thread, so V8 must not rely on others. */
const flags = ['--single-threaded'];

const env = {
  // LibreOffice starts no thread for its events. See `LibreOfficeKit.runLoop`.
  SAL_LOK_OPTIONS: 'unipoll',
  // Without the profile's settings: LibreOffice would write them in a thread, which may hold locks during a fork.
  CONFIGURATION_LAYERS: 'xcsxcu:${BRAND_BASE_DIR}/share/registry res:${BRAND_BASE_DIR}/share/registry',
  // The event loop's rings, which forks would share.
  UV_USE_IO_URING: '0',
};

/** A process with a warm LibreOffice, which forks one process for each document. */
export class TemplateProcess {
  /** Resolves when the template has ended, with a description of how. Its forks have ended by then, or are about to. */
  readonly ended: Promise<string>;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<Confinement>();
  readonly #warm = Promise.withResolvers<undefined>();
  readonly #running = new Map<number, ForkListener>();
  #confinement: Confinement | undefined;
  #alive = true;
  #forks = 0;
  #output = '';

  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    const end = (how: string): void => {
      this.#alive = false;
      const error = new Error(`LibreOffice did not start: ${how}. ${this.#output}`.trimEnd());
      this.#ready.reject(error);
      this.#warm.reject(error);
      for (const { ended } of this.#running.values()) ended(`its template ended: ${how}`);
      this.#running.clear();
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, signal) => end(signal ?? `exit code ${code ?? 'unknown'}`));
    // Callers need not await these.
    this.#ready.promise.catch(() => undefined);
    this.#warm.promise.catch(() => undefined);
    this.#listen();
  }

  /** Starts a template in `folder`, which it creates and which is removed with it. */
  static async start(folder: string, options: TemplateOptions): Promise<TemplateProcess> {
    const { installation, fontsConf, koffiFile, documents, maximumFileBytes, warmUp } = options;
    await mkdir(join(folder, temporaryName), { recursive: true, mode: 0o700 });
    const settings: TemplateSettings = {
      parent: process.pid,
      koffiFile,
      program: installation.program,
      folder,
      documents,
      readable: [...installation.readable, ...options.readable],
      maximumFileBytes,
      warmUp: [...warmUp],
    };
    const program = {
      program: options.templateFile,
      settings: JSON.stringify(settings),
      folder,
      cwd: folder,
    };
    return new TemplateProcess(
      folder,
      spawnLibreOffice({ ...program, flags, env }, { installation, fontsConf }),
    );
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Documents whose processes have not ended. */
  get running(): number {
    return this.#running.size;
  }

  /** Documents so far. */
  get forks(): number {
    return this.#forks;
  }

  /** The restrictions on the template and on the documents' processes; undefined until it is ready. */
  get confinement(): Confinement | undefined {
    return this.#confinement;
  }

  get diagnostics(): string {
    return this.#output;
  }

  /** Resolves when LibreOffice has started; rejects if it does not. */
  ready(): Promise<Confinement> {
    return this.#ready.promise;
  }

  /** Resolves when the tiny documents have been converted; rejects if that fails. */
  async warm(): Promise<void> {
    await this.#warm.promise;
  }

  /** Forks a process for a document, at any time after the template's start. */
  fork(document: number, listener: ForkListener): void {
    if (!this.#alive) {
      listener.ended('its template had ended');
      return;
    }
    this.#forks += 1;
    this.#running.set(document, listener);
    this.#send({ command: 'fork', document });
  }

  /** Kills a document's process, unless it has ended. */
  end(document: number): void {
    if (this.#running.has(document)) this.#send({ command: 'end', document });
  }

  /** Kills the template, and the kernel its forks with it, and waits until it has ended. */
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

  /** Kills the template and removes its folder. */
  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #send(command: TemplateCommand): void {
    (this.#child.stdin as Writable).write(`${JSON.stringify(command)}\n`);
  }

  #listen(): void {
    const [input, output, errors, channel] = this.#child.stdio;
    // A dead template is reported by its exit.
    input?.on('error', () => undefined);
    for (const stream of [output, errors] as (Readable | null)[]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutput);
      });
    }
    hearLines(channel as Readable | null | undefined, {
      // No document reaches the template.
      mostCharacters: Infinity,
      line: (line) => this.#hear(JSON.parse(line) as TemplateMessage),
      tooMany: () => undefined,
    });
  }

  #hear(message: TemplateMessage): void {
    switch (message.event) {
      case 'ready':
        this.#confinement = message.confinement;
        this.#ready.resolve(message.confinement);
        break;
      case 'warm':
        this.#warm.resolve(undefined);
        break;
      case 'forked':
        this.#running.get(message.document)?.forked(message.pid);
        break;
      case 'ended': {
        const listener = this.#running.get(message.document);
        this.#running.delete(message.document);
        listener?.ended(message.how);
        break;
      }
      case 'failed':
        this.#ready.reject(new Error(message.message));
        break;
    }
  }
}
