import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { layBait, takenBait } from './bait.ts';
import { canaryDocuments } from './canary-documents.ts';
import { macroDocuments } from './macro-documents.ts';
import { outlyingCanaries } from './outlying-canaries.ts';

/**
 * Shows that the canaries can sing: gives them to a LibreOffice as it comes, and prints what each got hold of. Macros
 * are given one that is set to run all macros, and that opens the document for somebody to see it: when LibreOffice
 * only converts, it runs none.
 *
 *     npm run suite -- canaries [soffice]
 */
const [soffice = 'soffice'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'canaries-'));

/** Runs LibreOffice until it ends, or `until` says so, or a minute is over. */
async function run(profile: string, args: readonly string[], until = (): boolean => false): Promise<void> {
  const installation = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  // In a separate process group: `soffice` is a script that starts other programs.
  const child = spawn(soffice, [installation, '--headless', '--norestore', ...args], {
    stdio: 'ignore',
    detached: true,
  });
  child.on('error', (error) => console.error(error.message));
  const runs = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const start = Date.now();
  // Not synchronously, so that the bait's server can respond.
  while (runs() && !until() && Date.now() - start < 60_000) await sleep(100);
  if (runs() && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  while (runs()) await sleep(10);
}

async function links(): Promise<void> {
  const bait = await layBait();
  for (const { name, kind, bytes } of [...canaryDocuments(bait), ...outlyingCanaries(bait)]) {
    const input = join(folder, `${name}.${kind}`);
    const output = join(folder, `${name}.pdf`);
    writeFileSync(input, bytes);
    bait.requests.length = 0;
    bait.filesRead();
    // A new profile makes the first run end without having done anything.
    for (let tries = 0; tries < 2 && !existsSync(output); tries += 1) {
      await run(join(folder, 'profile'), ['--convert-to', 'pdf', '--outdir', folder, input]);
    }
    const taken = existsSync(output) ? await takenBait(readFileSync(output)) : ['no PDF'];
    const got = [
      ...(bait.requests.length > 0 ? [`${bait.requests.length} requests`] : []),
      ...bait.filesRead().map((file) => `read ${file}`),
      ...taken.map((what) => (what === 'no PDF' ? what : `${what} in the PDF`)),
    ];
    console.log(`${name.padEnd(36)} ${got.join(', ') || 'nothing'}`);
  }
  await bait.remove();
}

/** Settings of a user who has set macro security to low. */
const lowSecurity =
  '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>0</value></prop></item></oor:items>';

async function macros(): Promise<void> {
  const profile = join(folder, 'careless-profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), lowSecurity);
  const path = join(folder, 'written-by');
  for (const { name, kind, bytes } of macroDocuments(path)) {
    const input = join(folder, `${name}.${kind.slice(0, 3)}m`);
    writeFileSync(input, bytes);
    const written = (): boolean => existsSync(`${path}-${name}`);
    const deadline = Date.now() + 20_000;
    for (let tries = 0; tries < 2 && !written(); tries += 1) {
      await run(profile, [input], () => written() || Date.now() > deadline);
    }
    console.log(`${`${name}, opened`.padEnd(36)} ${written() ? 'ran and wrote its file' : 'did not run'}`);
  }
}

await links();
await macros();
rmSync(folder, { recursive: true, force: true });
