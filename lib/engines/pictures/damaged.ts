import { InputFault } from '../../base/input-fault.ts';

/** The error for a picture that cannot be read. */
export const damaged = (predicate: string, cause?: unknown): InputFault =>
  new InputFault('damaged-document', predicate, { cause });
