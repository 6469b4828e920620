import { join } from 'node:path';
import type { Native } from '../../../base/processes/native.ts';

const pointerSize = 8;

/** Memory for a string that LibreOffice returns: an OUString is a pointer to an rtl_uString. */
export const stringSpace = (): Buffer => Buffer.alloc(pointerSize);

/**
 * Returns the function that makes an OUString of ASCII text.
 *
 * @param program LibreOffice's `program` folder
 */
export function stringMaker(native: Native, program: string): (text: string) => Buffer {
  const make = native
    .load(join(program, 'libuno_sal.so.3'))
    .func('void rtl_uString_newFromAscii(void *string, str ascii)') as (
    string: Buffer,
    ascii: string,
  ) => void;
  return (text) => {
    const string = stringSpace();
    make(string, text);
    return string;
  };
}
