import type { EventPayload } from '../../lambda/binary-event.ts';
import type { InvokeOutcome, RuntimeOutcome } from '../../lambda/invoke-outcome.ts';

type Invocation<Outcome> = (
  functionArn: string,
  payload: EventPayload,
  options: { traceId: string },
) => Promise<Outcome>;

/** Lambda's Invoke operations. They never reject: whatever goes wrong is an outcome. */
export interface InvokeOperations {
  /** Waits for the whole response. */
  invoke: Invocation<InvokeOutcome>;
  /** Waits until the response begins. */
  invokeWithResponseStream: Invocation<RuntimeOutcome>;
}

/** @returns undefined if the result has not come in time; the function goes on running, as in AWS. */
export async function within<Result>(
  milliseconds: number,
  invocation: Promise<Result>,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([invocation, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
