import { AppError } from '../../base/app-error.ts';
import type { LimitErrors } from '../../base/processes/within-limits.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import type { Progress } from './progress.ts';

export interface RenderLimits {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/**
 * `render-timeout` with the pending stage, `render-failed` for memory, and the signal's own reason; BrowserFailed if
 * the deadline passed before a browser had received the page.
 */
export const limitErrors = (
  progress: Progress,
  memoryLimitBytes: number,
  metPage: () => boolean,
): LimitErrors => ({
  late: () =>
    metPage()
      ? new AppError(
          'render-timeout',
          `The page was not rendered in time: it was waiting for ${progress.waitingFor}.`,
        )
      : new BrowserFailed(`The time limit passed while waiting for ${progress.waitingFor}.`),
  tooLarge: () =>
    new AppError(
      'render-failed',
      `The page takes more than ${Math.round(memoryLimitBytes / 1024 ** 2)} MB of memory.`,
    ),
  canceled: (reason) => reason as Error,
});
