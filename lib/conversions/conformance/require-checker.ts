import { AppError } from '../../base/app-error.ts';

/** @throws AppError `unavailable` when the installation has no validator */
export function requireChecker(reason: string | undefined): void {
  if (reason) throw new AppError('unavailable', reason, { retryAfterSeconds: 3600 });
}
