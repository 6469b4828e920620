import { pathToFileURL } from 'node:url';
import type { Native } from '../../../base/processes/native.ts';
import { stringMaker } from './strings.ts';

/**
 * Returns the function that gives this process another font, under the names in it: the function that LibreOffice has for
 * the fonts in documents. It returns whether LibreOffice can show text in the font.
 *
 * @param program LibreOffice's `program` folder
 * @param library its libmergedlo, which has started
 */
export function fontLoader(
  native: Native,
  program: string,
  library: ReturnType<Native['load']>,
): (file: string) => boolean {
  const canOpen = fontProbe(native);
  const stringOf = stringMaker(native, program);
  const defaultDevice = library.func('void *_ZN11Application16GetDefaultDeviceEv()') as () => unknown;
  const addFont = library.func(
    'bool _ZN12OutputDevice14AddTempDevFontERKN3rtl8OUStringES3_(void *device, void *url, void *name)',
  ) as (device: unknown, url: Buffer, name: Buffer) => boolean;
  const ownNames = stringOf('');
  return (file) => canOpen(file) && addFont(defaultDevice(), stringOf(pathToFileURL(file).href), ownNames);
}

/**
 * Returns the function that tests whether FreeType, with which LibreOffice reads fonts, can open a font. LibreOffice reads
 * the names itself, and leaves out text in a font that then cannot be opened.
 */
function fontProbe(native: Native): (file: string) => boolean {
  // LibreOffice has loaded it.
  const freeType = native.load('libfreetype.so.6');
  const start = freeType.func('int FT_Init_FreeType(_Out_ void **library)') as (library: unknown[]) => number;
  const open = freeType.func('int FT_New_Face(void *library, str path, long index, _Out_ void **face)') as (
    library: unknown,
    path: string,
    index: number,
    face: unknown[],
  ) => number;
  const close = freeType.func('int FT_Done_Face(void *face)') as (face: unknown) => number;
  return (file) => {
    const [library, face]: [unknown[], unknown[]] = [[null], [null]];
    if (start(library) !== 0) throw new Error('FreeType did not start');
    if (open(library[0], file, 0, face) !== 0) return false;
    close(face[0]);
    return true;
  };
}
