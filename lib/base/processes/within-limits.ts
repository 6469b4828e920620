export interface WorkLimits {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
  memoryLimitBytes: number;
  /** The memory that the measured work uses now. */
  memoryBytes: () => number;
}

/** The errors to reject with when a limit is exceeded. */
export interface LimitErrors {
  late: () => Error;
  tooLarge: (usedBytes: number) => Error;
  /** @param reason of the signal */
  canceled: (reason: unknown) => Error;
}

/** Interval between memory checks, in milliseconds. An engine allocates at most some hundred megabytes a second. */
const memoryInterval = 50;

/** The longest delay of a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/**
 * Settles with `work`, or rejects when a limit is exceeded first. `work` then continues, and the caller must end it.
 */
export async function withinLimits<Result>(
  work: Promise<Result>,
  { deadline, signal, memoryLimitBytes, memoryBytes }: WorkLimits,
  errors: LimitErrors,
): Promise<Result> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A limit can be exceeded while nothing awaits `broken`; that must not be an unhandled rejection.
  broken.catch(() => undefined);
  const cancel = (): void => reject(errors.canceled(signal?.reason));
  const timer = setTimeout(
    () => reject(errors.late()),
    Math.min(Math.max(deadline - Date.now(), 0), longestTimer),
  );
  const watch = setInterval(() => {
    const used = memoryBytes();
    if (used > memoryLimitBytes) reject(errors.tooLarge(used));
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
