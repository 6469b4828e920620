import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../base/input-fault.ts';
import { fontExtension } from '../fonts/font-format.ts';
import type { GivenFont } from '../fonts/given-font.ts';

/** Writes fonts to a new folder. Returns their file names there. */
export async function storeFonts(fonts: readonly GivenFont[], folder: string): Promise<string[]> {
  if (fonts.length === 0) return [];
  await mkdir(folder, { mode: 0o700 });
  return Promise.all(
    fonts.map(async ({ bytes }, index) => {
      const name = `${index}${fontExtension(bytes)}`;
      await writeFile(join(folder, name), bytes);
      return name;
    }),
  );
}

/**
 * The error for a font that LibreOffice rejected, which names the font's field.
 *
 * @param index position of the font in `fonts`, as the process reports it
 */
export function unreadableFont(fonts: readonly GivenFont[], index: string): Error {
  const font = fonts[Number(index)];
  if (!font) return new Error('LibreOffice rejected a font that it was not given.');
  return new InputFault('invalid-file-type', 'is a font that cannot be used for documents').inField(
    font.field,
  );
}
