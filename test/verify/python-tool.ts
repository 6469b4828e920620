import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Installs a program from PyPI into a separate virtual environment, which the next run reuses.
 *
 * @param requirements with exact versions, such as `moto[server]==5.2.5`; the first names the environment
 * @returns the folder of the programs
 * @throws Error saying what this machine lacks
 */
export async function installPythonTool(...requirements: [string, ...string[]]): Promise<string> {
  const name = requirements[0].replaceAll(/[^\w.]+/g, '-');
  const folder = join(tmpdir(), 'file-conversion-verify', name);
  const programs = join(folder, 'bin');
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return programs;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await run('python3', ['-m', 'venv', folder]);
  } catch (error) {
    throw new Error('This needs Python 3.10 or newer with venv (on Debian: apt-get install python3-venv).', {
      cause: error,
    });
  }
  console.log(`Installing ${requirements.join(' and ')} from PyPI …`);
  await run(
    join(programs, 'pip'),
    ['install', '--quiet', '--no-compile', '--disable-pip-version-check', ...requirements],
    {
      maxBuffer: 1 << 26,
    },
  );
  await writeFile(stamp, '');
  return programs;
}
