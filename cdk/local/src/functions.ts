import type { InvocableFunction, InvokeOptions } from './lambda/function.ts';
import type { InvokeOutcome } from './lambda/invoke-outcome.ts';

/** The functions of a stack by ARN. Servers that invoke them listen before they exist; their requests wait. */
export class Functions {
  readonly #functions = new Map<string, InvocableFunction>();
  readonly #complete = Promise.withResolvers<undefined>();

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
  async invoke(arn: string, payload: string | Buffer, options?: InvokeOptions): Promise<InvokeOutcome> {
    const found = await this.find(arn);
    return found?.invoke(payload, options) ?? notFound(arn);
  }

  /** The processes of all functions. */
  pids(): number[] {
    return [...this.#functions.values()].flatMap((each) => each.pids());
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#functions.values()].map((each) => each.stop()));
  }
}

const notFound = (arn: string): InvokeOutcome => ({
  kind: 'error',
  errorType: 'ResourceNotFoundException',
  errorMessage: `Function not found: ${arn}`,
});
