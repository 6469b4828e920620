import { AppError } from '../app-error.ts';
import type { Progress } from './progress.ts';

export interface RenderLimits {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

interface Watched extends RenderLimits {
  memoryLimitBytes: number;
  /** The memory in use now. */
  memoryBytes: () => number;
  progress: Progress;
}

/** Milliseconds between two looks at memory: a page takes some hundred megabytes a second at most. */
const memoryInterval = 50;

/** The longest wait that a timer can take, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/**
 * Settles with `work`, or rejects when a limit is passed first; `work` goes on and must be ended by the caller.
 *
 * @throws AppError `render-timeout` saying what was waited for, `render-failed` for memory
 * @throws the signal's reason
 */
export async function withinLimits<Result>(work: Promise<Result>, limits: Watched): Promise<Result> {
  const { deadline, signal, memoryLimitBytes, memoryBytes, progress } = limits;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A limit that is passed while nobody looks is still one.
  broken.catch(() => undefined);
  const cancel = (): void => reject(signal?.reason as Error);
  const timer = setTimeout(
    () => reject(timeout(progress)),
    Math.min(Math.max(deadline - Date.now(), 0), longestTimer),
  );
  const watch = setInterval(() => {
    if (memoryBytes() > memoryLimitBytes) reject(outOfMemory(memoryLimitBytes));
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

const timeout = ({ waitingFor }: Progress): AppError =>
  new AppError('render-timeout', `The page was not rendered in time: it was waiting for ${waitingFor}.`);

const outOfMemory = (limit: number): AppError =>
  new AppError('render-failed', `The page takes more than ${Math.round(limit / 1024 ** 2)} MB of memory.`);
