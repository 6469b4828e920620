import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ContainerAccess, forwardToLoopback } from '../../../cdk/container-access.ts';
import { exitFault, faultOutcome, stoppedFault, timeoutFault } from '../../../cdk/local/lambda/fault.ts';
import { functionEnvironment, heapOptions } from '../../../cdk/local/lambda/function-environment.ts';
import type { FunctionConfig } from '../../../cdk/local/lambda/function.ts';
import type { InvokeOutcome } from '../../../cdk/local/lambda/invoke-outcome.ts';
import { type Delivery, RuntimeApi } from '../../../cdk/local/lambda/runtime-api.ts';
import { imageVariables } from '../lambda-image.ts';
import { runInProject } from '../project-command.ts';
import { ControlGroup } from './control-group.ts';
import { cageImage, cageUser, nodeProgram, runtimeClient } from './image.ts';
import { CageStorage } from './storage.ts';

export interface CageOptions {
  config: FunctionConfig;
  access: ContainerAccess;
  /** For the file system that becomes `/tmp`; made, and removed in the end. */
  folder: string;
  log: (line: string) => void;
}

/** What was seen of one cage. Sizes in bytes. */
export interface CageFigures {
  /** Milliseconds from the start of the runtime to its first call for an event. */
  coldStart: number;
  freezes: number;
  /** See {@link ControlGroup}. */
  memoryPeak: number;
  workingPeak: number;
  threadsPeak: number;
  outOfMemoryKills: number;
  storagePeak: number;
}

/** A Lambda with 1769 MB has the time of one processor. Source: AWS, "Configure Lambda function memory". */
const megabytesPerProcessor = 1769;

/** Lambda's quotas for one execution environment: processes with threads, and open files. */
const mostThreads = 1024;
const mostFiles = 1024;

const sampleMilliseconds = 100;

const docker = async (...args: string[]): Promise<string> => (await runInProject('docker', args)).trim();

let count = 0;

/**
 * An execution environment in a container that has as little as Lambda's: the image's files and the function's, all
 * read-only; a `/tmp` of the function's size, no `/dev/shm`; an unprivileged user; no network but the way to the data
 * stores and the runtime's interface; Docker's filter of system calls; limits of memory, processor, threads and files. It is
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
  readonly #ended = Promise.withResolvers<InvokeOutcome>();
  #group: ControlGroup | undefined;
  #sampling: NodeJS.Timeout | undefined;
  /** Settles when the runtime waits, for the first or the next time. */
  #waiting = Promise.withResolvers<undefined>();
  #answer = Promise.withResolvers<InvokeOutcome>();
  /** The freezing that is under way or done. */
  #frozen: Promise<unknown> | undefined;
  #startedAt = 0;
  #coldStart: number | undefined;
  #freezes = 0;
  #requestId = '';
  #alive = true;
  #stopping = false;

  private constructor(options: CageOptions, storage: CageStorage) {
    this.#options = options;
    this.#storage = storage;
    this.#runtime = new RuntimeApi({
      waiting: () => this.#waits(),
      answered: (outcome) => this.#answer.resolve(outcome),
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
    await cage.#start();
    return cage;
  }

  /** Whether it can take another event. */
  get alive(): boolean {
    return this.#alive;
  }

  async invoke(delivery: Delivery): Promise<InvokeOutcome> {
    this.#requestId = delivery.requestId;
    const ended = this.#ended.promise;
    await Promise.race([this.#waiting.promise, ended]);
    await this.#thaw();
    this.#waiting = Promise.withResolvers();
    this.#answer = Promise.withResolvers();
    if (!this.#runtime.deliver(delivery)) return Promise.race([ended, this.#answer.promise]);
    const late = Promise.withResolvers<InvokeOutcome>();
    const milliseconds = this.#options.config.timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      this.#alive = false;
      late.resolve(faultOutcome(delivery.requestId, timeoutFault(milliseconds)));
      void docker('kill', this.#name).catch(() => undefined);
    }, milliseconds);
    try {
      return await Promise.race([this.#answer.promise, ended, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the container and removes all that was made for it. */
  async stop(): Promise<CageFigures> {
    await Promise.race([this.#waiting.promise, this.#ended.promise]);
    this.#stopping = true;
    clearInterval(this.#sampling);
    await this.#thaw().catch(() => undefined);
    const figures = await this.#figures();
    const exited = this.#child && this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    await docker('rm', '--force', this.#name);
    await exited;
    this.#runtime.close();
    this.#server?.close();
    await this.#storage.remove();
    return figures;
  }

  async #start(): Promise<void> {
    const { config, access, log } = this.#options;
    const [, port = ''] = (await this.#runtime.listen()).split(':');
    this.#server = await forwardToLoopback(access.host, Number(port));
    await docker(...this.#createArguments(`${access.host}:${port}`));
    this.#startedAt = performance.now();
    const child = spawn('docker', ['start', '--attach', this.#name], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const output of [child.stdout, child.stderr])
      createInterface({ input: output }).on('line', (line) => log(`[${config.name}] ${line}`));
    child.once('exit', (code) => {
      this.#alive = false;
      const fault = this.#stopping ? stoppedFault : exitFault(code, null);
      this.#ended.resolve(faultOutcome(this.#requestId, fault));
    });
    await Promise.race([this.#ended.promise, this.#waiting.promise]);
    const pid = Number(await docker('inspect', '--format', '{{.State.Pid}}', this.#name));
    if (pid === 0) return;
    this.#group = new ControlGroup(pid);
    this.#sampling = setInterval(() => {
      this.#group?.sample();
      void this.#storage.sample();
    }, sampleMilliseconds);
  }

  #createArguments(runtimeApi: string): string[] {
    const { config, access } = this.#options;
    const { memoryMegabytes } = config;
    const memory = `${memoryMegabytes}m`;
    const mount = (source: string, target: string, ...options: string[]): string[] => [
      '--mount',
      ['type=bind', `source=${source}`, `target=${target}`, ...options].join(),
    ];
    return [
      ...['create', '--name', this.#name, '--network', access.network],
      ...['--user', `${cageUser.uid}:${cageUser.gid}`, '--cap-drop', 'ALL'],
      ...['--security-opt', 'no-new-privileges', '--read-only', '--ipc', 'none'],
      ...['--memory', memory, '--memory-swap', memory],
      ...['--cpus', (memoryMegabytes / megabytesPerProcessor).toFixed(2)],
      ...['--pids-limit', String(mostThreads), '--ulimit', `nofile=${mostFiles}:${mostFiles}`],
      ...mount(this.#storage.path, '/tmp'),
      ...mount(config.directory, imageVariables.LAMBDA_TASK_ROOT, 'readonly'),
      ...contentsOf(config.layerDirectories).flatMap(([name, path]) =>
        mount(path, `/opt/${name}`, 'readonly'),
      ),
      ...Object.entries(variablesOf(config, runtimeApi)).flatMap(([name, value]) => [
        '--env',
        `${name}=${value}`,
      ]),
      ...['--workdir', imageVariables.LAMBDA_TASK_ROOT, cageImage],
      ...[nodeProgram, ...heapOptions(config), runtimeClient, config.handler],
    ];
  }

  #waits(): void {
    if (this.#coldStart === undefined) this.#coldStart = performance.now() - this.#startedAt;
    else this.#freeze();
    this.#waiting.resolve(undefined);
  }

  #freeze(): void {
    this.#freezes += 1;
    this.#frozen = docker('pause', this.#name);
    // It shows when the cage is thawed.
    this.#frozen.catch(() => undefined);
  }

  async #thaw(): Promise<void> {
    const frozen = this.#frozen;
    this.#frozen = undefined;
    if (frozen === undefined) return;
    await frozen;
    await docker('unpause', this.#name);
  }

  async #figures(): Promise<CageFigures> {
    this.#group?.sample();
    await this.#storage.sample();
    return {
      coldStart: this.#coldStart ?? Number.NaN,
      freezes: this.#freezes,
      memoryPeak: this.#group?.peak ?? Number.NaN,
      workingPeak: this.#group?.workingPeak ?? Number.NaN,
      threadsPeak: this.#group?.threadsPeak ?? Number.NaN,
      outOfMemoryKills: this.#group?.outOfMemoryKills ?? Number.NaN,
      storagePeak: this.#storage.peak,
    };
  }
}

/** As Lambda sets them, which knows no home folder and no other temporary one than `/tmp`. */
function variablesOf(config: FunctionConfig, runtimeApi: string): Record<string, string> {
  const place = { runtimeApi, temporaryFolder: '/tmp', optFolder: undefined };
  const logStream = `$LATEST/${randomBytes(16).toString('hex')}`;
  const environment: Record<string, string | undefined> = {
    ...functionEnvironment(config, { ...place, logStream }),
    ...imageVariables,
    HOME: undefined,
    TMPDIR: undefined,
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** What layers have at their top, by name: in `/opt` on Lambda. */
function contentsOf(layers: readonly string[]): [name: string, path: string][] {
  const contents = layers.flatMap((layer) =>
    readdirSync(layer).map((name): [string, string] => [name, join(layer, name)]),
  );
  const names = new Set(contents.map(([name]) => name));
  if (names.size < contents.length)
    throw new Error('Two layers of a function have a folder of the same name.');
  return contents;
}
