import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Native } from '../../../base/processes/native.ts';
import { stringMaker, stringSpace } from './strings.ts';

type Library = ReturnType<Native['load']>;

export interface Folders {
  /** For temporary files; it exists. */
  temporary: string;
  /** For settings and a document's fonts. LibreOffice creates it when it needs it. */
  profile: string;
}

/**
 * Returns the function that gives a LibreOffice which has already started other folders. LibreOffice stores the fonts of
 * a document below its profile, and cannot write a file without its folder of temporary files.
 *
 * @param program LibreOffice's `program` folder
 * @param library its libmergedlo
 */
export function folderSwitch(native: Native, program: string, library: Library): (folders: Folders) => void {
  const system = native.load(join(program, 'libuno_sal.so.3'));
  const stringOf = stringMaker(native, program);
  const setVariable = system.func('void rtl_bootstrap_set(void *name, void *value)') as (
    name: unknown,
    value: unknown,
  ) => void;
  // The result, an OUString, is in memory that the caller provides.
  const setTemporary = library.func(
    'void *_ZN3utl24SetTempNameBaseDirectoryERKN3rtl8OUStringE(void *result, void *url)',
  ) as (result: Buffer, url: Buffer) => unknown;
  const pointerOf = (text: string): unknown => native.decode(stringOf(text), 'void *') as unknown;
  return ({ temporary, profile }) => {
    setTemporary(stringSpace(), stringOf(pathToFileURL(temporary).href));
    setVariable(pointerOf('UserInstallation'), pointerOf(pathToFileURL(profile).href));
  };
}
