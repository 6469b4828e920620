import type { Bandwidth } from './bandwidth.ts';
import type { EventPayload } from './lambda/binary-event.ts';
import { bufferOutcome } from './lambda/buffer-outcome.ts';
import type { InvocableFunction, InvokeOptions } from './lambda/function.ts';
import type { FunctionError, InvokeOutcome, RuntimeOutcome } from './lambda/invoke-outcome.ts';
import { limitOutcome } from './lambda/limit-stream.ts';

/** The functions of a stack by ARN. Servers that invoke them listen before they exist; their requests wait. */
export class Functions {
  readonly #functions = new Map<string, InvocableFunction>();
  readonly #complete = Promise.withResolvers<undefined>();
  readonly #bandwidth: Bandwidth | undefined;

  /** @param bandwidth of streamed responses; undefined for no limit */
  constructor(bandwidth?: Bandwidth) {
    this.#bandwidth = bandwidth;
  }

  add(arn: string, added: InvocableFunction): void {
    this.#functions.set(arn, added);
  }

  /** All functions are added: requests that wait go on. */
  complete(): void {
    this.#complete.resolve(undefined);
  }

  /** Undefined if the stack has no such function. */
  async find(arn: string): Promise<InvocableFunction | undefined> {
    await this.#complete.promise;
    return this.#functions.get(arn);
  }

  /** Invokes a function and waits for its result. Never rejects. */
  async invoke(arn: string, payload: EventPayload, options?: InvokeOptions): Promise<InvokeOutcome> {
    return bufferOutcome(await this.#invoke(arn, payload, options));
  }

  /** Invokes a function and waits until its response begins, which may stream. Never rejects. */
  async invokeWithResponseStream(
    arn: string,
    payload: EventPayload,
    options?: InvokeOptions,
  ): Promise<RuntimeOutcome> {
    return limitOutcome(await this.#invoke(arn, payload, options), { bandwidth: this.#bandwidth });
  }

  /** The processes of all functions. */
  pids(): number[] {
    return [...this.#functions.values()].flatMap((each) => each.pids());
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#functions.values()].map((each) => each.stop()));
  }

  async #invoke(arn: string, payload: EventPayload, options?: InvokeOptions): Promise<RuntimeOutcome> {
    const found = await this.find(arn);
    return found?.invoke(payload, options) ?? notFound(arn);
  }
}

const notFound = (arn: string): FunctionError => ({
  kind: 'error',
  errorType: 'ResourceNotFoundException',
  errorMessage: `Function not found: ${arn}`,
});
