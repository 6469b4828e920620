import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { officeFormats } from '#lib/engines/office/formats.ts';
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
    const env = { ...process.env, FONTCONFIG_FILE: fontsConf, TZ: 'UTC', LC_ALL: localeOf(file) };
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

/**
 * The locale decides on the paper of documents that name none. The service edits Office Open XML so that it is A4, and
 * LibreOfficeKit's English makes it Letter for others.
 */
function localeOf(file: string): string {
  const format = officeFormats.find(({ name }) => extname(file) === `.${name}`);
  return format?.isOfKind ? 'C.UTF-8' : 'en_US.UTF-8';
}

function outputOf(folder: string): string | undefined {
  try {
    const [name] = readdirSync(folder);
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}
