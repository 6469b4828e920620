import type { InvokeOutcome } from '../../lambda/invoke-outcome.ts';

/** Runs a function and waits for its answer. Never rejects: whatever goes wrong is an outcome. */
export type Invoke = (
  functionArn: string,
  payload: string | Buffer,
  options: { traceId: string },
) => Promise<InvokeOutcome>;

/** @returns undefined if the function has not answered in time; it goes on running, as in AWS. */
export async function invokeWithin(
  milliseconds: number,
  invocation: Promise<InvokeOutcome>,
): Promise<InvokeOutcome | undefined> {
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
