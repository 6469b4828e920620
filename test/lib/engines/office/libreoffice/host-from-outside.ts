/**
 * Starts a real host and prints its restrictions, as seen from outside, as JSON. Arguments: a writable folder, and a
 * document outside the host's folder.
 *
 * It is a separate process because it sets limits for itself: a limit of 0 in the test, or a privilege that the test
 * has, would hide that the host restricts itself.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HostStarter } from '#lib/engines/office/libreoffice/host-starter.ts';
import { loadNative, openLibc } from '#lib/base/processes/native.ts';
import { limitResource, resources } from '#lib/base/processes/process-control.ts';
import { freshOptions, hostPids, koffiFile } from '../../../../support/libreoffice.ts';

const [folder = '', document = ''] = process.argv.slice(2);
const maximumFileBytes = 300_000_000;
const native = loadNative(koffiFile);
try {
  limitResource(native, openLibc(native), resources.core, 1024 * 1024);
} catch {
  // Core dumps may be disabled in this process, and then they are in the host.
}

const { libreOfficeRoot, fontsConf, hostFile } = freshOptions(folder);
const options = { libreOfficeRoot, fontsConf, hostFile, koffiFile, maximumFileBytes, warmUp: [] };
const starter = await HostStarter.prepare(options, folder);

/** The outcome of a host that converts the document with this name, relative to its input folder. */
async function outcomeOf(name: (inputFolder: string) => string): Promise<unknown> {
  const host = await starter.start();
  await host.ready();
  host.send({ fileName: name(host.inputFolder), format: 'pdf', filterOptions: '' });
  const outcome = await host.outcome();
  await host.dispose();
  return outcome;
}

const host = await starter.start();
const confinement = await host.ready();
const [pid] = hostPids(folder);
const ofHost = (name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};
const seen = {
  confinement,
  status: ofHost('status'),
  limits: ofHost('limits'),
  maps: ofHost('maps'),
  oomScoreAdjustment: ofHost('oom_score_adj').trim(),
};
await host.dispose();

const inside = await outcomeOf((inputFolder) => {
  copyFileSync(document, join(inputFolder, 'inside.docx'));
  return 'inside.docx';
});
const outside = await outcomeOf((inputFolder) => relative(inputFolder, document));
process.stdout.write(JSON.stringify({ ...seen, inside, outside }));
