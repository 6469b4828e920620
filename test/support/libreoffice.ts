import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OfficeConverterOptions } from '#lib/engines/office/converter.ts';

const root = join(import.meta.dirname, '../..');

export const koffiFile = join(root, 'node_modules/koffi/build/koffi/linux_x64/koffi.node');

const libreOfficeRoot = join(root, 'layers/.out/libreoffice/libreoffice');
export const fontsConf = join(root, 'layers/.out/fonts/fonts/fonts.conf');

const program = (name: string): string => join(root, 'lib/engines/office/libreoffice', name);

/** The options of the office worker. */
export const converterOptions = (workDirectory: string): OfficeConverterOptions => ({
  ...freshOptions(workDirectory),
  templateFile: program('template.ts'),
});

/** Those of a converter that gives each document a fresh process. */
export const freshOptions = (workDirectory: string): OfficeConverterOptions => ({
  libreOfficeRoot,
  fontsConf,
  workDirectory,
  hostFile: program('host.ts'),
  koffiFile,
});

/** The processes whose command line names `workDirectory`: its hosts. */
export function hostPids(workDirectory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${workDirectory}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
