import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceRun } from './service-run.ts';

/** Each engine keeps one work folder of its own as long as it lives. */
const ownWorkFolders = 1;

/** What is left in the folders that stand for `/tmp`: of environments that are gone, and of requests that are over. */
export function leftFolders(run: ServiceRun): string[] {
  const living = run.functions();
  return readdirSync(run.temporaryFolder).flatMap((name) => {
    const folder = join(run.temporaryFolder, name);
    const environments = readdirSync(folder).filter((entry) => /^\d+-\w{6}$/.test(entry));
    const processes = living.filter((each) => name.startsWith(each.name)).length;
    const work = environments.map((environment) =>
      readdirSync(join(folder, environment)).filter((entry) => /^\d+-\d+-\d+$/.test(entry)),
    );
    return [
      ...(environments.length > processes
        ? [`${name} has ${environments.length} folders and ${processes} processes`]
        : []),
      ...work
        .filter((folders) => folders.length > ownWorkFolders)
        .map((folders) => `${name} has ${folders.length} work folders without work: ${folders.join(', ')}`),
    ];
  });
}

/** Processes of a run that has ended, its engines' among them: they have its folder in their variables or arguments. */
export function leftProcesses(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [environment, command] = ['environ', 'cmdline'].map((file) => readOf(`/proc/${pid}/${file}`));
      const isOfRun = environment?.includes(folder) || command?.includes(folder);
      return isOfRun ? [`process ${pid} is left: ${command?.replaceAll('\0', ' ').slice(0, 200)}`] : [];
    });
}

function readOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
