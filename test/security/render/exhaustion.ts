import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Hostile } from './attack.ts';
import { layouts } from './cases/hostile-layout.ts';
import { networks } from './cases/hostile-network.ts';
import { loops, memoryBombs } from './cases/hostile-scripts.ts';
import { HostileRun } from './hostile-run.ts';
import { layMachine } from './lab.ts';
import { disregard } from './processes.ts';

/**
 * Renders pages that want all of the processor, of memory, or of everybody's time, and looks after each: was there a
 * response in time, does the next page come out right, is nothing left. Started by `run.ts`, in namespaces.
 */
const wanted = process.argv.slice(2);
const all: readonly Hostile[] = [...loops, ...memoryBombs, ...layouts, ...networks];
const hostile = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (hostile.length === 0) throw new Error('No case has such a name');

// Lambda's default.
const folder = layMachine(512);
const site = fork(join(import.meta.dirname, 'hostile-site.ts'));
await once(site, 'message');
disregard(site.pid ?? 0);

const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6)).padStart(4);

const run = await HostileRun.start(join(folder, 'service'));
const faulty: string[] = [];
for (const one of hostile) {
  const { ended, seconds, browserPeak, ownPeak, next, faults } = await run.try(one);
  const columns = [
    `${faults.length > 0 ? '!' : ' '} ${one.name.padEnd(26)}`,
    `${seconds.toFixed(1).padStart(5)} s`,
    `${megabytes(browserPeak)} + ${megabytes(ownPeak)} MB`,
    `next ${next.toFixed(1)} s`,
    ended,
  ];
  console.log(columns.join('  '));
  for (const fault of faults) faulty.push(`${one.name}: ${fault}`);
}
for (const fault of await run.end()) faulty.push(`at the end: ${fault}`);
console.log(`\n${hostile.length} hostile pages and servers.`);
for (const fault of faulty) console.log(`FAULT ${fault}`);
process.exit(faulty.length > 0 ? 1 : 0);
