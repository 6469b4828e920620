import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type EventPayload,
  faultOutcome,
  type InvocableFunction,
  type InvokeOptions,
  jsonOf,
  newTraceId,
  type RuntimeOutcome,
  startFault,
} from 'local-stack/lambda';
import { Cage, type CageFigures, type CageOptions } from './cage.ts';

export interface CagedFunctionOptions extends CageOptions {
  /** Whether the stack has it stream its responses. */
  isStreaming: boolean;
}

/** A function with one execution environment, in a cage, made at the first event. Further events wait their turn. */
export class CagedFunction implements InvocableFunction {
  /** Of the cages that were stopped. */
  readonly figures: CageFigures[] = [];
  invocations = 0;
  /** Invocations whose response was streamed. */
  streams = 0;
  readonly #options: CagedFunctionOptions;
  #cage: Promise<Cage> | undefined;
  #cages = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param options `folder` is for folders of its cages */
  constructor(options: CagedFunctionOptions) {
    this.#options = options;
  }

  /** Whether the stack has it stream its responses. */
  get isStreaming(): boolean {
    return this.#options.isStreaming;
  }

  invoke(payload: EventPayload, options: InvokeOptions = {}): Promise<RuntimeOutcome> {
    const run = this.#last.then(() => this.#run(payload, options));
    this.#last = run.then((outcome) => this.#finish(outcome)).catch(() => undefined);
    return run;
  }

  /** They are the container engine's. */
  pids(): number[] {
    return [];
  }

  async stop(): Promise<void> {
    await this.#last;
    await this.#remove();
  }

  async #run(payload: EventPayload, { clientContext, traceId }: InvokeOptions): Promise<RuntimeOutcome> {
    const { config, folder } = this.#options;
    const requestId = randomUUID();
    this.#cage ??= Cage.start({ ...this.#options, folder: join(folder, String((this.#cages += 1))) });
    let cage: Cage;
    try {
      cage = await this.#cage;
    } catch (error) {
      this.#cage = undefined;
      this.#options.log(`[${config.name}] ${String(error)}`);
      return faultOutcome(requestId, startFault(error));
    }
    this.invocations += 1;
    return cage.invoke({
      requestId,
      body: jsonOf(payload),
      clientContext,
      deadline: Date.now() + config.timeoutSeconds * 1000,
      functionArn: config.arn,
      traceId: traceId ?? newTraceId(),
    });
  }

  async #finish(outcome: RuntimeOutcome): Promise<void> {
    if (outcome.kind === 'stream') {
      this.streams += 1;
      await outcome.stream.ended;
    }
    if ((await this.#cage)?.alive === false) await this.#remove();
  }

  async #remove(): Promise<void> {
    const cage = await this.#cage;
    this.#cage = undefined;
    if (cage) this.figures.push(await cage.stop());
  }
}
