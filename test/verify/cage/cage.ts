import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { createInterface } from 'node:readline';
import { type ContainerAccess, forwardToLoopback } from '../../../cdk/container-access.ts';
import {
  type Delivery,
  exitFault,
  faultOutcome,
  type FunctionConfig,
  RuntimeApi,
  type RuntimeOutcome,
  startFault,
  stoppedFault,
  timeoutFault,
} from 'local-stack/lambda';
import { runInProject } from '../project-command.ts';
import { containerArguments } from './container-arguments.ts';
import { ControlGroup } from './control-group.ts';
import { CageStorage } from './storage.ts';

export interface CageOptions {
  config: FunctionConfig;
  access: ContainerAccess;
  /** A file with a filter of system calls in place of Docker's own. */
  systemCalls?: string | undefined;
  /** For the file system that becomes `/tmp`; made, and removed in the end. */
  folder: string;
  log: (line: string) => void;
}

/** What was seen of one cage. Sizes in bytes. */
export interface CageFigures {
  /** Milliseconds from the start of the runtime to its first call for an event. */
  coldStart: number;
  /** Milliseconds of processors that it took, which do not depend on what else this machine does. */
  coldStartWork: number;
  freezes: number;
  /** See {@link ControlGroup}. */
  memoryPeak: number;
  workingPeak: number;
  threadsPeak: number;
  outOfMemoryKills: number;
  storagePeak: number;
}

const sampleMilliseconds = 100;

const docker = async (...args: string[]): Promise<string> => (await runInProject('docker', args)).trim();

let count = 0;

/**
 * An execution environment in a container that has as little as Lambda's: the image's files and the function's, all
 * read-only; a `/tmp` of the function's size, no `/dev/shm`; an unprivileged user; a network that leads to
 * this machine alone, where data stores and the runtime's interface are; Docker's filter of system calls; limits of memory, processor, threads and files. It is
 * frozen whenever it waits for an event, as soon as it does.
 */
export class Cage {
  readonly #options: CageOptions;
  readonly #storage: CageStorage;
  readonly #runtime: RuntimeApi;
  readonly #name = `file-conversion-cage-${process.pid}-${(count += 1)}`;
  #server: Server | undefined;
  #child: ChildProcess | undefined;
  /** Settles with what ended the container. */
  readonly #ended = Promise.withResolvers<RuntimeOutcome>();
  #group: ControlGroup | undefined;
  #sampling: NodeJS.Timeout | undefined;
  /** Settles when the runtime waits, for the first or the next time. */
  #waiting = Promise.withResolvers<undefined>();
  #response = Promise.withResolvers<RuntimeOutcome>();
  #isFrozen = false;
  #startedAt = 0;
  #coldStart: number | undefined;
  #coldStartWork = Number.NaN;
  #freezes = 0;
  #requestId = '';
  #alive = true;
  #stopping = false;

  private constructor(options: CageOptions, storage: CageStorage) {
    this.#options = options;
    this.#storage = storage;
    this.#runtime = new RuntimeApi({
      waiting: () => this.#waits(),
      responded: (outcome) => this.#response.resolve(outcome),
      initFailed: (failure) => {
        this.#alive = false;
        this.#ended.resolve(failure);
      },
    });
  }

  /** Starts the runtime; events wait until it is ready. */
  static async start(options: CageOptions): Promise<Cage> {
    const storage = await CageStorage.create(options.folder, options.config.ephemeralStorageMegabytes);
    const cage = new Cage(options, storage);
    try {
      await cage.#start();
    } catch (error) {
      cage.#ended.resolve(faultOutcome('', startFault(error)));
      await cage.stop().catch(() => undefined);
      throw error;
    }
    return cage;
  }

  /** Whether it can take another event. */
  get alive(): boolean {
    return this.#alive;
  }

  async invoke(delivery: Delivery): Promise<RuntimeOutcome> {
    this.#requestId = delivery.requestId;
    const ended = this.#ended.promise;
    await Promise.race([this.#waiting.promise, ended]);
    this.#thaw();
    this.#waiting = Promise.withResolvers();
    this.#response = Promise.withResolvers();
    if (!this.#runtime.deliver(delivery)) return Promise.race([ended, this.#response.promise]);
    const late = Promise.withResolvers<RuntimeOutcome>();
    const milliseconds = this.#options.config.timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      this.#alive = false;
      const timedOut = faultOutcome(delivery.requestId, timeoutFault(milliseconds));
      this.#runtime.interrupt(timedOut);
      late.resolve(timedOut);
      void docker('kill', this.#name).catch(() => undefined);
    }, milliseconds);
    const outcome = await Promise.race([this.#response.promise, ended, late.promise]);
    if (outcome.kind === 'stream') void outcome.stream.ended.then(() => clearTimeout(timer));
    else clearTimeout(timer);
    return outcome;
  }

  /** Ends the container and removes all that was made for it. */
  async stop(): Promise<CageFigures> {
    await Promise.race([this.#waiting.promise, this.#ended.promise]);
    this.#stopping = true;
    clearInterval(this.#sampling);
    this.#thaw();
    const figures = await this.#figures();
    const exited = this.#child && this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    try {
      await docker('rm', '--force', this.#name);
      await exited;
    } finally {
      this.#runtime.close();
      this.#server?.close();
      await this.#storage.remove();
    }
    return figures;
  }

  async #start(): Promise<void> {
    const { config, access, log } = this.#options;
    const [, port = ''] = (await this.#runtime.listen()).split(':');
    this.#server = await forwardToLoopback(access.host, Number(port));
    const runtimeApi = `${access.host}:${port}`;
    await docker(
      'create',
      '--name',
      this.#name,
      ...containerArguments(this.#options, this.#storage, runtimeApi),
    );
    this.#startedAt = performance.now();
    const child = spawn('docker', ['start', '--attach', this.#name], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const output of [child.stdout, child.stderr])
      createInterface({ input: output }).on('line', (line) => log(`[${config.name}] ${line}`));
    child.once('exit', (code) => {
      this.#alive = false;
      const fault = this.#stopping ? stoppedFault : exitFault(code, null);
      const outcome = faultOutcome(this.#requestId, fault);
      this.#runtime.interrupt(outcome);
      this.#ended.resolve(outcome);
    });
    await Promise.race([this.#ended.promise, this.#waiting.promise]);
    const pid = Number(await docker('inspect', '--format', '{{.State.Pid}}', this.#name));
    if (pid === 0) return;
    this.#group = new ControlGroup(pid);
    this.#coldStartWork = this.#group.processorMilliseconds;
    this.#sampling = setInterval(() => {
      this.#group?.sample();
      void this.#storage.sample();
    }, sampleMilliseconds);
  }

  #waits(): void {
    if (this.#coldStart === undefined) this.#coldStart = performance.now() - this.#startedAt;
    else this.#freeze();
    this.#waiting.resolve(undefined);
  }

  #freeze(): void {
    this.#freezes += 1;
    this.#isFrozen = true;
    this.#group?.freeze();
  }

  #thaw(): void {
    if (this.#isFrozen) this.#group?.thaw();
    this.#isFrozen = false;
  }

  async #figures(): Promise<CageFigures> {
    this.#group?.sample();
    await this.#storage.sample();
    return {
      coldStart: this.#coldStart ?? Number.NaN,
      coldStartWork: this.#coldStartWork,
      freezes: this.#freezes,
      memoryPeak: this.#group?.peak ?? Number.NaN,
      workingPeak: this.#group?.workingPeak ?? Number.NaN,
      threadsPeak: this.#group?.threadsPeak ?? Number.NaN,
      outOfMemoryKills: this.#group?.outOfMemoryKills ?? Number.NaN,
      storagePeak: this.#storage.peak,
    };
  }
}
