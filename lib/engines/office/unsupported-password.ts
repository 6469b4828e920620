import { InputFault } from '../../base/input-fault.ts';
import type { OfficeFormat } from './formats.ts';

/** The fault of a document that is encrypted in a format of which passwords are not supported. */
export const unsupportedPassword = ({ description }: OfficeFormat, cause?: unknown): InputFault =>
  new InputFault(
    'invalid-file-type',
    `is ${description} with a password, which is not supported; save it without the password`,
    { cause },
  );
