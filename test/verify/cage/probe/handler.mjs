/** A function that looks around: what it finds shows whether a cage holds. */
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir, release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const mebibyte = 1024 * 1024;

/** @param {string} folder */
function isWritable(folder) {
  const file = join(folder, `probe-${process.pid}`);
  try {
    writeFileSync(file, 'x');
    rmSync(file);
    return true;
  } catch {
    return false;
  }
}

const status = () => {
  const text = readFileSync('/proc/self/status', 'utf8');
  return (field) => new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(text)?.[1];
};

/** @param {string} name */
const limit = (name) =>
  Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);

/** @param {{ folders: string[]; present: string[]; addresses: [string, number][] }} event what to look at */
export function handler({ folders, present }) {
  const field = status();
  const { bsize, blocks } = statfsSync('/tmp');
  return {
    user: `${process.getuid()}:${process.getgid()}`,
    writable: [...folders, homedir()].filter(isWritable),
    present: present.filter((path) => existsSync(path)),
    capabilities: field('CapEff'),
    noNewPrivileges: field('NoNewPrivs'),
    seccomp: field('Seccomp'),
    openFiles: limit('Max open files'),
    memoryMegabytes: Math.round(process.constrainedMemory() / mebibyte),
    storageMegabytes: Math.round((bsize * blocks) / mebibyte),
    processors: availableParallelism(),
    kernel: release(),
  };
}
