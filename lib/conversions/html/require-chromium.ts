import { AppError } from '../../base/app-error.ts';

/** @throws AppError `unavailable` in an installation without Chromium */
export function requireChromium(reason: string | undefined): void {
  if (reason) throw new AppError('unavailable', reason, { retryAfterSeconds: 3600 });
}
