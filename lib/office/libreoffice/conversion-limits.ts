import { ConversionFault } from '../conversion-fault.ts';

export interface ConversionLimits {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
  memoryLimitBytes: number;
  /** The memory in use now. */
  residentBytes: () => number;
}

/** How often memory is looked at. LibreOffice takes some hundred megabytes a second at most. */
const memoryInterval = 50;

/** The longest wait that a timer can take, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Resolves with the fault when a limit is passed first; `work` goes on and must be ended by the caller. */
export async function withinLimits<Result>(work: Promise<Result>, limits: ConversionLimits): Promise<Result> {
  const { signal, deadline, memoryLimitBytes } = limits;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(new ConversionFault('canceled', 'The conversion was canceled.'));
  const timer = setTimeout(
    () => reject(new ConversionFault('deadline', 'The conversion took too long.')),
    Math.min(Math.max(deadline - Date.now(), 0), longestTimer),
  );
  const watch = setInterval(() => {
    const used = limits.residentBytes();
    if (used > memoryLimitBytes) {
      reject(new ConversionFault('memory', `The conversion took ${used} bytes of memory.`));
    }
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
