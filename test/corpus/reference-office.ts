import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fontsConf } from '../support/libreoffice.ts';

/**
 * Converts a document with another LibreOffice, with the fonts, the time zone and the locale of the service.
 *
 * @param soffice the program
 * @throws Error when it makes no PDF
 */
export function convertWith(soffice: string, file: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const output = join(folder, 'out');
    const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', output, file];
    // The locale decides on the paper of documents that name none.
    const env = { ...process.env, FONTCONFIG_FILE: fontsConf, TZ: 'UTC', LC_ALL: 'en_US.UTF-8' };
    // The first run with a new profile can end without converting anything.
    for (let run = 0; run < 2 && !outputOf(output); run += 1) {
      spawnSync(soffice, args, { stdio: 'ignore', env, timeout: 120_000 });
    }
    const pdf = outputOf(output);
    if (!pdf) throw new Error('the reference made no PDF');
    return readFileSync(pdf);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outputOf(folder: string): string | undefined {
  try {
    const [name] = readdirSync(folder);
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}
