import { fontFormat } from './font-format.ts';
import { damagedFont } from './font-data.ts';
import type { FontBudget } from './font-budget.ts';
import { checkFont } from './sfnt/check-font.ts';
import { type FontFace, readFace } from './sfnt/face.ts';
import { unpackWoff2 } from './woff2/unpack.ts';

/** A font that was checked, and unpacked if it was WOFF2. */
export interface FontFile {
  /** TrueType or OpenType. */
  bytes: Buffer;
  face: FontFace;
}

/**
 * Checks a font and reads what conversions need to know about it. Takes time linear in the size of the unpacked font.
 *
 * @throws InputFault `invalid-file-type` when the file is not a font, is damaged, has no name, or must not be embedded;
 *   `file-too-large` when the unpacked font does not fit the budget
 */
export async function readFontFile(file: Buffer, budget: FontBudget): Promise<FontFile> {
  const bytes = fontFormat(file) === 'WOFF2' ? await unpackWoff2(file, budget) : file;
  budget.take(bytes.length);
  const tables = checkFont(bytes);
  const face = readFace(tables);
  if (face.families.length === 0) throw damagedFont('it has no family name');
  return { bytes, face };
}
