import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { multicastGroup } from './addresses.ts';
import type { Attack } from './attack.ts';
import { attackFamilies } from './cases/all.ts';
import { exposures } from './exposures.ts';
import { Lab } from './lab.ts';
import { NaiveBrowser } from './naive-browser.ts';
import type { Outcome } from './outcome.ts';
import { ServiceRenderer } from './service-renderer.ts';
import { faultsOf } from './verdict.ts';

/**
 * Tries every attack on the naive browser and on the service's renderer, and says what each reached. Started by
 * `run.ts`, in namespaces.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-control': { type: 'boolean' }, 'without-service': { type: 'boolean' } },
});
const isWanted = ({ name }: Attack): boolean =>
  positionals.length === 0 || positionals.some((part) => name.includes(part));
const families = attackFamilies
  .map(({ family, attacks }) => ({ family, attacks: attacks.filter(isWanted) }))
  .filter(({ attacks }) => attacks.length > 0);
const attacks = families.flatMap((family) => family.attacks);
const names = new Set(attacks.map(({ name }) => name));
if (names.size !== attacks.length) throw new Error('Two attacks have one name');
if (attacks.length === 0) throw new Error('No attack has such a name');

const lab = await Lab.lay(attacks);

type Render = (attack: Attack) => Promise<Outcome>;

async function tryAll(what: string, render: Render | undefined): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  if (!render) return outcomes;
  const started = performance.now();
  for (const attack of attacks) {
    const { result, hits } = await lab.watch(() => render(attack));
    outcomes.set(attack.name, { ...result, reached: [...hits, ...result.reached] });
    if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${outcomes.size} of ${attacks.length} `);
  }
  console.log(`${what}: ${outcomes.size} attacks in ${Math.round((performance.now() - started) / 1000)} s`);
  return outcomes;
}

const naive = values['without-control'] ? undefined : await NaiveBrowser.start(lab.folder);
const control = await tryAll('control', naive && ((attack) => naive.render(attack)));
const service = values['without-service'] ? undefined : new ServiceRenderer(`${lab.folder}/service`);
const ours = await tryAll('service', service && ((attack) => service.render(attack)));
const exposed = service ? exposures() : [];
// What a page left behind might only now go off.
const late = service ? (await lab.watch(() => sleep(2_000))).hits : [];
await service?.close();

/** WebRTC asks by multicast whatever it aims at; alone it does not show that an attack finds its target. */
const isMulticast = (what: string): boolean => what.startsWith(`udp ${multicastGroup}`);

/** What says most of an outcome: secrets before requests before connections. */
const weight = (what: string): number =>
  ['udp', 'tcp', 'GET', 'PDF'].findIndex((sign) => what.startsWith(sign)) - (isMulticast(what) ? 1 : 0);

const summary = (outcome: Outcome | undefined): string => {
  if (!outcome) return '-';
  const { reached, ended } = outcome;
  const [first = ''] = reached.toSorted((a, b) => weight(b) - weight(a));
  return reached.length === 0 ? `nothing (${ended})` : `${reached.length}: ${first} (${ended})`;
};

const faulty: string[] = [];
const silent: string[] = [];
for (const { family, attacks: ofFamily } of families) {
  console.log(`\n${family}`);
  for (const attack of ofFamily) {
    const ourOutcome = ours.get(attack.name);
    const faults = ourOutcome ? faultsOf(attack, ourOutcome) : [];
    if (faults.length > 0) faulty.push(`${attack.name}: ${faults.join('; ')}`);
    if (control.get(attack.name)?.reached.every(isMulticast)) silent.push(attack.name);
    const left = summary(control.get(attack.name)).padEnd(70);
    console.log(
      `${faults.length > 0 ? '!' : ' '} ${attack.name.padEnd(32)} naive ${left} service ${summary(ourOutcome)}`,
    );
  }
}
if (naive) {
  console.log(`\nNaive: ${control.size - silent.length} of ${control.size} attacks reached something.`);
  console.log(`Silent in the control: ${silent.join(', ') || 'none'}.`);
  console.log(`Its processes hold out: ${(await naive.exposures()).join(', ') || 'nothing'}.`);
}
if (service) {
  const through = [...ours.values()].filter(({ reached }) => reached.length > 0).length;
  console.log(`Service: ${through} of ${ours.size} attacks reached something.`);
  faulty.push(...exposed, ...late);
  for (const fault of faulty) console.log(`FAULT ${fault}`);
}
process.exit(faulty.length > 0 ? 1 : 0);
