import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryName } from '#lib/engines/fonts/font-inventory.ts';
import { listedFacesName } from '#lib/engines/fonts/listed-faces.ts';
import { readFaces } from '#lib/engines/fonts/sfnt/face.ts';
import { textFacesName } from '#lib/engines/fonts/text-faces.ts';
import type { DebianLayer } from '../layer.ts';
import { fontSelections } from './contents.ts';
import { fontsConf } from './fonts-conf.ts';
import { ownFontsKey, readOwnFonts } from './own-fonts.ts';
import { makeInventory } from './inventory.ts';
import { makeListedFaces } from './listed-faces.ts';
import { type LayerFace, makeTextFaces } from './text-faces.ts';

/** Fonts and their fontconfig file, for LibreOffice and for Chromium. */
export const fontsLayer: DebianLayer = {
  from: 'debian',
  name: 'fonts',
  packages: [...new Set(fontSelections.map((selection) => selection.package))],
  executables: new Set(),
  otherInputs: async () => ownFontsKey(await readOwnFonts()),

  async assemble(files, tree, progress) {
    const hash = createHash('sha256');
    const faces: LayerFace[] = [];
    for (const selection of fontSelections) {
      const chosen = files
        .below(selection.folder)
        .filter((path) => selection.files.test(path))
        .filter((path) => files.find(`${selection.folder}/${path}`)?.package === selection.package);
      if (chosen.length === 0)
        throw new Error(`${selection.package} has no font like ${selection.files.source}.`);
      for (const path of chosen) {
        const font = `${selection.folder}/${path}`;
        const bytes = await readFile(files.use(font).file);
        hash.update(bytes);
        const file = `${selection.target}/${path}`;
        faces.push(...readFaces(bytes).map((face, index) => ({ ...face, file, index })));
        await tree.copy(font, `fonts/${file}`);
      }
      progress(`${selection.package}: ${String(chosen.length)} files`);
    }
    for (const { fileName, bytes, face } of await readOwnFonts()) {
      hash.update(bytes);
      const file = `own/${fileName}`;
      faces.push({ ...face, file, index: 0 });
      await tree.write(`fonts/${file}`, bytes);
      progress(`${fileName}: ${face.families.join(', ')}`);
    }
    const template = await readFile(join(import.meta.dirname, 'fonts.conf'), 'utf8');
    const held = faces.flatMap(({ families }) => families);
    await tree.write('fonts/fonts.conf', fontsConf(template, hash.digest('hex').slice(0, 16), held));
    await tree.write(`fonts/${inventoryName}`, JSON.stringify(makeInventory(faces)));
    await tree.write(`fonts/${textFacesName}`, JSON.stringify(makeTextFaces(faces, template)));
    await tree.write(`fonts/${listedFacesName}`, JSON.stringify(makeListedFaces(faces, template)));
    await tree.copyLicenses('fonts/licenses');
  },
};
