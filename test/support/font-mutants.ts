import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FontBudget } from '#lib/engines/fonts/font-budget.ts';
import { readFontFile } from '#lib/engines/fonts/font-file.ts';
import type { GivenFont } from '#lib/engines/fonts/given-font.ts';
import { readTables, writeFont } from '#lib/engines/fonts/sfnt/tables.ts';
import { outputFolder } from '../../layers/folders.ts';
import { sampleFont } from './font-tables.ts';
import { seededNumbers } from './seeded-numbers.ts';

const ofLayer = (path: string): Buffer => readFileSync(join(outputFolder, 'fonts/fonts', path));

/** TrueType, PostScript, and a font whose features replace and move many glyphs. */
const originals = (): Buffer[] => [
  sampleFont(),
  ofLayer('cabin/Cabin-Regular.otf'),
  ofLayer('amiri/Amiri-Regular.ttf'),
];

/** A font with other bytes in some of its tables, mostly at the beginning of one. */
function mutant(font: Buffer, seed: number): Buffer {
  const below = seededNumbers(seed);
  const tables = new Map([...readTables(font)].map(([tag, table]) => [tag, Buffer.from(table)]));
  const changeable = [...tables].filter(([tag, { length }]) => tag !== 'name' && length > 0);
  for (let count = 1 + below(6); count > 0; count -= 1) {
    const [, table] = changeable[below(changeable.length)] ?? [];
    if (!table) continue;
    const at = below(below(3) === 0 ? table.length : Math.min(table.length, 200));
    table[at] = below(3) === 0 ? 0xff : below(256);
  }
  return writeFont(font.readUInt32BE(0), tables);
}

/** Damaged fonts that pass the checks, so that engines read them. The service rejects the others. */
export async function acceptedMutants(count: number): Promise<GivenFont[]> {
  const fonts: GivenFont[] = [];
  const all = originals();
  for (let seed = 1; fonts.length < count; seed += 1) {
    const file = mutant(all[seed % all.length] ?? Buffer.alloc(0), seed);
    const read = await readFontFile(file, new FontBudget()).catch(() => undefined);
    if (read) fonts.push({ field: 'fonts[0]', ...read });
  }
  return fonts;
}
