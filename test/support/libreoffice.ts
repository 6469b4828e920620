import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OfficeConverterOptions } from '#lib/office/converter.ts';

const root = join(import.meta.dirname, '../..');

export const koffiFile = join(root, 'node_modules/koffi/build/koffi/linux_x64/koffi.node');

const libreOfficeRoot = join(root, 'layers/.out/libreoffice/libreoffice');
const fontsConf = join(root, 'layers/.out/fonts/fonts/fonts.conf');

/** Why tests with LibreOffice cannot run here; undefined where they can. */
export const withoutLibreOffice =
  process.platform !== 'linux' || process.arch !== 'x64'
    ? 'LibreOffice runs on x86-64 Linux only'
    : existsSync(libreOfficeRoot) && existsSync(fontsConf)
      ? undefined
      : 'the LibreOffice layer has not been built: node layers/build.ts';

/** Whether processes can be confined as the tests expect. */
export const isLinux = process.platform === 'linux' && process.arch === 'x64';

export const converterOptions = (workDirectory: string): OfficeConverterOptions => ({
  libreOfficeRoot,
  fontsConf,
  workDirectory,
  hostFile: join(root, 'lib/office/libreoffice/host.ts'),
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
