import { requireInstalled } from '../../base/require-installed.ts';
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
  if (kinds.includes('office')) requireInstalled(unavailable);
  if (kinds.some((kind) => kind !== 'pdf' && kind !== 'picture' && kind !== 'office'))
    requireInstalled(withoutChromium);
}
