import { FontBudget } from '#lib/engines/fonts/font-budget.ts';
import { readFontFile } from '#lib/engines/fonts/font-file.ts';
import type { GivenFont } from '#lib/engines/fonts/given-font.ts';

/** The fonts of a conversion, as a request brings them. */
export function givenFonts(...files: readonly Buffer[]): Promise<GivenFont[]> {
  const budget = new FontBudget();
  return Promise.all(
    files.map(async (file, index) => ({ field: `fonts[${index}]`, ...(await readFontFile(file, budget)) })),
  );
}
