import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { layBait, takenBait } from './bait.ts';
import { canaryDocuments } from './canary-documents.ts';

/**
 * Shows that the canaries can sing: converts them with a LibreOffice as it comes, and prints what each got hold of.
 *
 *     npm run test:canaries -- [soffice]
 */
const [soffice = 'soffice'] = process.argv.slice(2);
const bait = await layBait();
const folder = mkdtempSync(join(tmpdir(), 'canaries-'));
for (const { name, kind, bytes } of canaryDocuments(bait)) {
  const input = join(folder, `${name}.${kind}`);
  const output = join(folder, `${name}.pdf`);
  writeFileSync(input, bytes);
  const before = bait.requests.length;
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  for (let tries = 0; tries < 2 && !existsSync(output); tries += 1) {
    // Not synchronously: the bait's server must be able to answer meanwhile.
    const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, input];
    const child = spawn(soffice, args, { stdio: 'ignore', timeout: 60_000 });
    await new Promise((resolve) => child.on('exit', resolve).on('error', resolve));
  }
  const taken = existsSync(output) ? await takenBait(readFileSync(output)) : ['no PDF'];
  const asked = bait.requests.length - before;
  console.log(`${name.padEnd(28)} ${asked} requests  ${taken.join(', ') || 'nothing in the PDF'}`);
}
rmSync(folder, { recursive: true, force: true });
await bait.remove();
