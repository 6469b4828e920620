import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalStack, RestartableName, StoreName } from 'local-stack';
import { descendantsOf } from '../support/local-run.ts';
import type { Journal } from './journal.ts';

export type Access = Pick<LocalStack, 'baseUrl' | 'outputs' | 'endpoints' | 'region' | 'credentials'>;

export interface HostOptions {
  templateFile: string;
  stateDirectory: string;
  port: number;
  parameters: Record<string, string>;
  /** Where functions reach the stores. */
  proxies: Record<StoreName, string>;
}

export type HostMessage =
  | { kind: 'log'; line: string }
  | { kind: 'store'; store: StoreName; endpoint: string }
  | { kind: 'restarted'; error?: string }
  | { kind: 'ready'; access: Access };

export interface FunctionProcess {
  /** The function's logical id, or how it begins. */
  name: string;
  pid: number;
}

/** Bytes of the disk that the functions' folders share, where one can be mounted; it holds two engines twice unpacked. */
const temporaryBytes = 1_600_000_000;

/** Arguments of unshare(1) that give the functions' folders a small disk of their own, which ends with the process. */
const onSmallDisk = (folder: string, asUser: boolean): string[] => [
  ...(asUser ? ['--user', '--map-root-user'] : []),
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${temporaryBytes} tmpfs "$0" && exec "$@"`,
  folder,
];

/** The service in a local run that can be killed and started again with what it has on disk. */
export class ServiceRun {
  access!: Access;
  readonly #options: HostOptions;
  readonly #journal: Journal;
  readonly #storeMoved: (store: StoreName, endpoint: string) => void;
  #host!: ChildProcess;

  private constructor(
    options: HostOptions,
    journal: Journal,
    storeMoved: (store: StoreName, endpoint: string) => void,
  ) {
    this.#options = options;
    this.#journal = journal;
    this.#storeMoved = storeMoved;
  }

  /** @param storeMoved hears where each store is, whenever the service starts */
  static async start(
    options: HostOptions,
    journal: Journal,
    storeMoved: (store: StoreName, endpoint: string) => void,
  ): Promise<ServiceRun> {
    const run = new ServiceRun(options, journal, storeMoved);
    await run.begin();
    return run;
  }

  get pid(): number {
    return this.#host.pid ?? 0;
  }

  /** The functions' folders as the service sees them. */
  get temporaryFolder(): string {
    return `/proc/${this.pid}/root${this.#functions}`;
  }

  get #functions(): string {
    return join(this.#options.stateDirectory, 'functions');
  }

  /** Starts the service; after `kill` on the same port. */
  async begin(): Promise<void> {
    mkdirSync(this.#functions, { recursive: true });
    const args = [
      ...onSmallDisk(this.#functions, process.getuid?.() !== 0),
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'local-host.ts'),
      JSON.stringify(this.#options),
    ];
    const host = spawn('unshare', args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#host = host;
    const ended = once(host, 'exit').then(([code]) => {
      throw new Error(`The local run did not start: ${code}`);
    });
    ended.catch(() => undefined);
    const ready = new Promise<Access>((resolve) => {
      host.on('message', (message: HostMessage) => {
        if (message.kind === 'log') this.#journal.note(message.line);
        else if (message.kind === 'store') this.#storeMoved(message.store, message.endpoint);
        else if (message.kind === 'ready') resolve(message.access);
      });
    });
    this.access = await Promise.race([ready, ended]);
    this.#options.port = Number(new URL(this.access.baseUrl).port);
  }

  /** Power cut: gateway, stores and functions end at once. */
  async kill(): Promise<void> {
    const exit = once(this.#host, 'exit');
    this.#host.kill('SIGKILL');
    await exit;
  }

  /** Ends it in order, unless it has ended. */
  async stop(): Promise<void> {
    if (this.#host.exitCode !== null || this.#host.signalCode !== null) return;
    const exit = once(this.#host, 'exit');
    this.#host.kill('SIGTERM');
    await exit;
  }

  /** Stops a store or the gateway and starts it again from its disk, while all else runs on. */
  async restart(name: RestartableName): Promise<void> {
    const host = this.#host;
    const restarted = new Promise<void>((resolve, reject) => {
      const hear = (message: HostMessage): void => {
        if (message.kind !== 'restarted') return;
        host.off('message', hear);
        if (message.error === undefined) resolve();
        else reject(new Error(`${name}: ${message.error}`));
      };
      host.on('message', hear);
    });
    host.send({ restart: name });
    await Promise.race([restarted, once(host, 'exit')]);
  }

  /** The processes that run function code now. */
  functions(): FunctionProcess[] {
    return children(this.pid).flatMap((pid) => {
      const name =
        /AWS_LAMBDA_FUNCTION_NAME=(\w+)/.exec(read(`/proc/${pid}/environ`))?.[1] ?? undumpable(pid);
      return name === undefined ? [] : [{ name, pid }];
    });
  }

  /** The processes that a function's processes have started: LibreOffice's or Chromium's. */
  engines(functionName: string): number[] {
    return this.functions()
      .filter(({ name }) => name.startsWith(functionName))
      .flatMap(({ pid }) => descendantsOf(pid));
  }
}

const children = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** The functions that run engines hide their variables from all but root; their engines do not. */
function undumpable(pid: number): string | undefined {
  const commandLine = (id: number): string => read(`/proc/${id}/cmdline`);
  if (!commandLine(pid).includes('bootstrap')) return undefined;
  return descendantsOf(pid).some((id) => commandLine(id).includes('/chromium')) ? 'Renderer' : 'OfficeWorker';
}

/** Empty when the process is gone, or we may not look. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
