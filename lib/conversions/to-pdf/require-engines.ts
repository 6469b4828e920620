import { AppError } from '../../base/app-error.ts';
import { requireChromium } from '../html/require-chromium.ts';
import type { FileKind } from './file-kind.ts';

/** Why an installation lacks engines; undefined for those that it has. */
export interface MissingEngines {
  unavailable: string | undefined;
  withoutChromium: string | undefined;
}

/** @throws AppError `unavailable` when the installation lacks the engine of a kind of files */
export function requireEngines(
  kinds: readonly FileKind[],
  { unavailable, withoutChromium }: MissingEngines,
): void {
  if (unavailable && kinds.includes('office'))
    throw new AppError('unavailable', unavailable, { retryAfterSeconds: 3600 });
  if (kinds.some((kind) => kind !== 'pdf' && kind !== 'picture' && kind !== 'office'))
    requireChromium(withoutChromium);
}
