import { AppError } from './app-error.ts';

/**
 * @param missing why the installation cannot do what is requested; undefined if it can
 * @throws AppError `unavailable` with that reason
 */
export function requireInstalled(missing: string | undefined): void {
  if (missing) throw new AppError('unavailable', missing, { retryAfterSeconds: 3600 });
}
