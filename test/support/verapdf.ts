import { join } from 'node:path';
import type { CheckerSettings } from '#lib/engines/conformance/checker.ts';
import { outputFolder } from '../../layers/folders.ts';
import { koffiFile } from './libreoffice.ts';

/** Settings of a checker that runs the layer's veraPDF on the files in `folder`. */
export const checkerSettings = (folder: string): CheckerSettings => ({
  root: join(outputFolder, 'verapdf/verapdf'),
  launcherFile: join(import.meta.dirname, '../../lib/engines/conformance/launcher.ts'),
  koffiFile,
  folder,
  memoryMegabytes: 1769,
});
