export interface WorkLimits {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
  memoryLimitBytes: number;
  /** The memory in use now, by whatever does the work. */
  memoryBytes: () => number;
}

/** What to reject with when a limit is passed. */
export interface LimitFaults {
  late: () => Error;
  tooLarge: (usedBytes: number) => Error;
  /** @param reason the signal's */
  canceled: (reason: unknown) => Error;
}

/** How often memory is looked at, in milliseconds: an engine takes some hundred megabytes a second at most. */
const memoryInterval = 50;

/** The longest wait that a timer can take, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Settles with `work`, or rejects when a limit is passed first; `work` goes on and must be ended by the caller. */
export async function withinLimits<Result>(
  work: Promise<Result>,
  { deadline, signal, memoryLimitBytes, memoryBytes }: WorkLimits,
  faults: LimitFaults,
): Promise<Result> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A limit that is passed while nobody looks is still one.
  broken.catch(() => undefined);
  const cancel = (): void => reject(faults.canceled(signal?.reason));
  const timer = setTimeout(
    () => reject(faults.late()),
    Math.min(Math.max(deadline - Date.now(), 0), longestTimer),
  );
  const watch = setInterval(() => {
    const used = memoryBytes();
    if (used > memoryLimitBytes) reject(faults.tooLarge(used));
  }, memoryInterval);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([work, broken]);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', cancel);
  }
}
