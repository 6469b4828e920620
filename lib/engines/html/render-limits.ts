import { AppError } from '../../base/app-error.ts';
import type { LimitFaults } from '../../base/processes/within-limits.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import type { Progress } from './progress.ts';

export interface RenderLimits {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

/**
 * `render-timeout` saying what was waited for, `render-failed` for memory, and the signal's own reason; BrowserFailed
 * where the time was over before a browser had met the page.
 */
export const renderFaults = (
  progress: Progress,
  memoryLimitBytes: number,
  metPage: () => boolean,
): LimitFaults => ({
  late: () =>
    metPage()
      ? new AppError(
          'render-timeout',
          `The page was not rendered in time: it was waiting for ${progress.waitingFor}.`,
        )
      : new BrowserFailed(`The time was over while waiting for ${progress.waitingFor}.`),
  tooLarge: () =>
    new AppError(
      'render-failed',
      `The page takes more than ${Math.round(memoryLimitBytes / 1024 ** 2)} MB of memory.`,
    ),
  canceled: (reason) => reason as Error,
});
