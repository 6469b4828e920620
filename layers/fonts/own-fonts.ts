import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { InputFault } from '#lib/base/input-fault.ts';
import { FontBudget } from '#lib/engines/fonts/font-budget.ts';
import { type FontFile, readFontFile } from '#lib/engines/fonts/font-file.ts';
import { fontExtension } from '#lib/engines/fonts/font-format.ts';
import { layersFolder } from '../folders.ts';

/** An operator's own fonts, which each build of the layer includes. Not committed. */
const ownFontsFolder = join(layersFolder, '.own', 'fonts');

const fontFile = /\.(?:ttf|otf|woff2)$/i;

export interface OwnFont extends FontFile {
  /** With the extension of the unpacked font. */
  fileName: string;
}

/**
 * Reads the fonts of a folder, sorted by name. Other files in it are ignored, and so are its folders.
 *
 * @returns none if the folder does not exist
 * @throws Error when a font is not valid, naming the file
 */
export async function readOwnFonts(folder = ownFontsFolder): Promise<OwnFont[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const fonts = new Map<string, OwnFont>();
  for (const name of names.filter((each) => fontFile.test(each)).sort()) {
    const font = await readOwnFont(join(folder, name));
    if (fonts.has(font.fileName)) throw new Error(`${name} and another font would both be ${font.fileName}.`);
    fonts.set(font.fileName, font);
  }
  return [...fonts.values()];
}

async function readOwnFont(path: string): Promise<OwnFont> {
  const name = basename(path);
  try {
    const font = await readFontFile(await readFile(path), new FontBudget(Infinity));
    return { ...font, fileName: `${name.slice(0, -extname(name).length)}${fontExtension(font.bytes)}` };
  } catch (error) {
    throw error instanceof InputFault ? new Error(`${name} ${error.predicate}.`, { cause: error }) : error;
  }
}

/**
 * Replaces the fonts that each build includes by those of another folder; a folder without fonts removes them.
 *
 * @returns the fonts
 * @throws Error when a font is not valid; the fonts of before then stay
 */
export async function replaceOwnFonts(source: string, folder = ownFontsFolder): Promise<OwnFont[]> {
  // A typing error must not pass for a folder without fonts.
  await readdir(source);
  const fonts = await readOwnFonts(source);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { fileName, bytes } of fonts) await writeFile(join(folder, fileName), bytes);
  return fonts;
}

/** Identifies the fonts by their names and bytes. */
export const ownFontsKey = (fonts: readonly OwnFont[]): string =>
  JSON.stringify(
    fonts.map(({ fileName, bytes }) => [fileName, createHash('sha256').update(bytes).digest('hex')]),
  );
