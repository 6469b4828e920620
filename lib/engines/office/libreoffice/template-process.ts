import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostOptions } from './host-process.ts';
import { temporaryName } from './host-protocol.ts';
import { LibreOfficeProcess } from './libreoffice-process.ts';
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

/**
 * A fork has only one thread, so V8 must not rely on others. What V8 compiles and collects in a fork, it would compile and
 * collect again in the next one: the template compiles all of its program to bytecode, nothing is compiled further, and a fork
 * ends before new objects fill their space.
 */
const flags = [
  '--single-threaded',
  '--no-lazy',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--min-semi-space-size=4',
  '--max-semi-space-size=4',
];

const env = {
  // LibreOffice starts no thread for its events. See `LibreOfficeKit.runLoop`.
  SAL_LOK_OPTIONS: 'unipoll',
  // Without the profile's settings: LibreOffice would write them in a thread, which may hold locks during a fork.
  CONFIGURATION_LAYERS: 'xcsxcu:${BRAND_BASE_DIR}/share/registry res:${BRAND_BASE_DIR}/share/registry',
  // The event loop's rings, which forks would share.
  UV_USE_IO_URING: '0',
};

/**
 * A process with a warm LibreOffice, which forks one process for each document. When it ends, its forks have ended, or
 * are about to: the kernel kills them with it.
 */
export class TemplateProcess extends LibreOfficeProcess {
  readonly #running = new Map<number, ForkListener>();
  #forks = 0;
  #hasWarmedUp = false;

  private constructor(folder: string, child: ChildProcess) {
    // No document reaches the template.
    super(folder, child, Infinity);
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

  /** Documents whose processes have not ended. */
  get running(): number {
    return this.#running.size;
  }

  /** Documents so far. */
  get forks(): number {
    return this.#forks;
  }

  /** Whether the tiny documents have been converted. */
  get hasWarmedUp(): boolean {
    return this.#hasWarmedUp;
  }

  /** Forks a process for a document, at any time after the template's start. It waits for `begin`. */
  fork(document: number, listener: ForkListener): void {
    if (!this.alive) {
      listener.ended('its template had ended');
      return;
    }
    this.#forks += 1;
    this.#running.set(document, listener);
    this.#send({ command: 'fork', document });
  }

  /** Lets a document's process begin. */
  begin(document: number): void {
    if (this.#running.has(document)) this.#send({ command: 'begin', document });
  }

  /** Kills a document's process, unless it has ended. */
  end(document: number): void {
    if (this.#running.has(document)) this.#send({ command: 'end', document });
  }

  #send(command: TemplateCommand): void {
    this.write(command);
  }

  protected override hasEnded(how: string): void {
    for (const { ended } of this.#running.values()) ended(`its template ended: ${how}`);
    this.#running.clear();
  }

  protected override hear(line: string): void {
    const message = JSON.parse(line) as TemplateMessage;
    switch (message.event) {
      case 'ready':
        this.hasStarted(message.confinement);
        break;
      case 'warm':
        this.#hasWarmedUp = true;
        this.isWarm();
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
        this.failedToStart(message.message);
        break;
    }
  }
}
