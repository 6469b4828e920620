import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDescendants } from '../measuring/process-tree.ts';

export interface ServerCommand {
  program: string;
  /** @param port is free */
  args: (port: number) => string[];
  environment?: NodeJS.ProcessEnv;
  /** Whether it responds. */
  isReady: (origin: string) => Promise<boolean>;
}

/** Milliseconds. */
const longestStart = 60_000;

/** A server that can be started, killed with all that it has started, and started again. */
export class ServerProcess {
  readonly #command: ServerCommand;
  #child: ChildProcess | undefined;
  #origin = '';
  #log = '';

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  get pids(): number[] {
    return this.#child?.pid === undefined ? [] : [this.#child.pid];
  }

  /** Where it listens; it is started if it does not run. @throws Error with what it printed, if it does not start */
  async origin(): Promise<string> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) return this.#origin;
    const port = await freePort();
    const { program, args, environment, isReady } = this.#command;
    const child = spawn(program, args(port), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    this.#child = child;
    child.on('error', (error) => (this.#log += String(error)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#log = (this.#log + text).slice(-4_000)));
    }
    this.#origin = `http://127.0.0.1:${port}`;
    const start = performance.now();
    while (!(await isReady(this.#origin).catch(() => false))) {
      if (child.exitCode !== null || child.pid === undefined || performance.now() - start > longestStart) {
        throw new Error(`${program} does not start: ${this.#log}`);
      }
      await sleep(10);
    }
    return this.#origin;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    for (const pid of withDescendants([child.pid])) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    }
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
