import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Log } from '../service.ts';
import {
  exitFault,
  faultOutcome,
  memoryFault,
  startFault,
  stoppedFault,
  timeoutFault,
  type Fault,
} from './fault.ts';
import { BodyFile } from './body-file.ts';
import { functionEnvironment, heapOptions } from './function-environment.ts';
import type { FunctionConfig } from './function.ts';
import type { FunctionError, RuntimeOutcome } from './invoke-outcome.ts';
import type { OrphanGuard } from './orphan-guard.ts';
import { killGroup, killTree, memoryOf, processTree } from './process-tree.ts';
import { RuntimeApi, type Delivery } from './runtime-api.ts';

const bootstrap = fileURLToPath(new URL('runtime/bootstrap.mjs', import.meta.url));
const memoryCheckMilliseconds = 250;

/** The function that an environment belongs to. */
export interface EnvironmentOwner {
  config: FunctionConfig;
  /** Where the environment's own folder is made. */
  stateDirectory: string;
  /** Stands for `/opt`; undefined for a function without layers. */
  optFolder: string | undefined;
  log: Log;
  guard: OrphanGuard;
  initMilliseconds: number;
  idleMilliseconds: number;
  /** The environment waits for an event. */
  idle(environment: ExecutionEnvironment): void;
  /** Its process, folder and port are gone. */
  ended(environment: ExecutionEnvironment): void;
}

interface Running {
  settle: (outcome: RuntimeOutcome | 'undelivered') => void;
}

/**
 * One process that serves one invocation at a time, in a process group and with a folder of its own.
 *
 * `starting` → `idle` → `busy` → `finishing` (its response is complete, it does not wait yet) → `idle` …, and `ending`
 * from any.
 */
export class ExecutionEnvironment {
  state: 'starting' | 'idle' | 'busy' | 'finishing' | 'ending' = 'starting';
  /** Set when the process ended before it ever waited for an event. */
  initFailure: ((requestId: string) => FunctionError) | undefined;
  /** The most that was seen since the start, in bytes; looked at only while an invocation lasts. */
  peakMemory = 0;
  /** Resolves when nothing of the environment is left. */
  readonly end: Promise<void>;

  readonly #owner: EnvironmentOwner;
  readonly #api: RuntimeApi;
  #bodies: BodyFile | undefined;
  #child: ChildProcess | undefined;
  #folder: string | undefined;
  #fault: Fault | undefined;
  /** Waits for the response to begin. */
  #running: Running | undefined;
  #requestId = '';
  /** Events sent, and events that the process has confirmed to have read. */
  #sent = 0;
  #confirmed = 0;
  /** Of the initialisation, the invocation or the idle time. */
  #limit: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #initDuration = 0;
  #initialised = false;
  #memoryCheck: NodeJS.Timeout | undefined;

  constructor(owner: EnvironmentOwner) {
    this.#owner = owner;
    this.#api = new RuntimeApi({
      waiting: () => this.#becomeIdle(),
      responded: (outcome) => this.#responded(outcome),
      initFailed: (failure) => (this.initFailure = () => failure),
    });
    this.end = this.#live();
  }

  /** Milliseconds, as long as the environment has not served a second event. */
  get initDuration(): number | undefined {
    return this.#sent === 1 ? this.#initDuration : undefined;
  }

  /** Of the process, while it lives. */
  get pid(): number | undefined {
    const alive = this.#child?.exitCode === null && this.#child.signalCode === null;
    return alive ? this.#child?.pid : undefined;
  }

  /**
   * Hands over an event and waits for the response, or for its beginning if it streams.
   *
   * @returns `undelivered` if the process ended before it could read the event: another may have it
   */
  invoke(delivery: Delivery): Promise<RuntimeOutcome | 'undelivered'> {
    if (this.state !== 'idle' || !this.#api.deliver(delivery)) return Promise.resolve('undelivered');
    this.state = 'busy';
    this.#sent += 1;
    this.#setLimit(this.#owner.config.timeoutSeconds * 1000, timeoutFault);
    this.#memoryCheck = setInterval(() => this.#checkMemory(), memoryCheckMilliseconds);
    this.#requestId = delivery.requestId;
    return new Promise((settle) => (this.#running = { settle }));
  }

  /** Ends the process and all that it started. A running invocation gets the fault as its outcome. */
  kill(fault: Fault): void {
    this.state = 'ending';
    this.#fault ??= fault;
    this.#api.interrupt(faultOutcome(this.#requestId, this.#fault));
    if (this.pid !== undefined) killTree(this.pid);
  }

  async #live(): Promise<void> {
    const exit = await this.#run().catch(startFault);
    const fault = this.#fault ?? exit;
    this.state = 'ending';
    clearTimeout(this.#limit);
    clearInterval(this.#memoryCheck);
    const outcome = faultOutcome(this.#requestId, fault);
    this.#api.interrupt(outcome);
    this.#api.close();
    this.#bodies?.close();

    if (!this.#initialised) this.initFailure ??= (requestId) => faultOutcome(requestId, fault);
    const unread = this.#fault === undefined && this.#confirmed < this.#sent;
    this.#running?.settle(unread ? 'undelivered' : outcome);
    await this.#tidy();
    this.#owner.ended(this);
  }

  /** Starts the process and waits for its end. */
  async #run(): Promise<Fault> {
    const { config, stateDirectory, optFolder, guard, initMilliseconds } = this.#owner;
    // Otherwise spawning would say that Node.js is missing.
    await access(config.directory);
    this.#folder = await mkdtemp(join(stateDirectory, `${process.pid}-`));
    this.#bodies = new BodyFile(stateDirectory);
    const runtimeApi = await this.#api.listen(this.#bodies);
    if (this.#fault !== undefined) return this.#fault;

    const logStream = `${new Date().toISOString().slice(0, 10).replaceAll('-', '/')}/[$LATEST]${randomBytes(16).toString('hex')}`;
    const child = spawn(process.execPath, [...heapOptions(config), bootstrap], {
      cwd: config.directory,
      env: functionEnvironment(config, { runtimeApi, temporaryFolder: this.#folder, optFolder, logStream }),
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', this.#bodies.descriptor],
      detached: true,
    });
    this.#child = child;
    const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const confirmations = child.stdio[3] as Readable;
    const confirmed = new Promise((resolve) => confirmations.once('close', resolve));
    confirmations
      .on('data', (bytes: Buffer) => (this.#confirmed += bytes.length))
      .on('error', () => undefined);
    for (const output of child.stdio.slice(1, 3) as Readable[]) {
      createInterface({ input: output }).on('line', (line) => this.#owner.log(`[${config.name}] ${line}`));
    }
    this.#startedAt = performance.now();
    this.#setLimit(initMilliseconds, timeoutFault);
    if (child.pid !== undefined) guard.watch(child.pid);

    const [code, signal] = await exit;
    if (child.pid !== undefined) {
      killGroup(child.pid);
      guard.forget(child.pid);
    }
    await confirmed;
    return exitFault(code, signal);
  }

  /** Leaves nothing behind, and loses no line that the process wrote. */
  async #tidy(): Promise<void> {
    for (const output of [this.#child?.stdout, this.#child?.stderr]) {
      if (output?.closed !== false) continue;
      // A process that left the group can hold the other end for ever.
      const patience = setTimeout(() => output.destroy(), 1000);
      await new Promise((resolve) => output.once('close', resolve));
      clearTimeout(patience);
    }
    if (this.#folder === undefined) return;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) => {
      this.#owner.log(`[${this.#owner.config.name}] ${String(error)}`);
    });
  }

  #becomeIdle(): void {
    if (this.state === 'ending') return;
    if (!this.#initialised) this.#initDuration = performance.now() - this.#startedAt;
    this.#initialised = true;
    this.state = 'idle';
    this.#setLimit(this.#owner.idleMilliseconds, () => stoppedFault);
    this.#owner.idle(this);
  }

  #responded(outcome: RuntimeOutcome): void {
    this.#running?.settle(outcome);
    this.#running = undefined;
    if (outcome.kind === 'stream') void outcome.stream.ended.then(() => this.#finish());
    else this.#finish();
  }

  /** The invocation's time limit stays in force until the process waits again. */
  #finish(): void {
    clearInterval(this.#memoryCheck);
    if (this.state === 'busy') this.state = 'finishing';
  }

  #setLimit(milliseconds: number, fault: (milliseconds: number) => Fault): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.kill(fault(milliseconds)), milliseconds);
  }

  #checkMemory(): void {
    if (this.pid === undefined) return;
    const used = memoryOf(processTree(this.pid));
    this.peakMemory = Math.max(this.peakMemory, used);
    if (used > this.#owner.config.memoryMegabytes * 2 ** 20) this.kill(memoryFault);
  }
}
