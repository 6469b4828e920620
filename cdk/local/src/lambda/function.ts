import { randomBytes, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../service.ts';
import type { BinaryEvent, EventPayload } from './binary-event.ts';
import { ExecutionEnvironment, type EnvironmentOwner } from './execution-environment.ts';
import { exitFault, faultOutcome, stoppedFault } from './fault.ts';
import type { RuntimeOutcome } from './invoke-outcome.ts';
import { layOutLayers } from './layers.ts';
import { maximumEventBytes } from './maximum-event-bytes.ts';
import { OrphanGuard } from './orphan-guard.ts';
import { reportLine } from './report-line.ts';
import { prepareStateDirectory } from './state-directory.ts';

/** More at once than processors would only delay the first. */
const maximumStarts = availableParallelism();

export interface FunctionConfig {
  /** The physical name. */
  name: string;
  arn: string;
  /** The unpacked code. */
  directory: string;
  /** For instance `index.handler`. */
  handler: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  /** Not enforced: the folder that stands for `/tmp` has no limit of its own. */
  ephemeralStorageMegabytes: number;
  /** The template's variables, and what the caller adds: endpoints and credentials. */
  environment: Record<string, string>;
  /** Execution environments at most. */
  maximumConcurrency: number;
  /** What an invocation gets when all of them are busy: Lambda's throttling error, or a place in a queue. */
  overflow: 'throttle' | 'queue';
  logGroup: string;
  /** Directories that stand merged in `/opt`; later ones win. */
  layerDirectories: readonly string[];
}

export interface FunctionOptions {
  /**
   * Holds a folder for each environment, its `/tmp`, and `opt`, the layers. Keep the path short: programs make Unix
   * sockets there, whose paths may have about 100 characters.
   */
  stateDirectory: string;
  /** Gets what the function writes, line by line, with its name before it. */
  log: Log;
  /** An environment without work ends after this time. Default: 10 minutes. */
  idleMilliseconds?: number;
  /**
   * How long an environment may take to get ready. Default: Lambda's 10 seconds and the function's own timeout, since
   * Lambda begins anew within the first invocation when ten seconds were not enough.
   */
  initMilliseconds?: number;
  /** Also log Lambda's `REPORT` line for each invocation. */
  verbose?: boolean;
}

export interface InvokeOptions {
  /** Value of `X-Amzn-Trace-Id`. Without it a new one is made. */
  traceId?: string;
  /** JSON for `context.clientContext`. */
  clientContext?: string;
}

interface Invocation extends InvokeOptions {
  requestId: string;
  body: Buffer | BinaryEvent;
  /** How often a process ended before it could read the event. */
  undelivered: number;
  settle: (outcome: RuntimeOutcome) => void;
}

/** A Lambda function, wherever it runs. */
export interface InvocableFunction {
  /**
   * Invokes the function and waits for its response, or for the beginning of one that streams, which has to be read or
   * discarded. Never rejects for a function's fault.
   *
   * @param payload the event, as JSON
   */
  invoke(payload: EventPayload, options?: InvokeOptions): Promise<RuntimeOutcome>;
  /** The processes of all environments; each leads a process group. */
  pids(): number[];
  /** Ends every process and waits until all are gone. Invocations that were running fail. */
  stop(): Promise<void>;
}

/**
 * A Lambda function whose execution environments are processes on this machine.
 *
 * An invocation takes the environment that was used last, or waits for the first that becomes free or has
 * started, whichever comes earlier, in the order of arrival.
 */
export class LocalFunction implements InvocableFunction {
  readonly #config: FunctionConfig;
  readonly #verbose: boolean;
  readonly #owner: EnvironmentOwner;
  readonly #guard = new OrphanGuard();
  readonly #environments = new Set<ExecutionEnvironment>();
  /** The last is the one that was used last. */
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #waiting: Invocation[] = [];
  #inFlight = 0;
  #stopped = false;

  /** @throws {Error} if a layer is missing. */
  constructor(config: FunctionConfig, options: FunctionOptions) {
    prepareStateDirectory(options.stateDirectory);
    this.#config = config;
    this.#verbose = options.verbose ?? false;
    this.#owner = {
      config,
      stateDirectory: options.stateDirectory,
      optFolder: layOutLayers(config.layerDirectories, join(options.stateDirectory, 'opt')),
      log: options.log,
      guard: this.#guard,
      idleMilliseconds: options.idleMilliseconds ?? 600_000,
      initMilliseconds: options.initMilliseconds ?? 10_000 + config.timeoutSeconds * 1000,
      idle: (environment) => {
        this.#idle.push(environment);
        this.#dispatch();
      },
      ended: (environment) => this.#forget(environment),
    };
  }

  async invoke(payload: EventPayload, options: InvokeOptions = {}): Promise<RuntimeOutcome> {
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (body.length > maximumEventBytes) return { kind: 'too-large' };
    if (this.#config.overflow === 'throttle' && this.#inFlight >= this.#config.maximumConcurrency) {
      return { kind: 'throttled' };
    }
    const requestId = randomUUID();
    if (this.#stopped) return faultOutcome(requestId, stoppedFault);

    this.#inFlight += 1;
    const outcome = await new Promise<RuntimeOutcome>((settle) => {
      this.#waiting.push({ ...options, requestId, body, undelivered: 0, settle });
      this.#dispatch();
    });
    afterwards(outcome, () => (this.#inFlight -= 1));
    return outcome;
  }

  pids(): number[] {
    return [...this.#environments].flatMap((environment) => environment.pid ?? []);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { requestId, settle } of this.#waiting.splice(0))
      settle(faultOutcome(requestId, stoppedFault));
    const environments = [...this.#environments];
    for (const environment of environments) environment.kill(stoppedFault);
    await Promise.all(environments.map(({ end }) => end));
    await this.#guard.stop();
  }

  /** Gives waiting invocations to idle environments, and starts more where that is not enough. */
  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      const environment = this.#idle.pop();
      if (environment?.state !== 'idle') continue;
      const invocation = this.#waiting.shift();
      if (invocation !== undefined) void this.#run(invocation, environment);
    }
    if (this.#waiting.length === 0) return;

    const states = [...this.#environments].map(({ state }) => state);
    const starting = states.filter((state) => state === 'starting').length;
    const finishing = states.filter((state) => state === 'finishing').length;
    const starts = Math.min(
      this.#waiting.length - starting - finishing,
      this.#config.maximumConcurrency - states.length,
      maximumStarts - starting,
    );
    for (let count = 0; count < starts; count += 1) {
      this.#environments.add(new ExecutionEnvironment(this.#owner));
    }
  }

  async #run(invocation: Invocation, environment: ExecutionEnvironment): Promise<void> {
    const { requestId, body, clientContext } = invocation;
    const startedAt = performance.now();
    const outcome = await environment.invoke({
      requestId,
      body,
      clientContext,
      deadline: Date.now() + this.#config.timeoutSeconds * 1000,
      functionArn: this.#config.arn,
      traceId: invocation.traceId ?? newTraceId(),
    });
    if (outcome !== 'undelivered') {
      if (this.#verbose) {
        afterwards(outcome, () => this.#report(requestId, performance.now() - startedAt, environment));
      }
      invocation.settle(outcome);
    } else if (this.#stopped) {
      invocation.settle(faultOutcome(requestId, stoppedFault));
    } else if (++invocation.undelivered === 3) {
      invocation.settle(faultOutcome(requestId, exitFault(0, null)));
    } else {
      this.#waiting.unshift(invocation);
      this.#dispatch();
    }
  }

  #report(requestId: string, duration: number, environment: ExecutionEnvironment): void {
    const { name, memoryMegabytes } = this.#config;
    const { initDuration, peakMemory } = environment;
    this.#owner.log(
      `[${name}] ${reportLine({ requestId, duration, initDuration, memoryMegabytes, peakMemory })}`,
    );
  }

  #forget(environment: ExecutionEnvironment): void {
    this.#environments.delete(environment);
    const position = this.#idle.indexOf(environment);
    if (position !== -1) this.#idle.splice(position, 1);
    if (environment.initFailure !== undefined) {
      const invocation = this.#waiting.shift();
      invocation?.settle(environment.initFailure(invocation.requestId));
    }
    this.#dispatch();
  }
}

/** Calls back when the response is complete: at once unless it streams. */
function afterwards(outcome: RuntimeOutcome, callback: () => void): void {
  if (outcome.kind === 'stream') void outcome.stream.ended.then(callback);
  else callback();
}

/** https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader */
export function newTraceId(): string {
  const time = Math.floor(Date.now() / 1000).toString(16);
  const random = randomBytes(20).toString('hex');
  return `Root=1-${time}-${random.slice(0, 24)};Parent=${random.slice(24)};Sampled=0`;
}
